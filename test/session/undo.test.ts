import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { revertStored } from '../../src/session/undo-changes.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play } from './open.js';

const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } });
const quick = { builtins: true, mode: 'edit', fsync: 'off' } as const;

it('undoes the last turn of an open session, and tells the model with the next message', async () => {
  verifies('design.events.change-undone', 'changes.undo.model-told', 'changes.undo.record');
  const workspace = newFolder();
  const session = await open(
    [{ calls: [write('a.txt', 'one\n'), write('d/b.txt', 'two\n')] }, { text: 'done' }, { text: 'I see' }],
    { ...quick, workspace },
  );
  await play(session.send('write'));
  const told: unknown[] = [];
  session.on((event) => told.push(event));
  const end = await session.undo({ origin: { from: 'terminal' } });
  expect(end).toMatchObject({ type: 'done', kind: 'undo' });
  expect(readdirSync(workspace)).toEqual([]);
  expect(told).toMatchObject([{ type: 'change-undone', body: { who: 'person', from: 'terminal' } }]);
  expect(await session.changes()).toMatchObject([
    { tool: 'write_file', turn: 1, operation: 'create', undone: true },
    { tool: 'write_file', turn: 1, operation: 'create', undone: true },
  ]);
  await play(session.send('go on'));
  expect(session.requests.at(-1)?.messages.at(-1)).toMatchObject({
    role: 'user',
    text: '[The user undid changes; as before them again: "a.txt", "d", "d/b.txt". Read these files again before you use them.]\n\ngo on',
  });
});

it('says nothing to the model of what was undone and redone', async () => {
  verifies('changes.undo.model-told', 'changes.undo.redo');
  const workspace = newFolder();
  const session = await open([{ calls: [write('a.txt', 'one\n')] }, { text: 'done' }, { text: 'ok' }], {
    ...quick,
    workspace,
  });
  await play(session.send('write'));
  await session.undo();
  expect(await session.redo()).toMatchObject({ type: 'done', kind: 'redo' });
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n');
  await play(session.send('go on'));
  expect(session.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'user', text: 'go on' });
});

it('tells the changes with their diffs', async () => {
  verifies('changes.journal.list');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'old\n');
  const session = await open([{ calls: [write('a.txt', 'new\n')] }, { text: 'done' }], { ...quick, workspace });
  expect(await session.changes()).toEqual([]);
  await play(session.send('write'));
  expect(await session.changes()).toMatchObject([
    { paths: [{ path: 'a.txt', added: 1, removed: 1, diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n' }] },
  ]);
});

it('undoes nothing while a turn runs, and starts no turn while it undoes', async () => {
  verifies('changes.undo.busy');
  const workspace = newFolder();
  const session = await open([{ calls: [write('a.txt', 'one\n')] }, { text: 'done' }, { text: 'ok' }], {
    ...quick,
    workspace,
  });
  const turn = session.send('write');
  await expect(session.undo()).rejects.toMatchObject({ code: 'session-busy' });
  await play(turn);
  let answer = (_: boolean): void => {};
  const asked = new Promise<void>((resolve) => {
    const approve = (): Promise<boolean> => {
      resolve();
      return new Promise((given) => {
        answer = given;
      });
    };
    void session.undo({ approve });
  });
  await asked;
  expect(() => session.send('more')).toThrow(expect.objectContaining({ code: 'session-busy' }));
  answer(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
  expect((await play(session.send('more'))).end.reason).toBe('answered');
  await session.close();
  await expect(session.undo()).rejects.toMatchObject({ code: 'session-closed' });
  await expect(session.changes()).rejects.toMatchObject({ code: 'session-closed' });
});

it('undoes a session that nobody has open, and no other', async () => {
  verifies('changes.undo.leased', 'changes.undo.choice');
  const workspace = newFolder();
  const store = createMemoryStore();
  const session = await open([{ calls: [write('a.txt', 'one\n')] }, { text: 'done' }], { ...quick, workspace, store });
  const { events } = await play(session.send('write'));
  const [{ callId } = { callId: '' }] = bodies(events, 'change-applied');
  const scene = { store, session: session.id, origin: { who: 'person', from: 'command line' } };
  await expect(revertStored({ kind: 'undo' }, scene)).rejects.toMatchObject({ code: 'session-leased' });
  await session.close();
  expect(await revertStored({ kind: 'undo', what: { by: 'call', callId } }, scene)).toMatchObject({ type: 'done' });
  expect(readdirSync(workspace)).toEqual([]);
  const again = await open([{ text: 'ok' }], { ...quick, store, session: session.id });
  await play(again.send('hello'));
  expect(again.requests[0]?.messages.at(-1)?.text).toMatch(
    /^\[The user undid changes; as before them again: "a\.txt"\./,
  );
  expect(await again.redo()).toMatchObject({ type: 'done' });
  expect(readdirSync(workspace)).toEqual(['a.txt']);
});

it('says so when the workspace is gone', async () => {
  verifies('changes.undo.whole');
  const workspace = join(newFolder(), 'ws');
  mkdirSync(workspace);
  const store = createMemoryStore();
  await store.append('ses_gone', [
    { type: 'session-opened', body: { workspace: join(workspace, 'nothing') } },
    { type: 'turn-started', body: { turnId: 't' } },
  ]);
  const origin = { who: 'person', from: 'command line' };
  expect(await revertStored({ kind: 'undo' }, { store, session: 'ses_gone', origin })).toMatchObject({
    type: 'refused',
    message: expect.stringContaining('is gone'),
  });
});
