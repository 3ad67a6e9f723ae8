import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { revertStored } from '../../../src/session/undo-changes.js';
import { openStore } from '../../../src/store/open-store.js';
import { verifies } from '../../requirements.js';
import { bodies, echo, newFolder, open, play, writer } from '../../session/open.js';
import { noting, runHooked } from './scene.js';

it('are run when a session opens and closes', async () => {
  verifies('middleware.hook.session');
  const { inputs, session } = await runHooked({
    hooks: [
      { on: 'session-opened', command: noting('NOTED') },
      { on: 'session-closed', command: noting('NOTED') },
    ],
  });
  expect(inputs.map(({ hook, data }) => ({ hook, data }))).toEqual([
    { hook: 'session-opened', data: { resumed: false, mode: 'ask', model: 'scripted' } },
    { hook: 'session-closed', data: {} },
  ]);
  expect(inputs.every(({ session: { id } }) => id === session.id)).toBe(true);
});

it('are recorded, also the last one', async () => {
  verifies('middleware.hook.session', 'middleware.hook.statuses');
  const store = await openStore('memory');
  const { session } = await runHooked({ store, hooks: [{ on: 'session-closed', command: 'echo bad >&2; exit 7' }] });
  const stored = (await store.read(session.id)) as readonly { readonly type: string; readonly body: unknown }[];
  expect(stored.at(-1)).toMatchObject({
    type: 'hook-ended',
    body: { hook: 'session-closed', status: 'error', message: 'it ended with exit code 7: bad' },
  });
});

it('do not hold up what they are told of', async () => {
  verifies('middleware.hook.session');
  const { end, ended } = await runHooked({ hooks: [{ on: 'session-opened', command: 'sleep 20', timeoutMs: 60_000 }] });
  expect(end.reason).toBe('answered');
  expect(ended).toEqual([]);
});

it('tell that a person is needed, when somebody could answer', async () => {
  verifies('middleware.hook.person-needed');
  const noted = join(newFolder(), 'noted');
  writeFileSync(noted, '');
  const { tool } = writer();
  const rounds = [{ calls: [{ name: 'writer', arguments: { path: 'a' } }] }, { text: 'Done.' }];
  const hooks = [{ on: 'person-needed', command: `cat >> ${noted}` }] as const;
  const options = { tools: [tool, echo], sandbox: 'off', hooks } as const;
  const session = await open(rounds, { ...options, onAsk: 'person' });
  const turn = session.send('go');
  const playing = play(turn);
  while (readFileSync(noted, 'utf8') === '') await sleep(10);
  const [question] = session.questions;
  session.answer(question?.id ?? '', { choice: 'once' });
  const { events } = await playing;
  const input = JSON.parse(readFileSync(noted, 'utf8')) as { readonly data: object };
  expect(input.data).toEqual({
    questionId: question?.id,
    kind: 'approval',
    callId: bodies(events, 'call-admitted')[0]?.callId,
    tool: 'writer',
    level: 'medium',
    reasons: ['writes a'],
  });
  writeFileSync(noted, '');
  const nobody = await open(rounds, { ...options, onAsk: 'deny' });
  await play(nobody.send('go'));
  await nobody.close();
  expect(readFileSync(noted, 'utf8')).toBe('');
});

it('are told of files that an undo or a redo writes', async () => {
  verifies('middleware.hook.file-written');
  const noted = join(newFolder(), 'noted');
  const store = await openStore('memory');
  const workspace = newFolder();
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'x\n' } };
  const hooks = [
    { on: 'file-written', command: `cat >> ${noted}; echo >> ${noted}` },
    { on: 'file-written', command: `echo never >> ${noted}`, tools: ['echo'] },
  ] as const;
  const options = { builtins: true, mode: 'edit', sandbox: 'off', store, workspace, hooks } as const;
  const session = await open([{ calls: [write] }, { text: 'Done.' }], options);
  await play(session.send('go'));
  expect(await session.undo()).toMatchObject({ type: 'done' });
  expect(await session.redo()).toMatchObject({ type: 'done' });
  await session.close();
  // The same for a session that nobody has open.
  const origin = { who: 'me', from: 'command' };
  const end = await revertStored(
    { kind: 'undo' },
    { store, session: session.id, origin, hooks: { hooks, sandbox: 'off' } },
  );
  expect(end).toMatchObject({ type: 'done' });
  const inputs = readFileSync(noted, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  expect(inputs.map((line) => (JSON.parse(line) as { readonly data: object }).data)).toMatchObject([
    { tool: 'write_file', files: [{ path: 'a.txt', change: 'created' }], more: 0 },
    { by: 'undo', files: [{ path: 'a.txt', change: 'deleted' }], more: 0 },
    { by: 'redo', files: [{ path: 'a.txt', change: 'created' }], more: 0 },
    { by: 'undo', files: [{ path: 'a.txt', change: 'deleted' }], more: 0 },
  ]);
  expect((await store.read(session.id)).filter(({ type }) => type === 'hook-ended')).toHaveLength(4);
});

it.each([
  { on: 'sometimes', command: 'true' },
  { on: 'before-call', command: ' ' },
  { on: 'before-call', command: 'true', timeoutMs: 120_001 },
  { on: 'before-call', command: 'true', timeoutMs: 0 },
])('are refused when a session opens: %o', async (hook) => {
  verifies('middleware.hook.config');
  await expect(open([], { hooks: [hook as never] })).rejects.toThrow('The option hooks cannot hold');
});
