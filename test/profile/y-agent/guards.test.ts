import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Verdict } from '../../../src/policy/policy.js';
import { yAgentProfile, yAgentProfileWith } from '../../../src/systems/y-agent/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { called, done, openY, runY, type Told } from './open-y.js';

/** Answers the same however it is called, unless it is told what to answer. */
const same = (name: string) =>
  defineTool({
    name,
    description: name,
    parameters: { type: 'object', properties: { n: { type: 'integer' }, says: { type: 'string' } } },
    effects: 'none',
    run: ({ says = 'the same' }) => says,
  });

const tools = ['one', 'two', 'three'].map(same);
const [one, two, three] = ['one', 'two', 'three'].map((name) => (n: number) => ({ name, arguments: { n } })) as [
  (n: number) => Call,
  (n: number) => Call,
  (n: number) => Call,
];

interface Call {
  readonly name: string;
  readonly arguments: object;
}

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

/** A turn in which one message holds all of these calls. */
async function runTogether(calls: readonly Call[], options: Parameters<typeof runY>[1] = {}) {
  const { told, events } = await runY([{ calls }], { tools, ...options });
  return { told, events, codes: told.map(({ code }) => code) };
}

it.each([
  ['redundant', 'one', [one(1), one(1), one(1)]],
  ['repetition', 'one', times(5, one)],
  ['oscillation', 'two', [one(1), two(1), one(1), two(1), one(1), two(1)]],
  ['drift', 'one', times(13, (at) => [one, two, three][at % 3]?.(at) as Call)],
] as const)('aborts the call that completes the pattern %s, and names it', async (pattern, tool, calls) => {
  verifies(`y-agent.guard.${pattern}`, 'y-agent.guard.detected', 'y-agent.guard.no-retry');
  const { told, events } = await runTogether(calls);
  expect(told.slice(0, -1).map(({ success }) => success)).toEqual(calls.slice(1).map(() => true));
  expect(told.at(-1)).toEqual({
    error: `Loop detected (${pattern}): ${tool} was not run. Try something else, or answer with what you have.`,
    code: 'other',
    details: null,
    retryable: false,
  });
  expect(bodies(events, 'guard-tripped')).toMatchObject([{ limit: `loop-${pattern}` }]);
  expect(bodies(events, 'guard-warned')).toEqual([]);
  expect(bodies(events, 'call-started')).toHaveLength(calls.length - 1);
});

it('forgets what was repeated once a file was changed, or something new came of it', async () => {
  verifies('y-agent.guard.progress');
  const write = { name: 'FileWrite', arguments: { path: 'a.txt', content: 'new' } };
  const changed = await runTogether([one(1), one(1), write, one(1), one(1)]);
  expect(changed.told.every(({ success }) => success === true)).toBe(true);
  const fresh = times(12, (at) => ({ name: 'one', arguments: { says: `${at}` } }));
  expect((await runTogether(fresh)).told.every(({ success }) => success === true)).toBe(true);
});

it('warns first where the profile says so', async () => {
  verifies('y-agent.guard.warn-first');
  const loops = {
    ...yAgentProfile.loops,
    refusal: yAgentProfile.loops?.refusal ?? '',
    redundant: { warn: 2, refuse: 3 },
    warning: 'You repeat yourself ({pattern}, {count}).',
  };
  const calls = times(3, () => ({ calls: [one(1)] }));
  const { model, told, events } = await runY(calls, { tools, profile: { ...yAgentProfile, loops } });
  expect(bodies(events, 'guard-warned')).toMatchObject([{ code: 'loop-redundant' }]);
  expect(model.requests[2]?.messages.at(-1)?.text).toContain('You repeat yourself (redundant, 2).');
  expect(told.at(-1)?.error).toContain('Loop detected (redundant)');
});

it('has ten iterations and fifty calls, and what is beyond is not to be tried again', async () => {
  verifies('y-agent.guard.iterations', 'y-agent.guard.no-retry');
  const says = (at: number) => ({ name: 'one', arguments: { says: `${at}` } });
  const many = await openY(
    times(12, (at) => ({ calls: [says(at)] })),
    { tools, exposure: { inactiveCalls: 'run' } },
  );
  expect(await many.session.send('go').result).toMatchObject({ reason: 'limit', limit: 'rounds', rounds: 10 });
  const { told } = await runTogether(times(60, says));
  expect(told.filter(({ success }) => success)).toHaveLength(50);
  expect(told.slice(50).map(({ code, retryable }) => [code, retryable])).toEqual(times(10, () => ['other', false]));
});

