import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import type { EndedCall, Middleware, MiddlewareCall } from '../../src/run/middleware.js';
import type { SessionOptions } from '../../src/session/options.js';
import { openStore } from '../../src/store/open-store.js';
import { fail } from '../../src/tool/outcome.js';
import type { Tool } from '../../src/tool/tool.js';
import { verifies } from '../requirements.js';
import { bodies, echo, open, play, results, writer } from '../session/open.js';

const calls = (...given: readonly { name: string; arguments: object }[]) => [{ calls: given }, { text: 'Done.' }];
const say = (text: string) => ({ name: 'echo', arguments: { text } });

async function run(middleware: readonly Middleware[], options: Partial<SessionOptions> = {}) {
  const session = await open(calls(say('a')), { tools: [echo], middleware, ...options });
  const { events, end, types } = await play(session.send('go'));
  return { session, events, end, types, results: results(events) };
}

describe('before a call', () => {
  it('asks by priority, then in the order they were given', async () => {
    verifies('y-agent.pipeline.middleware-order', 'middleware.asked.order', 'design.road.middleware');
    const order: string[] = [];
    const one = (name: string, priority?: number): Middleware => ({
      name,
      ...(priority !== undefined && { priority }),
      before() {
        order.push(`${name} before`);
        return undefined;
      },
      after() {
        order.push(`${name} after`);
        return undefined;
      },
    });
    const tool: Tool = {
      ...echo,
      run() {
        order.push('run');
        return 'a';
      },
    };
    await run([one('late', 20), one('first'), one('second', 0), one('early', -1)], { tools: [tool] });
    const names = ['early', 'first', 'second', 'late'];
    expect(order).toEqual([...names.map((name) => `${name} before`), 'run', ...names.map((name) => `${name} after`)]);
  });

  it('shows the call, as a copy', async () => {
    verifies('middleware.before.seen', 'y-agent.pipeline.order');
    const seen: MiddlewareCall[] = [];
    const spoil: Middleware = {
      name: 'spoil',
      before(call) {
        seen.push(call);
        (call.arguments as { text: string }).text = 'spoiled';
        return undefined;
      },
    };
    const { session, results: read, events } = await run([spoil], { actor: 'ann' });
    expect(seen).toMatchObject([{ tool: 'echo', session: { id: session.id, actor: 'ann' } }]);
    expect(seen[0]?.id).toBe(bodies(events, 'call-admitted')[0]?.callId);
    expect(read[0]?.data).toBe('a');
  });

  it('is not asked about what is unknown, unfit or over a limit', async () => {
    verifies('y-agent.pipeline.order', 'middleware.before.place');
    let asked = 0;
    const count: Middleware = {
      name: 'count',
      before() {
        asked += 1;
        return undefined;
      },
    };
    const session = await open(
      calls({ name: 'nothing', arguments: {} }, { name: 'echo', arguments: { text: {} } }, say('a')),
      {
        tools: [echo],
        profile: { ...toolwrightProfile, limits: { ...toolwrightProfile.limits, callsPerRound: 2 } },
        middleware: [count],
      },
    );
    const { events } = await play(session.send('go'));
    expect(results(events).map(({ error_type }) => error_type)).toEqual([
      'not_found',
      'validation_failed',
      'rate_limited',
    ]);
    expect(asked).toBe(0);
  });

  it('refuses with a reason the model reads, and the record names who did', async () => {
    verifies('middleware.before.refuse', 'y-agent.pipeline.pre-abort');
    let later = 0;
    const refuse: Middleware = { name: 'no echo', before: () => ({ refuse: 'It is night.' }) };
    const after: Middleware = {
      name: 'after it',
      priority: 1,
      before() {
        later += 1;
        return undefined;
      },
    };
    const { results: read, events, types } = await run([after, refuse]);
    expect(read[0]).toMatchObject({
      success: false,
      error_type: 'permission_denied',
      error_message: 'Refused by no echo: It is night. Do not try it again unchanged.',
    });
    expect(bodies(events, 'call-refused')).toMatchObject([{ stage: 'guard', by: 'no echo' }]);
    expect(types).not.toContain('call-planned');
    expect(later).toBe(0);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('lost')), 'internal_error', 'it failed: lost'],
    ['throws at once', throwLost, 'internal_error', 'it failed: lost'],
    ['takes too long', () => sleep(200, undefined), 'timeout', 'it did not end within 50 ms'],
    ['answers something else', () => ({ no: 1 }), 'internal_error', 'it answered neither { refuse } nor { arguments }'],
    ['answers both', () => ({ refuse: 'a', arguments: {} }), 'internal_error', 'it answered neither'],
    ['gives no JSON', () => ({ arguments: { n: 1n } }), 'internal_error', 'cannot be written as JSON'],
    ['gives no object', () => ({ arguments: [1] }), 'internal_error', 'must be a JSON object'],
    ['gives what does not fit', () => ({ arguments: { text: {} } }), 'internal_error', 'do not fit its schema'],
    ['gives what is dangerous', () => ({ arguments: JSON.parse('{"__proto__":{}}') as object }), 'internal_error', ''],
  ] as const)('keeps the call from running when it %s', async (_, before, errorType, message) => {
    verifies('middleware.before.fail-closed', 'y-agent.pipeline.pre-abort');
    let ran = 0;
    const tool: Tool = {
      ...echo,
      run() {
        ran += 1;
        return ran;
      },
    };
    const broken = { name: 'broken', timeoutMs: 50, before } as unknown as Middleware;
    const { results: read, types, events } = await run([broken], { tools: [tool] });
    expect(read[0]).toMatchObject({ success: false, error_type: errorType });
    expect(read[0]?.error_message).toContain('Not run: broken has to look at this call first, and ');
    expect(read[0]?.error_message).toContain(message);
    expect(bodies(events, 'call-refused')[0]?.by).toBe('broken');
    expect(types).not.toContain('call-started');
    expect(ran).toBe(0);
  });

  it('rewrites: what follows sees the call as it is then, and the record tells', async () => {
    verifies('middleware.before.rewrite');
    const { tool, runs } = writer();
    const asked: unknown[] = [];
    const seen: unknown[] = [];
    const move = (name: string, to: string): Middleware => ({
      name,
      before(call) {
        seen.push(call.arguments);
        return { arguments: { path: to } };
      },
    });
    const digests = new Set<string>();
    const session = await open(calls({ name: 'writer', arguments: { path: 'a' } }), {
      tools: [tool],
      middleware: [move('to b', 'b'), move('to c', 'c')],
      onQuestion(question) {
        if (question.kind === 'approval') {
          asked.push(question.arguments, question.facts[0]?.target);
          digests.add(question.digest);
        }
        return { choice: 'once' };
      },
    });
    const { events, types } = await play(session.send('go'));
    expect(seen).toEqual([{ path: 'a' }, { path: 'b' }]);
    expect(asked).toEqual([{ path: 'c' }, 'c']);
    expect(runs).toEqual(['c']);
    const callId = bodies(events, 'call-admitted')[0]?.callId;
    expect(bodies(events, 'call-rewritten')).toEqual([
      { callId, by: 'to b', from: { path: 'a' }, to: { path: 'b' } },
      { callId, by: 'to c', from: { path: 'b' }, to: { path: 'c' } },
    ]);
    expect(types.indexOf('call-rewritten')).toBeLessThan(types.indexOf('call-planned'));
    expect(results(events)[0]?.metadata.rewritten_by).toEqual(['to b', 'to c']);
    // The model is shown what it wrote itself; the verdict is for what was made of it.
    const plain = await open(calls({ name: 'writer', arguments: { path: 'c' } }), { tools: [tool], onAsk: 'deny' });
    const { events: others } = await play(plain.send('go'));
    expect([...digests]).toEqual([bodies(others, 'call-decided')[0]?.digest]);
  });

  it('rewrites into what policy denies, and it is denied', async () => {
    verifies('middleware.before.rewrite');
    const { tool, runs } = writer();
    const away: Middleware = { name: 'away', before: () => ({ arguments: { path: '.git/config' } }) };
    const session = await open(calls({ name: 'writer', arguments: { path: 'a' } }), {
      tools: [tool],
      middleware: [away],
      mode: 'edit',
      onAsk: 'deny',
    });
    const { events } = await play(session.send('go'));
    expect(results(events)[0]?.error_type).toBe('permission_denied');
    expect(runs).toEqual([]);
  });

  it('tells what was rewritten before it was refused', async () => {
    const rewrite: Middleware = { name: 'one', before: () => ({ arguments: { text: 'b' } }) };
    const refuse: Middleware = { name: 'two', before: () => ({ refuse: 'No.' }) };
    const { types } = await run([rewrite, refuse]);
    expect(types.slice(types.indexOf('call-rewritten'))).toEqual(
      expect.arrayContaining(['call-rewritten', 'call-refused', 'call-settled']),
    );
  });

  it('passes a call again that an earlier process never started', async () => {
    verifies('middleware.before.recovered');
    const store = await openStore('memory');
    const first = await run([], { store });
    const stream = (await store.read(first.session.id)) as readonly { readonly type: string }[];
    await first.session.close();
    const killed = stream.slice(0, stream.findIndex(({ type }) => type === 'call-admitted') + 1);
    const other = await openStore('memory');
    await other.append('ses_killed', killed as never);
    const session = await open([{ text: 'Gone on.' }], {
      store: other,
      session: 'ses_killed',
      tools: [echo],
      middleware: [{ name: 'loud', before: () => ({ arguments: { text: 'A' } }) }],
    });
    const { events } = await play(session.resume());
    expect(results(events)[0]?.data).toBe('A');
  });
});

