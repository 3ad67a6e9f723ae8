import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { toolwrightProfile } from '../../../src/profile/toolwright.js';
import type { SessionEvent, SessionRecord } from '../../../src/session/event.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import type { Session } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import type { ScriptedRound } from '../../../src/testing/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { echo, open, writer } from '../open.js';

const call = (name: string, args: object | string = {}, id?: string) => ({ name, arguments: args, ...(id && { id }) });

/** Plays a session and answers what was stored of it. */
async function record(
  rounds: readonly ScriptedRound[],
  options: Partial<SessionOptions> = {},
  play: (session: Session) => Promise<unknown> = (session) => session.send('go').result,
): Promise<readonly SessionRecord[]> {
  const store = createMemoryStore();
  const session = await open(rounds, { tools, store, ...options });
  await play(session);
  await session.close();
  return (await store.read(session.id)) as readonly SessionRecord[];
}

const waits = defineTool({
  name: 'waits',
  description: 'waits for its end',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  run: (_args, ctx) =>
    new Promise((done) => ctx.signal.addEventListener('abort', () => done(fail('cancelled', 'stopped')))),
});
const stubborn = defineTool({
  name: 'stubborn',
  description: 'does not stop',
  parameters: { type: 'object', properties: {} },
  effects: 'outside',
  run: () => new Promise((done) => setTimeout(() => done('late'), 400)),
});
const slow = defineTool({
  name: 'slow',
  description: 'takes its time',
  parameters: { type: 'object', properties: { ms: { type: 'integer' } }, required: ['ms'] },
  effects: 'none',
  run: ({ ms }) => new Promise((done) => setTimeout(() => done({ took: ms }), ms)),
});
const asks = defineTool({
  name: 'asks',
  description: 'asks the person',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  run: async (_args, ctx) => {
    const answer = await ctx.ask.ask({ text: 'Which one?', options: ['a', 'b'] });
    return 'text' in answer ? `took ${answer.text}` : answer;
  },
});
const impossible = defineTool({
  name: 'impossible',
  description: 'never can',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  plan: () => fail('not_found', 'There is nothing there.'),
  run: () => '',
});
const throws = defineTool({
  name: 'throws',
  description: 'is broken',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  run: () => {
    throw new Error('ouch');
  },
});
const tools = [echo, writer().tool, waits, stubborn, slow, asks, impossible, throws];

const clean = { differences: [] };
const once = () => ({ choice: 'once' }) as const;

