import type { Message } from '../../../src/model/message.js';
import type { Model } from '../../../src/model/model.js';
import type { Policy } from '../../../src/policy/policy.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { fail } from '../../../src/tool/outcome.js';
import type { Tool } from '../../../src/tool/tool.js';
import type { Process, World } from './simulated-world.js';

/** One object for all: schemas are compiled once. */
const parameters = { type: 'object', properties: { mark: { type: 'string' } }, required: ['mark'] } as const;

/** Tools by what a kill means to them. Each leaves a mark in the world, at some moment of its run. */
export function simulatedTools(world: World, process: Process): readonly Tool[] {
  const tool = (name: string, traits: { safe?: boolean; idempotent: boolean }): Tool =>
    defineTool({
      name,
      description: name,
      parameters,
      effects: traits.safe ? 'none' : 'workspace',
      idempotent: traits.idempotent,
      concurrency: traits.safe ? 'parallel' : 'exclusive',
      plan: () => ({
        facts: traits.safe ? [] : [{ kind: 'write', target: 'mark', where: 'workspace', known: true }],
        preview: { kind: 'arguments' },
      }),
      async run({ mark }, ctx) {
        if (world.random.chance(0.5)) await process.pause();
        if (!process.alive) return 'too late';
        world.effects.push(mark);
        if (world.random.chance(0.7)) await process.pause();
        if (ctx.signal.aborted) return fail('cancelled', 'it was told to stop');
        if (process.faults && world.random.chance(0.05)) throw new Error('a defect');
        return world.random.chance(0.1) ? 'long '.repeat(4000) : `did ${mark}`;
      },
    }) as Tool;
  return [
    tool('look', { safe: true, idempotent: true }),
    tool('once', { idempotent: false }),
    tool('again', { idempotent: true }),
    tool('asked', { idempotent: false }),
  ];
}

/** `asked` is put to a person, everything else runs. */
export const simulatedPolicy: Policy = {
  decide: ({ tool }) =>
    tool.name === 'asked'
      ? { verdict: 'ask', level: 'medium', reasons: ['it is asked about'] }
      : { verdict: 'allow', level: tool.effects === 'none' ? 'safe' : 'low', reasons: [] },
};

const mostRounds = 3;

/** A model that makes up its calls, breaks off, fails and answers. It complains of calls without their results. */
export function simulatedModel(world: World, process: Process, name: string): Model {
  const { random } = world;
  return {
    name: 'simulated',
    async stream({ messages, signal }, emit) {
      for (const violation of unanswered(messages)) world.violations.push(`R3: ${name}: ${violation}`);
      for (const foreign of foreignTo(name, messages)) world.violations.push(`R8: ${name} was shown ${foreign}`);
      await process.pause();
      const cancelled = (): boolean => {
        if (signal.aborted) emit({ type: 'failure', failure: { kind: 'cancelled', message: 'cancelled' } });
        return signal.aborted;
      };
      if (cancelled()) return;
      const rounds = messages.filter(({ role }) => role === 'assistant').length;
      const ends = rounds >= mostRounds * messages.filter(({ role }) => role === 'user').length;
      const count = ends ? 0 : random.below(5);
      emit({ type: 'text', text: `${name} says ${rounds}` });
      for (let index = 0; index < count; index += 1) {
        const called = random.pick(['look', 'look', 'once', 'again', 'asked', 'unknown']);
        const id = `${name}-${world.steps}-${index}`;
        if (random.chance(0.3)) await process.pause();
        emit({ type: 'call-open', index, name: called });
        if (process.faults && random.chance(0.03)) {
          emit({ type: 'failure', failure: { kind: 'cut', message: 'the stream broke' } });
          return;
        }
        const args = random.chance(0.05) ? '{"mark":' : JSON.stringify({ mark: id });
        emit({ type: 'call', index, id, name: called, arguments: args });
      }
      await process.pause();
      if (!cancelled()) emit({ type: 'stop', reason: count > 0 ? 'calls' : 'answered' });
    },
  };
}

/** Calls whose results do not follow them. */
function unanswered(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message, at) => {
    if (message.role !== 'assistant') return [];
    const next = messages.slice(at + 1);
    const upTo = next.findIndex(({ role }) => role !== 'tool');
    const results = (upTo < 0 ? next : next.slice(0, upTo)).map((one) => (one.role === 'tool' ? one.callId : ''));
    const missing = message.calls.filter(({ id }, index) => results[index] !== id);
    return missing.map(({ id }) => `a request went out without the result of ${id} behind its call`);
  });
}

function foreignTo(name: string, messages: readonly Message[]): readonly string[] {
  const texts = messages.filter(({ role }) => role === 'assistant').map(({ text }) => text);
  return texts.filter((text) => text !== '' && text !== '(no answer)' && !text.startsWith(`${name} says`));
}