describe('after a call', () => {
  it('shows how it ended, as a copy, and lets the result be', async () => {
    verifies('middleware.after.seen');
    const seen: Pick<EndedCall, 'tool' | 'arguments' | 'outcome' | 'result'>[] = [];
    const watch: Middleware = {
      name: 'watch',
      after({ tool, arguments: args, outcome, result }) {
        seen.push({ tool, arguments: args, outcome, result: structuredClone(result) });
        if ('value' in result) (result.value as { list: number[] }).list.push(2);
        return undefined;
      },
    };
    const listing: Tool = { ...echo, run: () => ({ list: [1] }) };
    const failing: Tool = { ...echo, name: 'failing', run: () => fail('not_found', 'It is gone.') };
    const session = await open(calls(say('a'), { name: 'failing', arguments: { text: 'b' } }), {
      tools: [listing, failing],
      middleware: [watch],
    });
    const { events } = await play(session.send('go'));
    expect(results(events)[0]?.data).toEqual({ list: [1] });
    expect(seen).toMatchObject([
      { tool: 'echo', arguments: { text: 'a' }, outcome: 'ok', result: { value: { list: [1] } } },
      { tool: 'failing', outcome: 'error', result: { failure: { errorType: 'not_found', message: 'It is gone.' } } },
    ]);
  });

  it('is told at once that nobody waits when the turn is cancelled already', async () => {
    const seen: [string, boolean][] = [];
    const one: Middleware = {
      name: 'looks',
      after({ outcome, signal }) {
        seen.push([outcome, signal.aborted]);
        return undefined;
      },
    };
    const slow: Tool = {
      ...echo,
      async run() {
        session.cancel();
        return 'done';
      },
    };
    const session = await open(calls(say('a')), { tools: [slow], middleware: [one] });
    await session.send('go').result;
    expect(seen).toEqual([['ok', true]]);
    const { results: read } = await run([one]);
    expect(read).toHaveLength(1);
    expect(seen[1]).toEqual(['ok', false]);
  });

  it('is not shown what never ran', async () => {
    verifies('middleware.after.seen');
    let seen = 0;
    const watch: Middleware = {
      name: 'watch',
      after() {
        seen += 1;
        return undefined;
      },
    };
    const { tool } = writer();
    const session = await open(calls({ name: 'writer', arguments: { path: 'a' } }, { name: 'x', arguments: {} }), {
      tools: [tool],
      middleware: [watch],
      onAsk: 'deny',
    });
    await play(session.send('go'));
    expect(seen).toBe(0);
  });

  it('rewrites the result before it is masked, bounded and checked', async () => {
    verifies('middleware.after.rewrite');
    const secret = 'Zx9fQ2mLr7TtWc31';
    const text = `${secret} ${'a long word '.repeat(2000)}`;
    const { results: read, events } = await run([{ name: 'other', after: () => ({ value: text }) }], {
      env: { API_TOKEN: secret },
    });
    const content = bodies(events, 'call-settled')[0]?.content ?? '';
    expect(content.length).toBeLessThanOrEqual(10_000);
    expect(content).not.toContain(secret);
    expect(read[0]?.data).toMatch(/^\[masked:API_TOKEN\] a long word .*characters left out/s);
    expect(bodies(events, 'result-rewritten')).toMatchObject([{ by: 'other', from: 'ok', to: 'ok' }]);
    const checked: Tool = { ...echo, result: { type: 'string' }, run: () => 'a' };
    const unfit = await run([{ name: 'other', after: () => ({ value: 7 }) }], { tools: [checked] });
    expect(unfit.results[0]?.error_message).toContain('does not fit its own schema');
  });

  it('turns a success into a failure', async () => {
    verifies('middleware.after.rewrite');
    const { results: read, events } = await run([
      { name: 'strict', after: () => ({ failure: fail('validation_failed', 'The linter says no.') }) },
    ]);
    expect(read[0]).toMatchObject({ success: false, error_message: 'The linter says no.' });
    expect(bodies(events, 'result-rewritten')).toMatchObject([{ from: 'ok', to: 'error' }]);
  });

  it.each([
    ['throws', throwLost, 'it failed: lost'],
    ['takes too long', () => sleep(200, undefined), 'it did not end within 50 ms'],
    ['answers something else', () => ({ no: 1 }), 'it answered neither { value } nor { failure }'],
  ] as const)('never hurts the call when it %s', async (_, after, message) => {
    verifies('middleware.after.fail-open', 'y-agent.pipeline.post-logged');
    const broken = { name: 'broken', timeoutMs: 50, after } as unknown as Middleware;
    const { results: read, events, end } = await run([broken]);
    expect(read[0]).toMatchObject({ success: true, data: 'a' });
    expect(bodies(events, 'middleware-failed')).toMatchObject([{ by: 'broken', message }]);
    expect(end.reason).toBe('answered');
  });
});