describe('replaySession', () => {
  it('finds no difference where nothing changed, and counts what it compared', async () => {
    verifies('replay.same.turns');
    const events = await record(
      [
        { text: 'Let me see.', reasoning: 'hm', calls: [call('echo', { text: 'a' }), call('writer', { path: 'p' })] },
        { text: 'Done.', usage: { inputTokens: 5, outputTokens: 2 } },
      ],
      { onQuestion: once },
    );
    const report = await replaySession(events);
    expect(report).toEqual({
      turns: 1,
      // Neither its opening nor what requests begin with.
      events: events.length - 2,
      differences: [],
      left: [],
      versions: [expect.any(String)],
      redacted: false,
    });
  });

  it('knows calls of every end: unknown, invalid, impossible, denied, failed, broken, asked', async () => {
    verifies('replay.same.calls');
    const rounds: ScriptedRound[] = [
      {
        calls: [
          call('ecko', { text: 'a' }),
          call('echo', { times: 2 }),
          call('echo', '{"text": '),
          call('impossible'),
          call('writer', { path: 'a' }),
          call('throws'),
          call('echo', { text: 'x', times: '3' }),
          call('asks'),
        ],
      },
      { calls: [call('echo', { text: 'y'.repeat(30_000) })] },
      { text: 'Done.' },
    ];
    for (const answer of [{ choice: 'deny', reason: 'no' }, { choice: 'once' }] as const) {
      const events = await record(rounds, {
        onQuestion: ({ kind }) => (kind === 'input' ? { choice: 'text', text: 'b' } : answer),
      });
      expect(await replaySession(events)).toMatchObject(clean);
    }
    expect(await replaySession(await record(rounds))).toMatchObject(clean);
  });

  it('settles calls that ran together in the order they were settled in', async () => {
    verifies('replay.same.order');
    const events = await record([
      { calls: [call('slow', { ms: 30 }), call('slow', { ms: 1 }), call('slow', { ms: 15 })] },
      { text: 'Done.' },
    ]);
    expect(await replaySession(events)).toMatchObject(clean);
  });

  it('takes a turn that was cancelled to the same end, wherever that was', async () => {
    verifies('replay.same.stopped');
    const cases: readonly (readonly [readonly ScriptedRound[], string, Partial<SessionOptions>?])[] = [
      [[{ text: 'x', delayMs: 5000 }], 'round-started'],
      [[{ calls: [call('waits'), call('writer', { path: 'a' })] }], 'call-started'],
      [[{ calls: [call('stubborn'), call('echo', { text: 'a' })] }], 'call-started', { onQuestion: once }],
      [
        [{ calls: [call('echo', { text: 'a' }), call('writer', { path: 'a' })] }],
        'approval-requested',
        { onAsk: 'person' },
      ],
    ];
    for (const [rounds, at, options] of cases) {
      for (const stop of ['cancel', 'pause'] as const) {
        const events = await record(rounds, options, async (session) => {
          const seen: SessionEvent[] = [];
          session.on((event) => seen.push(event));
          const { result } = session.send('go');
          await vi.waitFor(() => expect(seen.map(({ type }) => type)).toContain(at));
          session[stop]();
          if (stop === 'pause' && at === 'call-started') session.cancel();
          return result;
        });
        expect({ at, stop, ...(await replaySession(events)) }).toMatchObject({ at, stop, ...clean });
      }
    }
  });

  it('goes on where a session was parked, paused, steered or killed', async () => {
    verifies('replay.same.resumed');
    const store = createMemoryStore();
    const first = await open([{ calls: [call('echo', { text: 'a' }), call('writer', { path: 'a' })] }], {
      tools,
      store,
      onAsk: 'park',
    });
    expect((await first.send('go').result).reason).toBe('parked');
    await first.close();
    const second = await open([{ calls: [call('slow', { ms: 20 })] }, { text: 'Done.' }, { text: 'Also that.' }], {
      tools,
      store,
      session: first.id,
      onQuestion: once,
    });
    const { result } = second.resume();
    second.on((event) => {
      if (event.type === 'round-started' && event.body.round === 1) void second.steer('and this');
    });
    await result;
    await second.setMode('auto');
    await second.close();
    const events = (await store.read(first.id)) as readonly SessionRecord[];
    expect(events.map(({ type }) => type)).toContain('message-queued');
    expect(await replaySession(events)).toMatchObject({ turns: 2, ...clean });
    // Killed after any of its events, and gone on with or not.
    for (let length = 1; length <= events.length; length += 1)
      expect({ length, ...(await replaySession(events.slice(0, length))) }).toMatchObject({ length, ...clean });
  });

  it('gives a model that failed its failure again', async () => {
    verifies('replay.same.model');
    const failure = { kind: 'overloaded', message: 'Come back later.' } as const;
    for (const round of [
      { failure },
      { text: 'Half an ans', failure },
      { text: '' },
      { text: 'x', stop: 'length' },
    ] as const) {
      expect(await replaySession(await record([{ calls: [call('echo', { text: 'a' })] }, round]))).toMatchObject(clean);
    }
    const repeated = [
      call('echo', { text: 'a' }, 'same'),
      call('echo', { text: 'b' }, 'same'),
      call('echo', { text: 'c' }, ''),
    ];
    expect(await replaySession(await record([{ calls: repeated }, { text: 'Done.' }]))).toMatchObject(clean);
  });

  it('holds a session to the limits it was held to', async () => {
    verifies('replay.same.limits');
    const again = { calls: [call('echo', { text: 'a' }), call('echo', { text: 'b' }), call('echo', { text: 'c' })] };
    const rounds = Array.from({ length: 30 }, () => again);
    for (const limits of [{ rounds: 3 }, { callsPerRound: 2 }, { callsPerTurn: 4 }, { turnTokens: 10 }, {}]) {
      const profile = { ...toolwrightProfile, limits: { ...toolwrightProfile.limits, ...limits } };
      const events = await record(rounds, { profile });
      expect({ limits, ...(await replaySession(events)) }).toMatchObject({ limits, ...clean });
    }
  });

  it('finds no difference in random sessions, and the same when it looks again', async () => {
    verifies('replay.same.turns', 'replay.same.calls');
    const some = fc.constantFrom(
      call('echo', { text: 'a' }),
      call('echo', {}),
      call('writer', { path: 'a' }),
      call('slow', { ms: 3 }),
      call('slow', { ms: 0 }),
      call('impossible'),
      call('throws'),
      call('nobody'),
      call('asks'),
    );
    const rounds = fc.array(fc.array(some, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(rounds, fc.array(fc.boolean(), { minLength: 4 }), async (script, yes) => {
        let at = 0;
        const events = await record([...script.map((calls) => ({ calls })), { text: 'Done.' }], {
          onQuestion: ({ kind }) => {
            if (kind === 'input') return { choice: 'text', text: 'b' };
            return yes[at++ % yes.length] ? { choice: 'once' } : { choice: 'deny' };
          },
        });
        const report = await replaySession(events);
        expect(report.differences).toEqual([]);
        expect(await replaySession(events)).toEqual(report);
        compared += report.events;
      }),
      { numRuns: 15 },
    );
    console.log(`replay: 15 random sessions, ${compared} events compared, 0 differences`);
  });
});

describe('a difference', () => {
  const played = () =>
    record(
      [{ calls: [call('echo', { text: 'a' }, 'c1')] }, { text: 'Done.' }, { text: 'More.' }],
      {},
      async (session) => {
        await session.send('go').result;
        await session.send('and').result;
      },
    );
  const changed = (events: readonly SessionRecord[], type: string, body: object): readonly SessionRecord[] =>
    events.map((event) =>
      event.type === type ? ({ ...event, body: { ...event.body, ...body } } as SessionRecord) : event,
    );

  it('is told with its place and both sides, for each event the first', async () => {
    verifies('replay.told.sides');
    const events = await played();
    const report = await replaySession(changed(events, 'call-settled', { name: 'ekko', outcome: 'denied' }));
    const seq = events.find(({ type }) => type === 'call-settled')?.seq;
    expect(report.differences).toEqual([
      { turn: 1, seq, type: 'call-settled', callId: 'c1', path: 'name', recorded: 'ekko', replayed: 'echo' },
    ]);
  });

  it('of another event ends its turn, and the next turn is compared from the record again', async () => {
    verifies('replay.told.turn');
    const events = await played();
    const without = events.filter(({ type }) => type !== 'call-decided');
    const report = await replaySession(without);
    const seq = events.find(({ type }) => type === 'call-started')?.seq;
    expect(report.differences).toEqual([
      {
        turn: 1,
        seq,
        type: 'call-started',
        callId: 'c1',
        path: '',
        recorded: 'call-started c1',
        replayed: 'call-decided c1',
      },
    ]);
    expect(report.turns).toBe(2);
  });

  it('is none where events are of other kinds, which are left out and said', async () => {
    verifies('replay.left.said');
    const events = await played();
    const odd = { ...events[3], type: 'weather-turned', body: { callId: 'c1' } } as unknown as SessionRecord;
    const report = await replaySession([...events.slice(0, 4), odd, odd, ...events.slice(4)]);
    expect(report).toMatchObject({ ...clean, left: [{ type: 'weather-turned', count: 2, why: 'unknown' }] });
  });
});
