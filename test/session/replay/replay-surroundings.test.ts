import { describe, expect, it } from 'vitest';
import { toolwrightProfile } from '../../../src/profile/toolwright.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { forkSession } from '../../../src/session/fork-session.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { redactSession } from '../../../src/session/replay/redact-session.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import type { Session } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { type ScriptedRound, scriptedModel } from '../../../src/testing/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { echo, open, writer } from '../open.js';

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const store = createMemoryStore();

async function record(
  rounds: readonly ScriptedRound[],
  options: Partial<SessionOptions>,
  play: (session: Session) => Promise<unknown> = (session) => session.send('go').result,
): Promise<readonly SessionRecord[]> {
  const session = await open(rounds, { tools: [echo, writer().tool], store, ...options });
  await play(session);
  await session.close();
  return (await store.read(session.id)) as readonly SessionRecord[];
}

const slow = defineTool({
  name: 'slow',
  description: 'takes its time',
  parameters: { type: 'object', properties: { ms: { type: 'integer' } }, required: ['ms'] },
  effects: 'none',
  run: ({ ms }) => new Promise((done) => setTimeout(() => done('rested'), ms)),
});
const types = (events: readonly SessionRecord[]): string[] => events.map(({ type }) => type);
const thrice = { calls: [call('echo', { text: 'a' }), call('echo', { text: 'b' }), call('writer', { path: 'p' })] };
const once = () => ({ choice: 'once' }) as const;

/** Both as it is and redacted. */
async function isSame(events: readonly SessionRecord[]): Promise<void> {
  expect((await replaySession(events)).differences).toEqual([]);
  expect((await replaySession(redactSession(events))).differences).toEqual([]);
}

