import { existsSync, mkdirSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ScriptedRound, scriptedModel } from '../../src/model/provider/scripted.js';
import type { Decision } from '../../src/policy/policy.js';
import { openSession, type Session } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { bodies, echo, newFolder, open, play, results, writer } from './open.js';

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const parameters = { type: 'object' } as const;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const slow = defineTool({
  name: 'slow',
  description: 'takes a moment',
  parameters,
  effects: 'none',
  run: () => wait(40).then(() => 'x'),
});

describe('what is shown is what is done', () => {
  it('asks again when the folder of a command leads elsewhere since', async () => {
    const folder = newFolder();
    for (const name of ['build', 'src']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'file'), name);
    }
    symlinkSync('build', join(folder, 'cur'));
    const shown: string[] = [];
    const session = await open([{ calls: [call('run_command', { command: 'rm -f *', cwd: 'cur' })] }, { text: 'ok' }], {
      builtins: true,
      workspace: folder,
      onQuestion: (question) => {
        if (question.kind === 'approval' && question.preview.kind === 'command') shown.push(question.preview.cwd);
        if (shown.length > 1) return { choice: 'deny' };
        unlinkSync(join(folder, 'cur'));
        symlinkSync('src', join(folder, 'cur'));
        return { choice: 'once' };
      },
    });
    await session.send('go').result;
    expect(shown).toEqual(['build', 'src']);
    expect(readdirSync(join(folder, 'src'))).toEqual(['file']);
  });

  it('runs the arguments that were asked about, whatever the answering code does to its copy', async () => {
    const seen: unknown[] = [];
    const pay = defineTool({
      name: 'pay',
      description: 'x',
      parameters,
      run: (args) => seen.push(structuredClone(args)),
    });
    const session = await open([{ calls: [call('pay', { amount: 5 })] }, { text: 'ok' }], {
      tools: [pay],
      onQuestion: (question) => {
        if (question.kind === 'approval') (question.arguments as { amount: number }).amount = 5000;
        return { choice: 'once' };
      },
    });
    await session.send('go').result;
    expect(seen).toEqual([{ amount: 5 }]);
  });

  it('decides again when the mode changed before a call started', async () => {
    const { tool, runs } = writer();
    const session = await open([{ calls: [call('slow'), call('writer', { path: 'x' })] }, { text: 'ok' }], {
      tools: [slow, tool],
      mode: 'edit',
    });
    session.on((event) => {
      if (event.type === 'call-started') void session.setMode('plan');
    });
    const { events } = await play(session.send('go'));
    expect(runs).toEqual([]);
    expect(results(events).map(({ error_type }) => error_type)).toEqual(['none', 'permission_denied']);
  });

  it('takes nothing but the known words for an allowance', async () => {
    for (const verdict of ['forbid', 'Deny', undefined, 'ALLOW']) {
      const { tool, runs } = writer();
      const policy = { decide: () => ({ verdict, level: 'low', reasons: [] }) as unknown as Decision };
      const session = await open([{ calls: [call('writer', { path: 'x' })] }, { text: 'ok' }], {
        tools: [tool],
        policy,
      });
      await session.send('go').result;
      expect(runs).toEqual([]);
    }
  });

  it('denies when the policy throws, and settles what runs beside it once', async () => {
    const { tool, runs } = writer();
    const policy = {
      decide: ({ tool: { name } }: { tool: { name: string } }): Decision => {
        if (name === 'writer') throw new Error('rules file broken');
        return { verdict: 'allow', level: 'safe', reasons: [] };
      },
    };
    const session = await open([{ calls: [call('slow'), call('writer', { path: 'x' })] }, { text: 'ok' }], {
      tools: [slow, tool],
      policy,
    });
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('answered');
    expect(runs).toEqual([]);
    expect(JSON.stringify(results(events))).toContain('the policy failed: rules file broken');
    expect(bodies(events, 'call-settled')).toHaveLength(2);
  });

  it('does not run a tool that was registered after the request was sent', async () => {
    const late = defineTool({ name: 'late', description: 'x', parameters, effects: 'none', run: () => 'ran' });
    const model = scriptedModel((_request, round) => {
      if (round === 0) session.tools.register(late);
      return round < 2 ? { calls: [call('late')] } : { text: 'ok' };
    });
    const session = await open([], { model, tools: [echo] });
    const { events } = await play(session.send('go'));
    expect(results(events).map(({ error_type }) => error_type)).toEqual(['stale', 'none']);
  });
});

