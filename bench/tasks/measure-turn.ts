import type { Usage } from '../../src/model/model.js';
import type { SessionEvent } from '../../src/session/event.js';
import type { Fact } from '../../src/tool/fact.js';
import type { DoneCall } from './task.js';

export interface Tokens {
  /** All that was read, cached tokens included. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** Of subagents, read and written. */
  readonly subagents: number;
  /** The server did not count some of them: they are estimated. */
  readonly estimated: boolean;
}

/** Counts what a turn takes, from the events that it records. */
export function measureTurn() {
  let tokens: Tokens = { input: 0, cached: 0, output: 0, subagents: 0, estimated: false };
  const facts = new Map<string, readonly Fact[]>();
  const calls: DoneCall[] = [];
  const add = (usage: Usage | undefined): void => {
    if (usage === undefined) return;
    tokens = {
      ...tokens,
      input: tokens.input + usage.inputTokens,
      cached: tokens.cached + (usage.cachedInputTokens ?? 0),
      output: tokens.output + usage.outputTokens,
      estimated: tokens.estimated || usage.estimated === true,
    };
  };
  return {
    see(event: SessionEvent): void {
      switch (event.type) {
        case 'model-answered':
        case 'model-asked':
        case 'history-compacted':
          add(event.body.usage);
          break;
        case 'child-spent':
          tokens = { ...tokens, subagents: tokens.subagents + event.body.tokens };
          break;
        case 'call-planned':
          facts.set(event.body.callId, event.body.facts);
          break;
        case 'call-settled': {
          const { callId, name, outcome, errorType } = event.body;
          calls.push({ name, outcome, errorType, facts: facts.get(callId) ?? [] });
        }
      }
    },
    get tokens() {
      return tokens;
    },
    calls: calls as readonly DoneCall[],
  };
}
