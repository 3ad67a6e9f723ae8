import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import type { Question } from '../../src/run/question.js';
import { forkSession } from '../../src/session/fork-session.js';
import type { SessionOptions } from '../../src/session/options.js';
import { openSession, type Session } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { bodies, echo, newFolder, open, play, results, writer } from './open.js';

let made = 0;
/** A call that repeats no other. */
const next = () => ({ name: 'echo', arguments: { text: `n${made++}` } });
const used = (tokens: number) => ({ usage: { inputTokens: tokens - 10, outputTokens: 10 } });
const rounds = (count: number, tokens = 100) =>
  Array.from({ length: count }, () => ({ calls: [next()], ...used(tokens) }));
const tools = [echo];

describe('the limits of a turn', () => {
  it('are those of the profile unless the options say otherwise', async () => {
    verifies('limits.turn.data', 'limits.end.stop', 'limits.turn.last-round');
    const session = await open(rounds(9), { tools, limits: { rounds: 3 } });
    const { end, events } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'limit', limit: 'rounds', rounds: 3 });
    expect(end.message).toBe('Stopped at the limit of 3 rounds a turn. Send a message to go on.');
    expect(bodies(events, 'guard-warned').map(({ code }) => code)).toEqual(['last-round']);
    expect(session.requests[2]?.messages.at(-1)).toEqual({
      role: 'user',
      text: expect.stringContaining('Answer now with what you have'),
    });
    // The next turn has rounds of its own.
    expect(await session.send('go on').result).toMatchObject({ reason: 'limit', rounds: 3 });
  });

  it('give a model that is out of calls one round to answer in', async () => {
    verifies('limits.turn.calls');
    const limits = { callsPerTurn: 2 };
    const two = { calls: [next(), next(), next()] };
    const answering = await open([two, { text: 'that is all' }], { tools, limits });
    const { end, events } = await play(answering.send('go'));
    expect(end).toMatchObject({ reason: 'answered', text: 'that is all' });
    expect(results(events).flatMap(({ error_message }) => error_message ?? [])).toEqual([
      'Not run: the limit of 2 calls a turn is reached. Answer with what you have.',
    ]);
    const deaf = await open([two, ...rounds(5)], { tools, limits });
    expect(await deaf.send('go').result).toMatchObject({ reason: 'limit', limit: 'calls-per-turn', rounds: 2 });
  });

  it('count tokens as the server tells, refuse the calls that come too late and end the turn', async () => {
    verifies('limits.turn.tokens', 'limits.turn.calls', 'design.rooms.budgets');
    const session = await open(rounds(9, 400), { tools, limits: { turnTokens: 1000 } });
    const { end, events } = await play(session.send('go'));
    expect(end).toMatchObject({
      reason: 'limit',
      limit: 'turn-tokens',
      rounds: 3,
      message: 'Stopped at the limit of 1,000 tokens a turn. Send a message to go on.',
    });
    const told = results(events).map(({ success, error_type, error_message }) => ({
      success,
      error_type,
      error_message,
    }));
    expect(told.at(-1)).toEqual({
      success: false,
      error_type: 'rate_limited',
      error_message: 'Not run: the limit of 1,000 tokens a turn is reached. The turn ends here.',
    });
    expect(told.slice(0, 2).every(({ success }) => success)).toBe(true);
    expect(bodies(events, 'guard-tripped')).toMatchObject([{ limit: 'turn-tokens' }]);
  });

  it('count the characters where the server tells nothing', async () => {
    verifies('limits.turn.tokens');
    const session = await open([{ calls: [next()] }, { text: 'x'.repeat(400) }], {
      tools,
      limits: { turnTokens: 10_000 },
    });
    const { events } = await play(session.send('hi'));
    const [first, last] = bodies(events, 'model-answered').map(({ usage }) => usage);
    expect(last).toMatchObject({ estimated: true, outputTokens: 100 });
    expect(last?.inputTokens).toBeGreaterThan(first?.inputTokens ?? 0);
    const untold = await open([{ text: 'x' }], { tools });
    expect(bodies((await play(untold.send('hi'))).events, 'model-answered')[0]?.usage).toBeUndefined();
  });

  it('count cost by prices, what a cache held by its own', async () => {
    verifies('limits.turn.cost');
    const usage = { inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 100_000 };
    const script = Array.from({ length: 9 }, () => ({ calls: [next()], usage }));
    // 0.5 × 2 + 0.5 × 0.2 + 0.1 × 10 = 2.1 a round.
    const prices = { 'scr*': { input: 99, output: 99 }, 'scripted*': { input: 2, output: 10, cachedInput: 0.2 } };
    const session = await open(script, { tools, prices, limits: { turnCost: 4.3 } });
    expect(await session.send('go').result).toMatchObject({
      reason: 'limit',
      limit: 'turn-cost',
      rounds: 3,
      message: 'Stopped at the cost limit of 4.3 a turn. Send a message to go on.',
    });
  });

  it('tell once that the price of a model is not known', async () => {
    verifies('limits.turn.unpriced');
    const warned: string[] = [];
    const log = { warn: (message: string) => warned.push(message), debug: () => {} };
    const options = { tools, log, prices: { other: { input: 1, output: 1 } } };
    const session = await open([...rounds(3), { text: 'done' }, { text: 'again' }], {
      ...options,
      limits: { turnCost: 1 },
    });
    expect(await session.send('go').result).toMatchObject({ reason: 'answered' });
    expect(await session.send('go').result).toMatchObject({ reason: 'answered' });
    expect(warned).toEqual([expect.stringMatching(/^no price is known for scripted: .*"prices": \{ "scripted"/)]);
    warned.length = 0;
    const unlimited = await open([{ text: 'done' }], options);
    await unlimited.send('go').result;
    expect(warned).toEqual([]);
  });
});

