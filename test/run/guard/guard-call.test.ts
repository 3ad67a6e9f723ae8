import { expect, it } from 'vitest';
import type { Call } from '../../../src/run/call.js';
import type { HostPorts, RunGuards } from '../../../src/run/env.js';
import { guardCall } from '../../../src/run/guard/guard-call.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { fail } from '../../../src/tool/outcome.js';

const tool = defineTool({ name: 'list', description: 'x', parameters: { type: 'object' }, run: () => 1 });
const limits = { callsPerRound: 3, callsPerTurn: 5, resultChars: 1, timeoutMs: 1, maxParallel: 1 };
const refused = (message: string, limit: string, data?: unknown) => ({
  type: 'refused',
  failure: fail('rate_limited', message, data),
  limit,
});
const perRound = refused('Not run: one message may hold 3 calls. Call again in the next message.', 'calls-per-round');
const perTurn = refused(
  'Not run: the limit of 5 calls a turn is reached. Answer with what you have.',
  'calls-per-turn',
);
const used = { limit: 'turn-tokens', what: 'the limit of 9 tokens' };
const tokens = refused('Not run: the limit of 9 tokens is reached. The turn ends here.', 'turn-tokens');
const rates = { take: () => ({ waitMs: 1500, rate: { max: 2, perMs: 60_000 } }) };
const rate = refused(
  'Not run: list may be called 2 times in 1 minute. Wait 1500 ms (1.5 seconds) and call again, or go on with something else meanwhile.',
  'rate',
  { retry_after_ms: 1500 },
);
const loops = {
  looksAt: () => undefined,
  judge: () => ({ limit: 'loop-drift', message: 'You drift.' }),
} as unknown as RunGuards['loops'];
const drift = refused('You drift.', 'loop-drift');
const workspace = {} as unknown as HostPorts['workspace'];
const guarded = { type: 'guarded' };

it.each<[string, { index?: number; callsBefore?: number }, Partial<RunGuards>, unknown]>([
  ['nothing', {}, {}, guarded],
  ['the last of a message', { index: 2 }, {}, guarded],
  ['one too many of a message', { index: 3 }, {}, perRound],
  ['the last of a turn', { index: 1, callsBefore: 3 }, {}, guarded],
  ['one too many of a turn', { index: 1, callsBefore: 4 }, {}, perTurn],
  ['a limit that is reached', {}, { exhausted: () => used, rates, loops }, tokens],
  ['a limit that is not', {}, { exhausted: () => undefined }, guarded],
  ['a rate', {}, { rates, loops }, rate],
  ['a rate that is kept', {}, { rates: { take: () => undefined } }, guarded],
  ['a loop', {}, { loops }, drift],
])('stops a call at what bounds it first: %s', (_, { index = 0, callsBefore = 0 }, more, end) => {
  const call: Call = { id: 'c1', index, name: 'list', arguments: '{}', attempt: 1 };
  const env = {
    guards: { limits, ...more },
    round: { offer: { tools: new Map(), definitions: [] }, callsBefore },
    ports: { workspace },
  };
  expect(guardCall({ call, tool }, env)).toEqual(end);
});