describe('a replay', () => {
  it('has middleware rewrite and refuse what it rewrote and refused', async () => {
    verifies('replay.same.calls');
    const events = await record([thrice, { text: 'Done.' }], {
      middleware: [
        { name: 'shouts', before: ({ tool }) => (tool === 'echo' ? { arguments: { text: 'LOUD' } } : undefined) },
        { name: 'guards', before: ({ tool }) => (tool === 'writer' ? { refuse: 'Not on a Sunday.' } : undefined) },
      ],
    });
    expect(types(events)).toEqual(expect.arrayContaining(['call-rewritten', 'call-refused']));
    await isSame(events);
  });

  it('stops and asks again where the sandbox stopped a run', async () => {
    verifies('replay.same.calls');
    const runs: number[] = [];
    const tool = defineTool({
      name: 'command',
      description: 'runs',
      parameters: { type: 'object', properties: {} },
      capabilities: ['process'],
      plan: () => ({
        facts: [{ kind: 'exec', target: 'x', where: 'nowhere', known: true }],
        preview: { kind: 'text', text: 'x' },
      }),
      run: async (_args, ctx) => {
        runs.push(1);
        const end = await ctx.process.run({ command: 'x', cwd: '.', timeoutMs: 1000 });
        return end.state === 'exited' && end.exitCode === 0 ? 'fine' : fail('io_error', 'it failed');
      },
    });
    const refused = [{ kind: 'write', target: '/far/away', where: 'outside', known: true, refused: true }] as const;
    for (const yes of [true, false]) {
      let first = true;
      let asked = 0;
      const events = await record([{ calls: [call('command')] }, { text: 'Done.' }], {
        tools: [tool],
        process: {
          sandboxed: true,
          run: async () => {
            const failed = first;
            first = false;
            return { state: 'exited', exitCode: failed ? 1 : 0, ...(failed && { refused }) };
          },
          start: () => Promise.reject(new Error('none')),
        },
        onQuestion: () => ({ choice: asked++ === 0 || yes ? 'once' : 'deny' }),
      });
      expect(types(events)).toContain('call-stopped');
      await isSame(events);
    }
    expect(runs).toHaveLength(3);
  });

  it('changes the mode where it was changed, between turns and within one', async () => {
    verifies('replay.same.turns');
    const events = await record(
      [thrice, { text: 'Done.' }, thrice, { text: 'Done.' }],
      { onAsk: 'person' },
      async (session) => {
        session.on((event) => {
          if (event.type !== 'approval-requested') return;
          void session
            .setMode(session.mode === 'ask' ? 'edit' : 'ask')
            .then(() => session.answer(event.body.id, once()));
        });
        await session.send('go').result;
        await session.setMode('edit');
        await session.send('again').result;
      },
    );
    expect(types(events)).toContain('mode-changed');
    await isSame(events);
  });

  it('takes text from outside in where it came in', async () => {
    verifies('replay.same.turns');
    const fetched = defineTool({
      name: 'fetched',
      description: 'fetches',
      parameters: { type: 'object', properties: {} },
      effects: 'outside',
      plan: () => ({
        facts: [{ kind: 'net', target: 'docs.example.com', where: 'nowhere', known: true }],
        preview: { kind: 'text', text: 'x' },
      }),
      run: () => 'words of others',
    });
    const round = { calls: [call('fetched'), call('fetched')] };
    const events = await record([round, { text: 'Done.' }], { tools: [fetched], onQuestion: once });
    expect(types(events)).toContain('taint-raised');
    await isSame(events);
  });

  it('asks to go on at a limit, and refuses what was too fast or only repeated', async () => {
    verifies('replay.same.limits');
    const rounds = Array.from({ length: 12 }, () => ({ calls: [call('echo', { text: 'a' })] }));
    const { limits } = toolwrightProfile;
    let asked = 0;
    const asking = await record([...rounds, { text: 'Done.' }], {
      profile: { ...toolwrightProfile, limits: { ...limits, rounds: 2, atLimit: 'ask' } },
      onQuestion: () => (asked++ < 2 ? { choice: 'text', text: 'go on' } : { choice: 'text', text: 'stop' }),
    });
    expect(types(asking)).toContain('approval-answered');
    await isSame(asking);
    const fast = await record([...rounds, { text: 'Done.' }], {
      rateLimits: { echo: { max: 1, perMs: 60_000 } },
    } as never);
    expect(types(fast)).toContain('guard-tripped');
    await isSame(fast);
    const repeated = await record([...rounds, { text: 'Done.' }], {});
    expect(types(repeated)).toEqual(expect.arrayContaining(['guard-tripped', 'guard-warned']));
    await isSame(repeated);
  });

  it('makes the conversation shorter where a request was refused as too long', async () => {
    verifies('replay.same.model');
    const tooLong = { failure: { kind: 'context-overflow', message: 'too long' } } as const;
    const look = (text: string) => ({ calls: [call('echo', { text, times: 100 })] });
    const looks = ['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbb', 'cccccccccccccccccccc'].map(look);
    for (const refusals of [1, 2, 5]) {
      const left: ScriptedRound[] = [...looks, ...Array(refusals).fill(tooLong), { text: 'Seen.' }];
      const model = scriptedModel(({ tools }) => (tools.length === 0 ? { text: 'Short.' } : (left.shift() ?? tooLong)));
      const events = await record([], { model });
      expect(types(events).filter((type) => type === 'history-compacted').length).toBeGreaterThan(0);
      await isSame(events);
    }
  });

  it('has the ends of commands come where they came', async () => {
    verifies('replay.same.turns');
    const events = await record(
      [
        { calls: [call('start_command', { command: 'sleep 0.1' })] },
        { calls: [call('slow', { ms: 300 })] },
        { text: 'Done.' },
      ],
      { builtins: true, tools: [slow], mode: 'auto', sandbox: 'off' },
    );
    const ended = types(events).indexOf('command-ended');
    expect(ended).toBeGreaterThan(types(events).indexOf('command-started'));
    expect(ended).toBeLessThan(types(events).indexOf('turn-ended'));
    expect((await replaySession(events)).left.map(({ type }) => type)).not.toContain('command-ended');
    await isSame(events);
  });

  it('looks at each event a few times, however many turns there are', async () => {
    verifies('replay.same.turns');
    const looked = async (turns: number): Promise<number> => {
      const rounds = Array.from({ length: turns }, () => [{ calls: [call('echo', { text: 'a' })] }, { text: 'Done.' }]);
      const events = await record(rounds.flat(), {}, async (session) => {
        for (let turn = 0; turn < turns; turn += 1) await session.send('go').result;
      });
      let looks = 0;
      const watched = new Proxy(events, {
        get(target, key) {
          if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
          return Reflect.get(target, key) as unknown;
        },
      });
      expect((await replaySession(watched)).differences).toEqual([]);
      return looks / events.length;
    };
    expect(await looked(40)).toBeLessThan(1.2 * (await looked(10)));
  });

  it('goes by the profile it is given, and knows forks and pictures', async () => {
    verifies('replay.same.order');
    for (const order of ['sequential', 'ticked'] as const) {
      const profile = { ...toolwrightProfile, order };
      const events = await record([thrice, { text: 'Done.' }], { profile, onQuestion: once }, async (session) => {
        const timer = setInterval(() => session.tick(), 1);
        await session.send('go').result;
        clearInterval(timer);
      });
      expect((await replaySession(events, { profile: { ...profile, order: 'sequential' } })).differences).toEqual([]);
    }
    const events = await record([thrice, { text: 'Done.' }], { onQuestion: once }, (session) => {
      const images = [{ mediaType: 'image/png', data: pixel }];
      return session.send({ text: 'look', images }).result;
    });
    await isSame(events);
    const opened = events.find((event) => event.type === 'session-opened');
    const fork = await forkSession(store, opened?.body.sessionId ?? '');
    expect((await replaySession((await store.read(fork)) as readonly SessionRecord[])).differences).toEqual([]);
  });
});

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