describe('a turn that is stopped', () => {
  it.each(['before', 'after'] as const)('is not held up by a middleware %s a call', async (at) => {
    verifies('middleware.asked.stop');
    let signal: AbortSignal | undefined;
    let ended = false;
    const hang: Middleware = {
      name: 'hang',
      timeoutMs: 60_000,
      [at]: (call: MiddlewareCall) => {
        signal = call.signal;
        return sleep(500, undefined).finally(() => {
          ended = true;
        });
      },
    };
    const session = await open(calls(say('a')), { tools: [echo], middleware: [hang] });
    const playing = play(session.send('go'));
    while (signal === undefined) await sleep(5);
    session.cancel();
    const { end, events } = await playing;
    expect(ended).toBe(false);
    expect(end.reason).toBe('cancelled');
    expect(signal.aborted).toBe(true);
    const outcome = bodies(events, 'call-settled')[0]?.outcome;
    expect(outcome).toBe(at === 'before' ? 'cancelled' : 'ok');
    if (at === 'after') expect(bodies(events, 'middleware-failed')).toHaveLength(1);
  });
});

describe('names', () => {
  it('are given once', async () => {
    verifies('y-agent.pipeline.middleware-duplicate', 'middleware.asked.names');
    const twice = open([], { middleware: [{ name: 'a' }, { name: 'a', priority: 3 }] });
    await expect(twice).rejects.toThrow('Two middlewares are named a: give each a name of its own.');
    await expect(open([], { middleware: [{ name: ' ' }] })).rejects.toThrow('Every middleware has a name');
  });
});

function throwLost(): never {
  throw new Error('lost');
}
