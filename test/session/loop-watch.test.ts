import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { openSession } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail, type ToolResult } from '../../src/tool/outcome.js';
import { verifies } from '../requirements.js';
import { bodies, echo, newFolder, open, play, results } from './open.js';

const again = { calls: [{ name: 'echo', arguments: { text: 'x', times: 1 } }] };
/** The same call in other characters. */
const inOtherWords = { calls: [{ name: 'echo', arguments: '{ "times": 1, "text": "x" }' }] };
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('a model that repeats itself', () => {
  it('is warned, then refused', async () => {
    verifies('limits.loop.warn-first', 'limits.loop.identical', 'design.road.loop-guard');
    const session = await open([...times(3, again), inOtherWords, ...times(20, again)], { tools: [echo] });
    const { events } = await play(session.send('go'));
    expect(results(events).map(({ success }) => success)).toEqual([true, true, true, true, false, false, false]);
    expect(results(events)[4]).toMatchObject({
      error_type: 'rate_limited',
      error_message: expect.stringContaining('loop detected (redundant)'),
    });
    expect(bodies(events, 'guard-warned').map(({ code }) => code)).toEqual(['loop-redundant']);
    expect(session.requests[3]?.messages.at(-1)).toMatchObject({ role: 'user', text: /repeat yourself/ });
  });

  it('is stopped when it repeats what was refused', async () => {
    verifies('limits.loop.ends', 'design.events.guard-tripped');
    const session = await open(times(24, again), { tools: [echo] });
    const { end, events } = await play(session.send('go'));
    const callIds = bodies(events, 'call-admitted').map(({ callId }) => callId);
    expect(bodies(events, 'guard-tripped')).toMatchObject(
      callIds.slice(4).map((callId) => ({ callId, limit: 'loop-redundant' })),
    );
    expect(callIds).toHaveLength(7);
    expect(end).toMatchObject({
      reason: 'limit',
      limit: 'loop',
      rounds: 7,
      message: 'Stopped at 3 calls in a row that only repeat others. Say what to do instead, or try another model.',
    });
  });

  it('is found out although each result has another time', async () => {
    verifies('limits.loop.times');
    let ms = 0;
    const now = () => {
      ms += 7;
      return ms;
    };
    const clock = { now, monotonic: now };
    const profile = { ...toolwrightProfile, renderResult: (result: ToolResult) => JSON.stringify(result) };
    const session = await open(times(24, again), { profile, tools: [echo], clock });
    const { events } = await play(session.send('go'));
    const done = results(events).slice(0, 4);
    expect(new Set(done.map(({ metadata }) => JSON.stringify(metadata))).size).toBe(4);
    expect(results(events).map(({ success }) => success)).toEqual([true, true, true, true, false, false, false]);
  });

  it('may repeat the call when the person has said something', async () => {
    const session = await open([...times(5, again), { text: 'hm' }, again, { text: 'done' }], { tools: [echo] });
    await session.send('go').result;
    const { events } = await play(session.send('once more'));
    expect(results(events)).toMatchObject([{ success: true }]);
  });

  it('may wait for something as long as it changes', async () => {
    verifies('limits.loop.polling');
    let asked = 0;
    const poll = defineTool({
      name: 'poll',
      description: 'tells how far it is',
      parameters: { type: 'object', properties: {} },
      effects: 'none',
      run: () => ({ percent: asked++ }),
    });
    const calls = times(18, { calls: [{ name: 'poll', arguments: {} }] });
    const session = await open([...calls, { text: 'ready' }], { tools: [poll] });
    const { end, events } = await play(session.send('wait for it'));
    expect(end).toMatchObject({ reason: 'answered', calls: 18 });
    expect(bodies(events, 'guard-tripped')).toEqual([]);
  });

  it('may run the same test after each change, however often it fails the same way', async () => {
    verifies('limits.loop.progress');
    const test = { name: 'test', arguments: {} };
    const tool = defineTool({
      name: 'test',
      description: 'tests',
      parameters: { type: 'object', properties: {} },
      effects: 'none',
      run: () => 'one test fails',
    });
    const edits = Array.from({ length: 8 }, (_, at) => [
      { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: `try ${at}` } }] },
      { calls: [test] },
    ]).flat();
    const session = await open([...edits, { text: 'gave up' }], { tools: [tool], builtins: true, mode: 'edit' });
    const { end, events } = await play(session.send('fix it'));
    expect(end).toMatchObject({ reason: 'answered', calls: 16 });
    expect(bodies(events, 'guard-tripped')).toEqual([]);
  });

  it('is still watched when the session is gone on with', async () => {
    verifies('limits.loop.resume');
    const options = { store: createMemoryStore(), workspace: newFolder(), builtins: false, tools: [echo] };
    const limits = { rounds: 4 };
    const first = await openSession({ ...options, limits, model: scriptedModel(times(9, again)) });
    expect(await first.send('go').result).toMatchObject({ reason: 'limit', limit: 'rounds' });
    await first.close();
    const model = scriptedModel([again, { text: 'oh' }]);
    const second = await openSession({ ...options, session: first.id, model });
    const { events, end } = await play(second.resume());
    expect(results(events)).toMatchObject([{ success: false, error_message: /loop detected \(redundant\)/ }]);
    expect(end.reason).toBe('answered');
    await second.close();
  });
});

