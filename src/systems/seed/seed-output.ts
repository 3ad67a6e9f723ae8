import type { SessionEvent } from '../../session/event.js';

/** What an agent of Seed puts out. */
export const seedOutputKinds = [
  'text',
  'verbose',
  'error',
  'reasoning',
  'tool_call',
  'tool_calls',
  'done',
  'failed',
] as const;

export interface SeedOutput {
  readonly kind: (typeof seedOutputKinds)[number];
  readonly content: string;
}

/** What the events of a session are as outputs; `take` answers those that an event brings. */
export function createSeedOutputs(): { take(event: SessionEvent): readonly SeedOutput[] } {
  let awaited = 0;
  let names: string[] = [];
  return {
    take(event) {
      if (!('body' in event)) return [];
      switch (event.type) {
        case 'model-answered': {
          const { text, reasoning, calls } = event.body;
          awaited = calls;
          names = [];
          return [...said('reasoning', reasoning ?? ''), ...said('text', text)];
        }
        case 'call-admitted':
          names.push(event.body.name);
          if (names.length < awaited) return [];
          return said(names.length === 1 ? 'tool_call' : 'tool_calls', names.join(', '));
        case 'message-problem':
          return said('error', event.body.message);
        case 'guard-warned':
          return said('verbose', event.body.message);
        case 'turn-ended': {
          const { reason, text, message } = event.body;
          if (reason === 'parked' || reason === 'paused') return [];
          return [{ kind: reason === 'answered' ? 'done' : 'failed', content: message ?? text }];
        }
        default:
          return [];
      }
    },
  };
}

const said = (kind: SeedOutput['kind'], content: string): readonly SeedOutput[] =>
  content === '' ? [] : [{ kind, content }];