it('refuses limits that are none', async () => {
  verifies('limits.turn.data');
  const wrong = [
    [{ limits: { rounds: 0 } }, /limits\.rounds cannot be 0/],
    [{ limits: { turnTokens: Number.NaN } }, /limits\.turnTokens/],
    [{ limits: { atLimit: 'explode' as never } }, /limits\.atLimit cannot be "explode": use stop, fail, ask/],
    [{ rateLimits: { echo: { max: 0, perMs: 1 } } }, /rateLimits\.echo\.max/],
  ] as const;
  for (const [options, message] of wrong) await expect(open([], options)).rejects.toThrow(message);
});

describe('the time of a turn', () => {
  /** A clock that stands still but for what the test does. */
  const createClock = () => {
    const time = { now: 0 };
    return { time, clock: { now: () => Math.random() * 1e12, monotonic: () => time.now } };
  };

  it('ends what runs, and every call says so', async () => {
    verifies('limits.turn.time', 'limits.turn.calls', 'design.rooms.budgets');
    const { time, clock } = createClock();
    const sleep = defineTool({
      name: 'sleep',
      description: 'sleeps until it is told to stop',
      parameters: { type: 'object', properties: {} },
      effects: 'none',
      run: (_args, ctx) => {
        time.now = 100;
        return new Promise<string>((resolve) => ctx.signal.addEventListener('abort', () => resolve('woken')));
      },
    });
    const script = [
      {
        calls: [
          { name: 'sleep', arguments: {} },
          { name: 'echo', arguments: { text: 'late' } },
        ],
      },
    ];
    const profile = { ...toolwrightProfile, order: 'sequential' as const };
    const session = await open(script, { tools: [sleep, echo], profile, clock, limits: { turnMs: 80 } });
    const { end, events } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'limit', limit: 'turn-time', rounds: 1 });
    expect(end.message).toBe('Stopped at the limit of 80 milliseconds a turn. Send a message to go on.');
    expect(results(events)[1]).toMatchObject({
      success: false,
      error_message: 'Not run: the limit of 80 milliseconds a turn is reached. The turn ends here.',
    });
  });

  it('ends an answer that does not come, and goes by the clock that is never set', async () => {
    verifies('limits.turn.time');
    const clock = { now: () => Math.random() * 1e12, monotonic: () => performance.now() };
    const session = await open([{ text: 'never', delayMs: 5000 }], { clock, limits: { turnMs: 60 } });
    expect(await session.send('go').result).toMatchObject({ reason: 'limit', limit: 'turn-time' });
    const quick = await open([{ text: 'at once' }], { clock, limits: { turnMs: 5000 } });
    expect(await quick.send('go').result).toMatchObject({ reason: 'answered' });
  });

  it('stands still while a question waits for a person', async () => {
    verifies('limits.turn.time-person');
    const { time, clock } = createClock();
    const { tool, runs } = writer();
    const session = await open([{ calls: [{ name: 'writer', arguments: { path: 'a' } }] }, { text: 'written' }], {
      tools: [tool],
      clock,
      limits: { turnMs: 60_000 },
      onQuestion: () => {
        time.now += 3_600_000;
        return { choice: 'once' };
      },
    });
    expect(await session.send('go').result).toMatchObject({ reason: 'answered', text: 'written' });
    expect(runs).toEqual(['a']);
  });
});