describe('every wait ends', () => {
  it('with a plan or a policy that never answers', async () => {
    const never = () => new Promise<never>(() => {});
    const stuck = defineTool({ name: 'stuck', description: 'x', parameters, plan: never, run: () => 'x' });
    for (const options of [{ tools: [stuck] }, { tools: [echo], policy: { decide: never } }]) {
      const session = await open(
        [{ calls: [call(options.tools[0]?.name ?? '', { text: 'x' })] }, { text: 'ok' }],
        options,
      );
      const turn = session.send('go');
      setTimeout(() => session.cancel(), 20);
      expect((await turn.result).reason).toBe('cancelled');
    }
  });

  it('with a turn that is iterated too late, or by two at once', async () => {
    const session = await open([{ text: 'one' }, { text: 'two' }]);
    const turn = session.send('go');
    await turn.result;
    const late: unknown[] = [];
    for await (const event of turn) late.push(event);
    expect(late).toEqual([]);
    const events = session.events();
    const both = [events.next(), events.next()];
    await session.close();
    expect((await Promise.all(both)).map(({ done }) => done)).toEqual([true, true]);
  });

  it('with an answer that is no answer', async () => {
    const { tool, runs } = writer();
    for (const answer of [undefined, null, 'yes', { choice: 'text', text: 'yes' }]) {
      const session = await open([{ calls: [call('writer', { path: 'x' })] }, { text: 'ok' }], {
        tools: [tool],
        onQuestion: () => answer as never,
      });
      expect((await session.send('go').result).text).toBe('ok');
    }
    expect(runs).toEqual([]);
  });

  it('with a question of a tool whose time is over', async () => {
    const asker = defineTool({
      name: 'asker',
      description: 'x',
      parameters,
      effects: 'none',
      limits: { timeoutMs: 30 },
      async run(_args, ctx) {
        const answer = await ctx.ask.ask({ text: 'Still there?' });
        return 'text' in answer ? answer.text : answer;
      },
    });
    const session = await open([{ calls: [call('asker')] }, { text: 'ok' }], { tools: [asker], onAsk: 'person' });
    await session.send('go').result;
    expect(session.questions).toEqual([]);
  });

  it('parks and aborts at a question of a tool as at any other', async () => {
    verifies('core.tools.ask-user-no-person', 'design.tool.ask-port');
    const rounds = [{ calls: [call('ask_user', { questions: [{ question: 'Which?' }] })] }, { text: 'ok' }];
    const aborted = await open(rounds, { builtins: true, onAsk: 'abort' });
    expect((await aborted.send('go').result).reason).toBe('aborted');
    const store = createMemoryStore();
    const parked = await open(rounds, { builtins: true, onAsk: 'park', store });
    expect((await parked.send('go').result).reason).toBe('parked');
    await parked.close();
    const again = await open([{ text: 'thanks' }], {
      builtins: true,
      store,
      session: parked.id,
      onQuestion: () => ({ choice: 'text', text: 'this' }),
    });
    const { events } = await play(again.resume());
    expect(results(events)[0]).toMatchObject({ success: true, data: { answers: [{ answers: ['this'] }] } });
  });
});