describe('rounds in which every call fails', () => {
  const broken = defineTool({
    name: 'broken',
    description: 'fails',
    parameters: { type: 'object', properties: { n: { type: 'integer' } } },
    effects: 'none',
    run: ({ n }) => fail('io_error', `broken ${n}`),
  });
  const breaking = (n: number) => ({ name: 'broken', arguments: { n } });
  const codes = async (script: Parameters<typeof open>[0], options: Parameters<typeof open>[1] = {}) => {
    const session = await open([...script, { text: 'enough' }], { tools: [broken, echo], ...options });
    const { events } = await play(session.send('go'));
    return bodies(events, 'guard-warned').map(({ code }) => code);
  };

  it('bring a note after the second, once, and again after two more', async () => {
    const fails = [1, 2, 3, 4].map((n) => ({ calls: [breaking(n)] }));
    expect(await codes(fails.slice(0, 1))).toEqual([]);
    expect(await codes(fails.slice(0, 3))).toEqual(['automatic_pivot']);
    expect(await codes(fails)).toEqual(['automatic_pivot', 'automatic_pivot']);
  });

  it('do not count with a success among them, and begin anew after one', async () => {
    const mixed = { calls: [breaking(1), { name: 'echo', arguments: { text: 'fine' } }] };
    const [one, two] = [2, 3].map((n) => ({ calls: [breaking(n)] }));
    expect(await codes([one ?? {}, mixed, two ?? {}])).toEqual([]);
  });

  it('are not those whose calls were only too fast', async () => {
    verifies('limits.rate.no-failure');
    const fast = (n: number) => ({ calls: [{ name: 'echo', arguments: { text: `f${n}` } }] });
    const rateLimits = { echo: { max: 1, perMs: 3_600_000 } };
    expect(await codes([fast(1), fast(2), fast(3), fast(4), fast(5)], { rateLimits })).toEqual([]);
    const between = [{ calls: [breaking(1)] }, fast(6), fast(7), { calls: [breaking(2)] }];
    expect(await codes([fast(0), ...between], { rateLimits })).toEqual(['automatic_pivot']);
  });
});

describe('the rate of a tool', () => {
  const rateLimits = { echo: { max: 2, perMs: 60_000 } };

  it('answers a call that comes too soon with the time to wait, before the loop watch looks', async () => {
    verifies('limits.rate.words', 'design.road.rate-guard', 'design.tool.error-rate-limited');
    verifies('y-agent.guard.rate-error', 'y-agent.guard.rate-before-loop', 'design.events.guard-tripped');
    const clock = { now: () => 0, monotonic: () => 0 };
    const script = [...times(8, again), { text: 'done' }];
    const session = await open(script, { tools: [echo], rateLimits, clock });
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('answered');
    expect(results(events).map(({ success }) => success)).toEqual([true, true, ...times(6, false)]);
    expect(results(events)[2]).toMatchObject({
      error_type: 'rate_limited',
      data: { retry_after_ms: 30_000 },
      error_message:
        'Not run: echo may be called 2 times in 1 minute. Wait 30000 ms (30 seconds) and call again, or go on with something else meanwhile.',
    });
    expect(bodies(events, 'guard-tripped').map(({ limit }) => limit)).toEqual(times(6, 'rate'));
  });
});