describe('at a limit', () => {
  const profile = { ...toolwrightProfile, limits: { ...toolwrightProfile.limits, rounds: 2 } };

  it('a turn that is to fail has failed', async () => {
    verifies('limits.end.fail');
    const session = await open(rounds(9), { tools, limits: { rounds: 2, atLimit: 'fail' } });
    expect(await session.send('go').result).toMatchObject({ reason: 'failed', limit: 'rounds' });
  });

  it('a person is asked, and a yes gives the same amount once more', async () => {
    verifies('limits.end.ask');
    const asked: Question[] = [];
    const answers = ['go on', 'go on', 'stop'];
    const options: Partial<SessionOptions> = {
      tools,
      profile,
      limits: { atLimit: 'ask' },
      onQuestion: (question) => {
        asked.push(question);
        return { choice: 'text', text: answers.shift() ?? 'stop' };
      },
    };
    const session = await open(rounds(20), options);
    const { end, events } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'limit', limit: 'rounds', rounds: 6 });
    expect(asked[0]).toMatchObject({
      kind: 'input',
      text: 'The turn is at the limit of 2 rounds a turn. Go on with as much again?',
      options: ['go on', 'stop'],
    });
    expect(bodies(events, 'approval-answered')).toHaveLength(3);
    // Nobody is told to answer now who may be allowed more.
    expect(bodies(events, 'guard-warned')).toEqual([]);
  });

  it.each([
    ['turnTokens', { turnTokens: 160 }],
    ['sessionTokens', { sessionTokens: 160 }],
    ['callsPerTurn', { callsPerTurn: 2 }],
  ])('a yes counts for %s too, and no call is refused before it', async (_, limits) => {
    verifies('limits.end.ask');
    let asked = 0;
    const session = await open([...rounds(3), { text: 'done', ...used(100) }], {
      tools,
      limits: { ...limits, atLimit: 'ask' },
      onQuestion: () => {
        asked += 1;
        return { choice: 'text', text: 'go on' };
      },
    });
    const { end, events } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'answered', text: 'done', rounds: 4 });
    expect(asked).toBe(1);
    expect(bodies(events, 'guard-tripped')).toEqual([]);
  });

  it('with nobody there the rule for approvals counts', async () => {
    verifies('limits.end.ask-nobody');
    const limits = { atLimit: 'ask' } as const;
    for (const [onAsk, reason] of [
      ['deny', 'limit'],
      ['abort', 'aborted'],
      ['park', 'parked'],
    ] as const) {
      const session = await open(rounds(9), { tools, profile, limits, onAsk });
      expect(await session.send('go').result, onAsk).toMatchObject({ reason, rounds: 2 });
    }
    const session = await open(rounds(9), { tools, profile, limits, onAsk: { waitMs: 30 } });
    expect(await session.send('go').result).toMatchObject({ reason: 'limit', limit: 'rounds' });
  });
});