describe('nothing is done twice, or after the end', () => {
  it('reads a session only once it holds it', async () => {
    const path = join(newFolder(), 'store.db');
    let runs = 0;
    const once = defineTool({
      name: 'once',
      description: 'x',
      parameters,
      effects: 'none',
      async run() {
        await wait(30);
        runs += 1;
        return runs;
      },
    });
    const make = (store: Store, rounds: readonly ScriptedRound[], session?: string) =>
      openSession({
        store,
        workspace: newFolder(),
        builtins: false,
        tools: [once],
        model: scriptedModel(rounds),
        ...(session && { session }),
      });
    const [storeA, storeB] = [await openStore(path), await openStore(path)];
    const a = await make(storeA, [{ calls: [call('once')] }, { text: 'done' }]);
    const taking = a.send('go').result.then(() => a.close());
    await wait(20);
    const take = (): Promise<Session> => make(storeB, [{ text: 'again' }], a.id).catch(() => wait(5).then(take));
    const b = await take();
    await taking;
    await b.resume().result;
    expect(runs).toBe(1);
    await b.close();
    await Promise.all([storeA.close(), storeB.close()]);
  });

  it('keeps a cancelled write from happening later', async () => {
    const folder = newFolder();
    const session = await open([{ calls: [call('write_file', { path: 'big.txt', content: 'x'.repeat(3_000_000) })] }], {
      builtins: true,
      workspace: folder,
      mode: 'edit',
    });
    session.on((event) => {
      if (event.type === 'call-started') session.cancel();
    });
    const { events } = await play(session.send('go'));
    await session.close();
    const there = existsSync(join(folder, 'big.txt'));
    const outcome = bodies(events, 'call-settled')[0]?.outcome;
    expect(outcome === 'ok' || outcome === 'unknown' ? true : !there).toBe(true);
    await wait(100);
    expect(existsSync(join(folder, 'big.txt'))).toBe(there);
  });

  it('waits, when it closes, for a command that does not want to end', async () => {
    const session = await open(
      [{ calls: [call('run_command', { command: 'trap "" TERM; echo $$ > pid; while :; do sleep 0.1; done' })] }],
      { builtins: true, mode: 'auto', sandbox: 'off' },
    );
    const turn = session.send('go');
    await wait(300);
    session.cancel();
    expect((await turn.result).reason).toBe('cancelled');
    await session.close();
    const { readFileSync } = await import('node:fs');
    const pid = Number(readFileSync(join(session.workspace, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('keeps a message that was sent while a question was parked', async () => {
    const store = createMemoryStore();
    const { tool } = writer();
    const session = await open([{ calls: [call('writer', { path: 'x' })] }, { text: 'done' }], {
      tools: [tool],
      store,
      onAsk: 'park',
    });
    await session.send('first').result;
    expect((await session.send('second').result).reason).toBe('parked');
    await session.close();
    const again = await open([{ text: 'read both' }], { tools: [tool], store, session: session.id });
    await again.resume().result;
    expect(again.requests[0]?.messages.slice(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  it('writes nothing once it is closed, and cannot be deleted while it is open', async () => {
    const store = createMemoryStore();
    const session = await open([{ text: 'x' }], { store });
    await session.send('go').result;
    await expect(store.delete(session.id)).rejects.toMatchObject({ code: 'session-leased' });
    await session.close();
    await expect(session.setMode('plan')).rejects.toMatchObject({ code: 'session-closed' });
    expect(await store.delete(session.id)).toBe(true);
  });

  it('stores the end of a call at once, not when its neighbour is done', async () => {
    const store = createMemoryStore();
    const quick = defineTool({
      name: 'quick',
      description: 'x',
      parameters,
      effects: 'none',
      run: () => wait(5).then(() => 'q'),
    });
    const slow = defineTool({
      name: 'slow',
      description: 'x',
      parameters,
      effects: 'none',
      async run() {
        await wait(100);
        return (await store.read(session.id)).filter(({ type }) => type === 'call-settled').length;
      },
    });
    const session = await open([{ calls: [call('slow'), call('quick')] }, { text: 'ok' }], {
      tools: [quick, slow],
      store,
    });
    const { events } = await play(session.send('go'));
    expect(results(events).map(({ data }) => data)).toContain(1);
  });
});

describe('the model', () => {
  it('does not speak in a turn that is not its own', async () => {
    let speak: (text: string) => void = () => {};
    const zombie = {
      name: 'zombie',
      stream: (_request: unknown, emit: (event: never) => void) =>
        new Promise<void>(() => {
          speak = (text) => emit({ type: 'text', text } as never);
        }),
    };
    const session = await open([], { model: zombie });
    const turn = session.send('go');
    setTimeout(() => session.cancel(), 5);
    await turn.result;
    await session.setModel(scriptedModel([{ text: 'mine', delayMs: 30 }]));
    const next = session.send('and now');
    setTimeout(() => speak('late'), 5);
    const { events } = await play(next);
    expect(events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []))).toEqual(['mine']);
  });

  it('is not sent what was refused unread again and again', async () => {
    const huge = { name: 'echo', arguments: JSON.stringify({ text: 'x'.repeat(6_000_000) }) };
    const session = await open([{ calls: [huge] }, { text: 'ok' }, { text: 'ok' }], { tools: [echo] });
    await session.send('go').result;
    await session.send('again').result;
    expect(JSON.stringify(session.requests.at(-1)?.messages).length).toBeLessThan(10_000);
  });

  it('ends with a word when its answer was cut at its limit', async () => {
    const session = await open([
      { text: 'half', stop: 'length' },
      { text: 'no', stop: 'refused' },
    ]);
    expect(await session.send('go').result).toMatchObject({
      reason: 'limit',
      text: 'half',
      message: expect.stringContaining('output limit'),
    });
    expect(await session.send('go').result).toMatchObject({
      reason: 'answered',
      message: expect.stringContaining('declined'),
    });
  });
});

describe('instructions', () => {
  it('are not read through a link that leads out, nor from what is no file', async () => {
    const { execFileSync } = await import('node:child_process');
    const secret = join(newFolder(), 'secret');
    writeFileSync(secret, 'TOP SECRET');
    const linked = newFolder();
    symlinkSync(secret, join(linked, 'AGENTS.md'));
    const piped = newFolder();
    execFileSync('mkfifo', [join(piped, 'AGENTS.md')]);
    for (const workspace of [linked, piped]) {
      const session = await open([{ text: 'ok' }], { workspace });
      await session.send('go').result;
      expect(session.instructions).toEqual([]);
      expect(JSON.stringify(session.requests[0]?.messages)).not.toContain('TOP SECRET');
    }
  });
});
