import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noModel } from '../../src/model/provider/no-model.js';
import type { SessionRecord } from '../../src/session/event.js';
import { redactSession } from '../../src/session/replay/redact-session.js';
import { replaySession } from '../../src/session/replay/replay-session.js';
import { openSession } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { openStore } from '../../src/store/open-store.js';
import { verifies } from '../requirements.js';
import { runChild } from './child-session.js';
import { bodies, echo, newFolder, open, play, writer } from './open.js';

it('runs one call as a turn that asks no model', async () => {
  verifies('mcp-server.call.turn', 'mcp-server.call.road');
  const session = await open([], { tools: [echo] });
  const turn = session.call('echo', { text: 'a', times: '3' }, { who: 'editor 1.0', from: 'mcp stdio' });
  const { events, end, types } = await play(turn);
  expect(types).toEqual([
    'session-opened',
    'turn-started',
    'message-received',
    'round-started',
    'model-answered',
    'call-admitted',
    'call-planned',
    'call-decided',
    'call-started',
    'call-settled',
    'turn-ended',
  ]);
  expect(bodies(events, 'turn-started')).toMatchObject([{ caller: { who: 'editor 1.0', from: 'mcp stdio' } }]);
  expect(end).toMatchObject({ reason: 'answered', rounds: 1, calls: 1 });
  expect(await turn.settlement).toMatchObject({ callId: turn.callId, name: 'echo', outcome: 'ok' });
  expect(JSON.parse((await turn.settlement)?.content ?? '')).toMatchObject({ data: 'aaa', success: true });
  expect(session.requests).toEqual([]);
});

it('is checked, decided and asked about as any other call, and undone', async () => {
  verifies('mcp-server.call.road');
  const workspace = newFolder();
  const asked: string[] = [];
  const session = await open([], {
    workspace,
    builtins: true,
    onQuestion(question) {
      asked.push(question.tool);
      return { choice: asked.length === 1 ? 'deny' : 'once' };
    },
  });
  const write = () => session.call('write_file', { path: 'a.txt', content: 'a\n' }).settlement;
  expect(await write()).toMatchObject({ outcome: 'denied' });
  expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
  expect(await write()).toMatchObject({ outcome: 'ok' });
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\n');
  expect(asked).toEqual(['write_file', 'write_file']);
  expect(await session.call('write_file', { path: 'a.txt' }).settlement).toMatchObject({ outcome: 'error' });
  expect(await session.call('nothing', {}).settlement).toMatchObject({ errorType: 'not_found' });
  expect((await session.undo()).type).toBe('done');
  expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
});

it('takes one call at a time, and no arguments that cannot be written', async () => {
  verifies('mcp-server.call.turn');
  const session = await open([], { tools: [echo] });
  const turn = session.call('echo', { text: 'a' });
  expect(() => session.call('echo', { text: 'b' })).toThrow(expect.objectContaining({ code: 'session-busy' }));
  await turn.result;
  expect(() => session.call('echo', { text: 1n })).toThrow(expect.objectContaining({ code: 'bad-option' }));
  expect(await session.call('echo', undefined).settlement).toMatchObject({ errorType: 'validation_failed' });
});

it('is a message, a call and its result to a model that is asked later', async () => {
  verifies('mcp-server.call.conversation');
  const session = await open([{ text: 'Seen.' }], { tools: [echo] });
  await session.call('echo', { text: 'hey' }, { who: 'editor', from: 'mcp stdio' }).result;
  await session.send('What was that?').result;
  const messages = session.requests[0]?.messages.slice(1) ?? [];
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
  expect(messages[0]).toMatchObject({ text: '[editor, by mcp stdio, calls echo]' });
});

it('says that there is no model where there is none', async () => {
  verifies('mcp-server.call.conversation');
  const session = await openSession({ model: noModel(), workspace: newFolder(), builtins: false });
  expect(await session.send('Hello?').result).toMatchObject({
    reason: 'model-failed',
    message: expect.stringContaining('no model'),
  });
  await session.close();
});

it('replays without a difference', async () => {
  verifies('mcp-server.call.turn');
  const store = createMemoryStore();
  const session = await open([{ text: 'Seen.' }], { store, builtins: true, onQuestion: () => ({ choice: 'once' }) });
  await session.call('write_file', { path: 'a.txt', content: 'a\n' }).result;
  await session.call('read_file', { path: 'a.txt' }).result;
  await session.send('Well?').result;
  await session.close();
  const events = (await store.read(session.id)) as readonly SessionRecord[];
  expect(await replaySession(events)).toMatchObject({ turns: 3, differences: [] });
  expect(await replaySession(redactSession(events))).toMatchObject({ turns: 3, differences: [] });
});

it.each([
  ['asked', 'dropped', 'cancelled'],
  ['in-effect', 'unknown', 'unknown'],
] as const)('killed when %s: %s, and never run again', async (point, repair, outcome) => {
  verifies('mcp-server.call.dropped');
  const folder = newFolder();
  const path = join(folder, 'store.db');
  const { id, end } = await runChild('called-child.ts', [path, folder, point]);
  expect(end).toBe('SIGKILL');
  const store = await openStore(path);
  const { tool, runs } = writer();
  const session = await open([], { store, session: id, tools: [{ ...tool, idempotent: true }, echo], mode: 'edit' });
  const { events } = await play(session.call('echo', { text: 'next' }));
  expect(bodies(events, 'history-repaired')).toMatchObject([{ calls: [{ name: 'writer', repair }] }]);
  expect(bodies(events, 'call-settled')).toMatchObject([
    { name: 'writer', outcome },
    { name: 'echo', outcome: 'ok' },
  ]);
  expect(runs).toEqual([]);
  await session.close();
  const recorded = (await store.read(id)) as readonly SessionRecord[];
  expect(await replaySession(recorded)).toMatchObject({ turns: 2, differences: [] });
  await store.close();
});
