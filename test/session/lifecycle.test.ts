import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { openSession } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { bodies, echo, newFolder, open, play, results, writer } from './open.js';

const say = (text: string) => ({ calls: [{ name: 'echo', arguments: { text } }] });
const hang = defineTool({
  name: 'hang',
  description: 'x',
  parameters: { type: 'object' },
  effects: 'none',
  run: () => new Promise(() => {}),
});

describe('a session', () => {
  it('opens with a model and a folder, and nothing is stored before something is said', async () => {
    verifies('core.api.open', 'core.api.defaults', 'core.api.send', 'design.road.same-api');
    const store = createMemoryStore();
    const session = await openSession({ model: scriptedModel([{ text: 'hello' }]), workspace: newFolder(), store });
    await session.close();
    expect(await store.streams()).toEqual([]);
    const profile = { ...toolwrightProfile, name: 'mine', renderSystem: () => 'Be short.' };
    const model = scriptedModel([{ text: 'hello' }]);
    const used = await openSession({ model, workspace: newFolder(), store, profile, tools: [echo] });
    expect((await used.send('hi').result).text).toBe('hello');
    expect(model.requests[0]?.messages[0]).toEqual({ role: 'system', text: 'Be short.' });
    expect(model.requests[0]?.toolNames).toContain('echo');
    expect((await store.streams()).map(({ id }) => id)).toEqual([used.id]);
    await used.close();
  });

  it('tells its events while they happen, and its turn may be left early', async () => {
    verifies('core.api.events', 'core.api.events-close');
    const session = await open([{ text: 'one two three', chunks: 3 }, { text: 'again' }]);
    const all = session.events();
    const turn = session.send('go');
    for await (const event of turn) if (event.type === 'text-delta') break;
    expect((await turn.result).text).toBe('one two three');
    expect((await session.send('more').result).text).toBe('again');
    await session.close();
    const types: string[] = [];
    for await (const event of all) types.push(event.type);
    expect(types.filter((type) => type === 'turn-ended')).toHaveLength(2);
    expect(types.filter((type) => type === 'text-delta')).toHaveLength(4);
  });

  it('is not harmed by a listener that throws', async () => {
    const warnings: string[] = [];
    const store = createMemoryStore();
    const session = await open([say('x'), { text: 'fine' }], {
      tools: [echo],
      store,
      log: { debug: () => {}, warn: (message) => warnings.push(message) },
    });
    const seen: string[] = [];
    session.on(() => {
      throw new Error('deaf ears');
    });
    session.on(({ type }) => seen.push(type));
    expect((await session.send('go').result).text).toBe('fine');
    expect(warnings).toContain('a listener threw: deaf ears');
    const stored = (await store.read(session.id)).map(({ type }) => type);
    expect(seen.filter((type) => type !== 'text-delta')).toEqual(stored);
  });

  it('takes one message at a time, and none once closed', async () => {
    verifies('core.api.concurrent-send', 'core.api.close');
    const store = createMemoryStore();
    const session = await open([{ text: 'slow', delayMs: 20 }, { text: 'next' }], { store });
    const first = session.send('one');
    expect(() => session.send('two')).toThrow(ToolwrightError);
    expect((await first.result).text).toBe('slow');
    expect((await session.send('two').result).text).toBe('next');
    await expect(open([], { store, session: session.id })).rejects.toMatchObject({ code: 'session-leased' });
    await session.close();
    await session.close();
    expect(() => session.send('three')).toThrow('closed');
    const again = await open([{ text: 'free' }], { store, session: session.id });
    expect((await again.send('three').result).text).toBe('free');
  });

  it('is cancelled at once: model, running call, waiting call', async () => {
    verifies('core.api.cancel', 'core.road.cancelled');
    const { tool, runs } = writer();
    const session = await open(
      [
        {
          calls: [
            { name: 'hang', arguments: {} },
            { name: 'writer', arguments: { path: 'x' } },
          ],
        },
        { text: 'on' },
        { text: 'slow', delayMs: 60_000 },
      ],
      {
        tools: [hang, tool],
        mode: 'edit',
      },
    );
    const turn = session.send('go');
    session.on((event) => {
      if (event.type === 'call-started') setTimeout(() => session.cancel(), 5);
    });
    const { end, events } = await play(turn);
    expect(end.reason).toBe('cancelled');
    expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    expect(runs).toEqual([]);
    expect((await session.send('and now').result).text).toBe('on');
    const slow = session.send('wait');
    setTimeout(() => session.cancel(), 5);
    expect((await slow.result).reason).toBe('cancelled');
  });

  it('is cancelled also when the model does not listen', async () => {
    verifies('core.model.port');
    const deaf = { name: 'deaf', stream: () => new Promise<void>(() => {}) };
    const session = await open([], { model: deaf });
    const turn = session.send('go');
    setTimeout(() => session.cancel(), 5);
    expect((await turn.result).reason).toBe('cancelled');
  });

  it('is cancelled while a question waits', async () => {
    const { tool, runs } = writer();
    const session = await open([{ calls: [{ name: 'writer', arguments: { path: 'x' } }] }, { text: 'on' }], {
      tools: [tool],
      onAsk: 'person',
    });
    const turn = session.send('go');
    session.on((event) => {
      if (event.type === 'approval-requested') session.cancel();
    });
    expect((await turn.result).reason).toBe('cancelled');
    expect(session.questions).toEqual([]);
    expect(runs).toEqual([]);
  });

  it('is closed while a turn runs, without losing what happened', async () => {
    const store = createMemoryStore();
    const session = await open([{ calls: [{ name: 'hang', arguments: {} }] }], { tools: [hang], store });
    const turn = session.send('go');
    session.on((event) => {
      if (event.type === 'call-started') void session.close();
    });
    expect((await turn.result).reason).toBe('cancelled');
    await session.close();
    const events = await store.read(session.id);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['call-settled', 'turn-ended']);
  });

  it('is gone on with, its conversation whole', async () => {
    verifies('core.api.continue', 'core.history.reload', 'core.history.projected', 'design.road.events-are-truth');
    const store = createMemoryStore();
    const first = await open([say('x'), { text: 'one' }], { tools: [echo], store, mode: 'edit' });
    await first.send('first').result;
    const before = first.requests[1]?.messages ?? [];
    await first.close();
    const second = await open([{ text: 'two' }], {
      tools: [echo],
      store,
      session: first.id,
      workspace: first.workspace,
    });
    expect(second.mode).toBe('edit');
    await second.send('second').result;
    expect(second.requests[0]?.messages).toEqual([
      ...before,
      { role: 'assistant', text: 'one', calls: [] },
      { role: 'user', text: 'second' },
    ]);
    await expect(open([], { store, session: 'ses_unknown' })).rejects.toMatchObject({ code: 'session-unknown' });
  });

  it('goes on with a parked question: planned afresh, asked again, the turn finished', async () => {
    const store = createMemoryStore();
    const { tool, runs } = writer();
    const parked = await open([{ calls: [{ name: 'writer', arguments: { path: 'x' } }] }], {
      tools: [tool],
      store,
      onAsk: 'park',
    });
    expect((await parked.send('go').result).reason).toBe('parked');
    await parked.close();
    const again = await open([{ text: 'finished' }], {
      tools: [tool],
      store,
      session: parked.id,
      onQuestion: () => ({ choice: 'once' }),
    });
    const { end, types } = await play(again.resume());
    expect(end).toMatchObject({ reason: 'answered', text: 'finished' });
    expect(types).toContain('history-repaired');
    expect(types.filter((type) => type === 'call-planned' || type === 'approval-requested')).toHaveLength(2);
    expect(runs).toEqual(['x']);
  });

  it('settles what an ended process left open, each once, and runs nothing twice', async () => {
    verifies('design.events.history-repaired');
    verifies('design.words.outcomes');
    const store = createMemoryStore();
    const { tool, runs } = writer();
    const admitted = (callId: string, index: number, name: string, args: object) => ({
      type: 'call-admitted',
      body: { callId, index, name, arguments: JSON.stringify(args) },
    });
    const started = (callId: string) => ({ type: 'call-started', body: { callId, attempt: 1 } });
    await store.append('ses_dead', [
      { type: 'session-opened', body: { workspace: newFolder(), mode: 'edit' } },
      { type: 'message-received', body: { messageId: 'm', text: 'go' } },
      { type: 'model-answered', body: { round: 1, text: '', calls: 3, stop: 'calls' } },
      admitted('a', 0, 'writer', { path: 'a' }),
      admitted('b', 1, 'echo', { text: 'b' }),
      admitted('c', 2, 'writer', { path: 'c' }),
      started('a'),
      started('b'),
    ]);
    const session = await open([{ text: 'seen' }], {
      tools: [tool, echo],
      store,
      session: 'ses_dead',
      workspace: newFolder(),
    });
    const { events } = await play(session.resume());
    expect(bodies(events, 'history-repaired')[0]?.calls.map(({ callId, repair }) => `${callId} ${repair}`)).toEqual([
      'a unknown',
      'b run-again',
      'c run',
    ]);
    const answers = session.requests[0]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(answers.map((message) => message.role === 'tool' && `${message.callId} ${message.isError}`)).toEqual([
      'a true',
      'b false',
      'c false',
    ]);
    expect(bodies(events, 'call-settled')[0]).toMatchObject({ callId: 'a', outcome: 'unknown' });
    expect(bodies(events, 'call-started').map(({ callId, attempt }) => `${callId} ${attempt}`)).toEqual(['b 2', 'c 1']);
    expect(runs).toEqual(['c']);
  });

  it('changes mode and model as events that count from the next call', async () => {
    verifies('core.policy.mode-change', 'design.events.mode-changed', 'design.events.model-changed');
    const { tool, runs } = writer();
    const calls = [{ calls: [{ name: 'writer', arguments: { path: 'x' } }] }, { text: 'ok' }];
    const session = await open([...calls, ...calls], { tools: [tool] });
    await session.send('go').result;
    await session.setMode('edit');
    await session.send('go').result;
    expect(runs).toEqual(['x']);
    // What requests begin with stays: the mode is told behind it.
    const [first, last] = [session.requests[0], session.requests[2]];
    expect(last?.messages[0]).toEqual(first?.messages[0]);
    expect(last?.messages.at(-1)?.text).toMatch(/^The mode is now edit: file changes in the workspace run.*\n\ngo$/s);
    const events = session.events();
    await session.setModel(scriptedModel([{ text: 'other' }], { name: 'other' }));
    expect((await events.next()).value).toMatchObject({
      type: 'model-changed',
      body: { from: 'scripted', to: 'other' },
    });
    expect((await session.send('who').result).text).toBe('other');
    await expect(session.setMode('wild' as 'ask')).rejects.toThrow('There is no mode wild');
  });

  it('reads the instructions of the workspace and says which', async () => {
    const { mkdirSync, writeFileSync } = await import('node:fs');
    const folder = newFolder();
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'AGENTS.md'), 'Be kind.');
    const session = await open([{ text: 'ok' }], { workspace: join(folder, 'sub') });
    await session.send('hi').result;
    expect(session.instructions.map((path) => path.endsWith('/AGENTS.md'))).toEqual([true]);
    expect(session.requests[0]?.messages[0]).toMatchObject({ text: expect.stringContaining('Be kind.') });
    expect(session.instructionNotes.size).toBe(0);
    writeFileSync(join(folder, 'sub', 'CLAUDE.md'), 'b'.repeat(30_000));
    const long = await open([{ text: 'ok' }], { workspace: join(folder, 'sub') });
    await long.send('hi').result;
    expect(long.instructions.map((path) => path.slice(path.lastIndexOf('/') + 1))).toEqual(['AGENTS.md', 'CLAUDE.md']);
    expect([...long.instructionNotes].sort()).toEqual(long.instructions.map((path) => [path, 'cut']).sort());
    const { text } = long.requests[0]?.messages[0] as { readonly text: string };
    expect(text).toMatch(/those that come later count\..*\[left out: .*\n\[cut at 24000 characters\]$/s);
  });

  it('says what is wrong with its options', async () => {
    verifies('core.bad-input.workspace-missing');
    const model = scriptedModel([]);
    await expect(openSession({ model })).rejects.toMatchObject({ code: 'bad-option' });
    await expect(openSession({ model, workspace: '/nonexistent/folder' })).rejects.toMatchObject({
      code: 'workspace-missing',
      message: expect.stringContaining('/nonexistent/folder'),
    });
    await expect(openSession({ model, workspace: newFolder(), tools: [echo, echo] })).rejects.toMatchObject({
      code: 'duplicate-tool',
    });
  });

  it('ends a turn with a word when the model fails, says nothing or is cut off', async () => {
    const failure = { kind: 'unreachable', message: 'nobody answers at http://127.0.0.1:9; start the server' } as const;
    const ran = writer();
    const session = await open(
      [
        { failure },
        {},
        {
          text: 'half an ans',
          calls: [{ name: 'writer', arguments: { path: 'x' } }],
          failure: { kind: 'cut', message: 'cut' },
        },
        { text: 'fine' },
      ],
      { tools: [ran.tool], mode: 'edit' },
    );
    expect(await session.send('1').result).toMatchObject({ reason: 'model-failed', message: failure.message, failure });
    expect(await session.send('2').result).toMatchObject({
      reason: 'empty',
      message: expect.stringContaining('no answer'),
    });
    expect(await session.send('3').result).toMatchObject({ reason: 'model-failed', text: 'half an ans' });
    expect(ran.runs).toEqual([]);
    expect((await session.send('4').result).text).toBe('fine');
    const shown = session.requests[3]?.messages.map(({ role, text }) => `${role}: ${text}`);
    expect(shown?.slice(-3)).toEqual(['user: 3', 'assistant: half an ans', 'user: 4']);
  });

  it('survives a workspace deleted under it', async () => {
    verifies('core.bad-input.workspace-deleted');
    const folder = newFolder();
    const session = await open(
      [{ calls: [{ name: 'list_dir', arguments: {} }] }, { text: 'gone' }, { text: 'still here' }],
      { workspace: folder, builtins: true },
    );
    rmSync(folder, { recursive: true });
    const { events, end } = await play(session.send('look'));
    expect(results(events)[0]).toMatchObject({ success: false, error_message: expect.stringContaining(folder) });
    expect(end.text).toBe('gone');
    expect((await session.send('more').result).text).toBe('still here');
  });
});