/** A clock that stands unless it is moved. */
function stoppedClock() {
  let ms = 0;
  return {
    clock: { now: () => ms, monotonic: () => ms },
    pass(more: number) {
      ms += more;
    },
  };
}

it('has a bucket for each tool that starts full and refills all the time', async () => {
  verifies('y-agent.guard.rate-bucket', 'y-agent.guard.rate-config', 'y-agent.guard.rate-error');
  const { clock, pass } = stoppedClock();
  const waits = [0, 0, 0, 15_000, 15_000, 0];
  const { session } = await openY(
    (_, at) => {
      if (at >= waits.length) return done;
      pass(waits[at] ?? 0);
      return { calls: [{ name: 'one', arguments: { says: `${at}` } }] };
    },
    { tools, clock, exposure: { inactiveCalls: 'run' }, rateLimits: { one: { max: 2, perMs: 60_000 } } },
  );
  const { events, end } = await play(session.send('go'));
  const told = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  expect(told.map(({ code, details }) => [code, (details as { retry_after_ms?: number })?.retry_after_ms])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    ['rate_limited', 30_000],
    ['rate_limited', 15_000],
    [undefined, undefined],
    ['rate_limited', 30_000],
  ]);
  expect(told[2]).toMatchObject({ retryable: true, error: expect.stringContaining('Wait 30000 ms') });
  expect(end.reason).toBe('answered');
});

it('has a default rate for tools without one of their own, each counted for itself', async () => {
  verifies('y-agent.guard.rate-default', 'y-agent.guard.rate-config');
  const { clock } = stoppedClock();
  const calls = [one(1), one(2), two(1), two(2), three(1), three(2)];
  const rateLimits = { '*': { max: 1, perMs: 60_000 }, three: { max: 2, perMs: 60_000 } };
  const { codes } = await runTogether(calls, { clock, rateLimits });
  expect(codes).toEqual([undefined, 'rate_limited', undefined, 'rate_limited', undefined, undefined]);
});

it('looks at the rate before it looks for loops', async () => {
  verifies('y-agent.guard.rate-before-loop');
  const { clock } = stoppedClock();
  const { codes } = await runTogether(
    times(4, () => one(1)),
    { clock, rateLimits: { one: { max: 2, perMs: 60_000 } } },
  );
  expect(codes).toEqual([undefined, undefined, 'rate_limited', 'rate_limited']);
});

it('writes a file that is there only after it was read, where that is wanted', async () => {
  verifies('y-agent.guard.read-before-write');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'old');
  const write = called('FileWrite', { path: 'a.txt', content: 'new' });
  const { told } = await runY([write, called('FileRead', { path: 'a.txt' }), write], {
    workspace,
    readBeforeWrite: true,
  });
  expect(told[0]).toMatchObject({
    error: 'a.txt is there already and you have not read it. Use FileRead first.',
    code: 'validation_error',
  });
  expect(told.slice(1).map(({ success }) => success)).toEqual([true, true]);
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('new');
});

const broken = (): Verdict => {
  throw new Error('broken');
};

it.each<[string, (() => Verdict)[], 'open' | 'closed' | undefined, Verdict]>([
  ['one that denies beats one that allows', [() => 'allow', () => 'deny'], undefined, 'deny'],
  ['one that asks', [() => 'ask', () => 'notify'], undefined, 'ask'],
  ['one that breaks denies', [broken], undefined, 'deny'],
  ['one that breaks denies when it is closed', [broken], 'closed', 'deny'],
  ['one that breaks and is open lets the others judge', [broken, () => 'notify'], 'open', 'notify'],
])('of several guards the most restrictive counts: %s', async (_, judges, onFailure, verdict) => {
  verifies('y-agent.guard.guard-failure');
  const guards = judges.map((judge, at) => ({ name: `guard ${at}`, judge, ...(onFailure && { onFailure }) }));
  const { events } = await runY([called('FileWrite', { path: 'a', content: 'b' })], {
    profile: yAgentProfileWith({ guards }),
  });
  expect(bodies(events, 'call-decided').map((decided) => decided.verdict)).toEqual([verdict]);
});