describe('the limits of a session', () => {
  it('still count when it is gone on with', async () => {
    verifies('limits.session.resume');
    const store = createMemoryStore();
    const workspace = newFolder();
    const options = { store, workspace, builtins: false, limits: { sessionTokens: 500 } };
    const first = await openSession({ ...options, model: scriptedModel([{ text: 'one', ...used(300) }]) });
    expect(await first.send('go').result).toMatchObject({ reason: 'answered' });
    await first.close();
    const again = await openSession({
      ...options,
      session: first.id,
      model: scriptedModel([{ text: 'two', ...used(300) }, { text: 'three' }]),
    });
    expect(await again.send('go').result).toMatchObject({ reason: 'answered', text: 'two' });
    expect(await again.send('go').result).toMatchObject({
      reason: 'limit',
      limit: 'session-tokens',
      rounds: 0,
      message:
        'Stopped at the limit of 500 tokens a session. Raise limits.sessionTokens in the config, or begin another session.',
    });
    await again.close();
  });

  it('count what a person allowed beyond them when it is gone on with', async () => {
    verifies('limits.session.resume', 'limits.end.ask');
    const store = createMemoryStore();
    let asked = 0;
    const goOn = (limit: number) => ({
      store,
      workspace: newFolder(),
      builtins: false as const,
      limits: { sessionTokens: limit, atLimit: 'ask' as const },
      onQuestion: () => {
        asked += 1;
        return { choice: 'text' as const, text: 'go on' };
      },
    });
    const answers = (count: number) =>
      scriptedModel(Array.from({ length: count }, () => ({ text: 'x', ...used(200) })));
    const first = await openSession({ ...goOn(300), model: answers(3) });
    for (const _ of [1, 2, 3]) await first.send('go').result;
    expect([first.spending.tokens, asked]).toEqual([600, 1]);
    await first.close();
    // 300 and 300 more are used up: whoever goes on is asked again, once.
    const again = await openSession({ ...goOn(300), session: first.id, model: answers(1) });
    expect(await again.send('go').result).toMatchObject({ reason: 'answered' });
    expect(asked).toBe(2);
    await again.close();
    // 300 three times, and 800 used.
    const third = await openSession({ ...goOn(300), session: first.id, model: answers(1) });
    expect(await third.send('go').result).toMatchObject({ reason: 'answered' });
    expect(asked).toBe(2);
    await third.close();
    // What was given is an amount: another limit does not multiply it.
    const other = await openSession({ ...goOn(401), session: first.id, model: answers(1) });
    expect(await other.send('go').result).toMatchObject({ reason: 'answered' });
    expect(asked).toBe(2);
    await other.close();
  });

  it('count what the sessions it started have spent when it is gone on with', async () => {
    verifies('limits.session.resume', 'limits.session.children');
    const store = createMemoryStore();
    const options = {
      store,
      workspace: newFolder(),
      builtins: false as const,
      prices: { scripted: { input: 1, output: 1 } },
      limits: { sessionTokens: 1000 },
    };
    const model = scriptedModel([{ text: 'one', ...used(100) }]);
    const first = await openSession({ ...options, model });
    await first.send('go').result;
    const child = await openSession({
      ...options,
      limits: {},
      spendsFor: first.spending,
      model: scriptedModel([{ text: 'two', ...used(900) }]),
    });
    await child.send('go').result;
    expect([first.spending.tokens, first.spending.cost]).toEqual([1000, 0.001]);
    await first.close();
    await child.close();
    const again = await openSession({ ...options, session: first.id, model });
    expect([again.spending.tokens, again.spending.cost]).toEqual([1000, 0.001]);
    expect(await again.send('go').result).toMatchObject({ reason: 'limit', limit: 'session-tokens', rounds: 0 });
    // The child's own spending is counted once, above it too.
    const childAgain = await openSession({
      ...options,
      limits: {},
      session: child.id,
      spendsFor: again.spending,
      model: scriptedModel([]),
    });
    expect([childAgain.spending.tokens, again.spending.tokens]).toEqual([900, 1000]);
    await childAgain.close();
    await again.close();
  });

  it('do not count what a fork has copied', async () => {
    verifies('limits.session.resume');
    const store = createMemoryStore();
    const options = { store, workspace: newFolder(), builtins: false };
    const first = await openSession({ ...options, model: scriptedModel([{ text: 'one', ...used(300) }]) });
    await first.send('go').result;
    await first.close();
    const fork = await forkSession(store, first.id);
    const model = scriptedModel([{ text: 'two', ...used(300) }]);
    const forked = await openSession({ ...options, session: fork, model, limits: { sessionTokens: 300 } });
    expect(await forked.send('go').result).toMatchObject({ reason: 'answered' });
    await forked.close();
  });

  it('count what the sessions it starts spend, and hold for them', async () => {
    verifies('limits.session.children');
    const ends: unknown[] = [];
    const delegate = defineTool({
      name: 'delegate',
      description: 'has another session do it',
      parameters: { type: 'object', properties: {} },
      effects: 'none',
      run: async () => {
        const child = await openSession({
          model: scriptedModel(rounds(20, 200)),
          workspace: newFolder(),
          builtins: false,
          tools,
          spendsFor: session.spending,
        });
        const end = await child.send('do it').result;
        await child.close();
        ends.push({ limit: end.limit, rounds: end.rounds });
        return 'delegated';
      },
    });
    const session: Session = await open(
      [{ calls: [{ name: 'delegate', arguments: {} }], ...used(100) }, { text: 'never' }],
      {
        tools: [delegate],
        limits: { turnTokens: 1000 },
      },
    );
    expect(await session.send('go').result).toMatchObject({ reason: 'limit', limit: 'turn-tokens', rounds: 1 });
    expect(ends).toEqual([{ limit: 'turn-tokens', rounds: 5 }]);
    expect(session.spending.tokens).toBe(1100);
  });
});
