import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionOptions } from '../../../src/session/options.js';
import { openStore } from '../../../src/store/open-store.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play } from '../../session/open.js';
import { builtChild } from '../../support/built-child.js';
import { putBack, readTree } from './tree.js';

const child = new URL('./killed-command-child.ts', import.meta.url);

function setUp() {
  const base = temporaryFolder();
  const root = join(base, 'workspace');
  mkdirSync(join(root, 'dir'), { recursive: true });
  writeFileSync(join(root, 'a.txt'), 'first\n');
  writeFileSync(join(root, 'dir/b.txt'), 'second\n');
  return { base, root, path: join(base, 'store.db') };
}

const commandRound = (command: string, more: Record<string, unknown> = {}) => ({
  calls: [{ name: 'run_command', arguments: { command, ...more } }],
});

const freely = (root: string): Partial<SessionOptions> => ({
  workspace: root,
  builtins: true,
  sandbox: 'off',
  env: process.env,
  onQuestion: () => ({ choice: 'once' }),
});

/** The session whose process was killed when the command had made `marker`. */
async function killedWhile(command: string, { base, root, path }: ReturnType<typeof setUp>): Promise<string> {
  const process_ = spawn(process.execPath, [await builtChild(child), path, root, command, join(base, 'marker')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  process_.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  expect(await new Promise((resolve) => process_.on('close', (_code, signal) => resolve(signal)))).toBe('SIGKILL');
  return told.trim();
}

/** Puts everything back that the events of a session tell of. */
async function putAllBack(root: string, path: string, id: string): Promise<void> {
  const store = await openStore(path);
  const changes = (await store.read(id)).filter(({ type }) => type === 'change-applied').reverse();
  for (const { body } of changes) {
    const { paths } = body as { paths: Parameters<typeof putBack>[1] };
    const kept = new Map<string, Uint8Array>();
    for (const { before } of paths) {
      if (before.kind !== 'file') continue;
      kept.set(before.hash, (await store.blobs.read(`blob:${before.hash}`)) ?? Buffer.from('lost'));
    }
    putBack(root, paths, (hash) => kept.get(hash) ?? Buffer.from('lost'));
  }
  await store.close();
}

it('journals what commands changed, also those that failed, timed out or were cancelled', async () => {
  verifies('capture.command.bad-ends', 'capture.command.restores', 'capture.command.reported');
  const { root, path } = setUp();
  const before = readTree(root);
  const session = await open(
    [
      commandRound('sed -i s/f/F/ a.txt'),
      commandRound('rm -r dir; exit 3'),
      commandRound('echo late > late.txt; exec sleep 60', { timeout_ms: 300 }),
      commandRound('echo more > more.txt; touch started; exec sleep 60'),
    ],
    { ...freely(root), store: path },
  );
  const cancel = setInterval(() => existsSync(join(root, 'started')) && session.cancel(), 20);
  const { events } = await play(session.send('go'));
  clearInterval(cancel);
  await session.close();
  const store = await openStore(path);
  const recorded = (await store.read(session.id)).filter(({ type }) => type === 'change-applied');
  const changes = recorded.map(({ body }) => body as { operation: string; paths: { path: string }[] });
  await store.close();
  expect(changes.map(({ operation, paths }) => [operation, ...paths.map(({ path }) => path)])).toEqual([
    ['command', 'a.txt'],
    ['command', 'dir', 'dir/b.txt'],
    ['command', 'late.txt'],
    ['command', 'more.txt', 'started'],
  ]);
  expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual([
    'ok',
    'error',
    'timeout',
    expect.stringMatching(/cancelled|unknown/),
  ]);
  expect(bodies(events, 'call-settled')[0]?.content).toContain('M a.txt');
  await putAllBack(root, path, session.id);
  expect(readTree(root)).toEqual(before);
  expect(existsSync(`${path}.captures/${session.id}`)).toBe(false);
});

it('undoes a command', async () => {
  verifies('capture.command.restores');
  const { root, path } = setUp();
  const before = readTree(root);
  const session = await open(
    [commandRound('rm -r dir; mv a.txt b.txt; mkdir x; chmod 600 b.txt; ln -s b.txt l'), { text: 'Done.' }],
    {
      ...freely(root),
      store: path,
    },
  );
  await session.send('go').result;
  expect(readTree(root)).not.toEqual(before);
  expect(await session.undo()).toMatchObject({ type: 'done' });
  expect(readTree(root)).toEqual(before);
});

it('asks with a word about undo where there is something to undo', async () => {
  verifies('capture.command.reads-nothing', 'capture.command.beyond', 'capture.command.limits');
  const { root } = setUp();
  const commands = ['cat a.txt', 'rm a.txt', 'sh ./build.sh', 'rm /tmp/none-such'];
  const session = await open([...commands.map((command) => commandRound(command)), { text: 'Done.' }], freely(root));
  const { events } = await play(session.send('go'));
  const asked = bodies(events, 'approval-requested').map((question) =>
    'undo' in question ? question.undo : undefined,
  );
  expect(asked.filter((_, index) => index > asked.length - 4)).toEqual([
    { possible: true },
    { possible: true, note: 'only what it changes inside the workspace: it is not sandboxed and may change more' },
    { possible: false, why: 'what it does outside the workspace is not kept' },
  ]);
  expect(asked.slice(0, -3).every((undo) => undo === undefined)).toBe(true);
});

it('leaves a store alone that lies in the workspace', async () => {
  verifies('capture.command.own-files');
  const { root } = setUp();
  const path = join(root, 'store.db');
  const session = await open([commandRound('sh -c "echo x > c.txt"'), { text: 'Done.' }], {
    ...freely(root),
    store: path,
  });
  const { events } = await play(session.send('go'));
  const applied = events.filter((event) => event.type === 'change-applied');
  expect(applied).toMatchObject([{ body: { paths: [{ path: 'c.txt' }] } }]);
});

it('records, when the session is opened again, what a command changed while its process was killed', async () => {
  verifies('capture.command.recovered');
  const { base, root, path } = setUp();
  const before = readTree(root);
  const command = `sed -i s/f/F/ a.txt; rm -r dir; sh -c "echo x > c.txt"; touch ../marker; exec sleep 2`;
  const id = await killedWhile(command, { base, root, path });
  expect(readdirSync(`${path}.captures/${id}`)).toContain('capture.jsonl');
  const session = await open([{ text: 'Gone on.' }], { ...freely(root), store: path, session: id });
  await session.close();
  expect(existsSync(`${path}.captures/${id}`)).toBe(false);
  const store = await openStore(path);
  const events = await store.read(id);
  await store.close();
  const started = events.find(({ type }) => type === 'call-started')?.body as { callId: string };
  expect(events.filter(({ type }) => type === 'change-applied').map(({ body }) => body)).toMatchObject([
    {
      callId: started.callId,
      operation: 'command',
      paths: [{ path: 'a.txt' }, { path: 'c.txt' }, { path: 'dir' }, { path: 'dir/b.txt' }],
    },
  ]);
  // Once is enough: opened again, nothing is found anew.
  const again = await open([{ text: 'Gone on.' }], { ...freely(root), store: path, session: id });
  await again.close();
  await putAllBack(root, path, id);
  expect(readTree(root)).toEqual(before);
});

it('leaves alone what was changed after the process was killed', async () => {
  verifies('capture.command.recovered-late');
  const { base, root, path } = setUp();
  const command = `sh -c "echo x > c.txt"; touch ../begun; sleep 1.5; touch ../marker; exec sleep 2`;
  const id = await killedWhile(command, { base, root, path });
  const index = `${path}.captures/${id}/capture.jsonl`;
  // It was marked while the command ran: that is when the process was last alive.
  expect(statSync(index).mtimeMs).toBeGreaterThan(statSync(join(base, 'begun')).mtimeMs);
  // As if the process had been killed two seconds before the command was done with this file.
  const touched = statSync(join(root, 'c.txt')).ctimeMs;
  utimesSync(index, (touched - 1990) / 1000, (touched - 1990) / 1000);
  writeFileSync(join(root, 'a.txt'), 'by hand\n');
  writeFileSync(join(root, 'new.txt'), 'by hand\n');
  const session = await open([{ text: 'Gone on.' }], { ...freely(root), store: path, session: id });
  const end = await session.undo({ what: { by: 'session' } });
  expect(end).toMatchObject({ type: 'done', paths: [{ path: 'c.txt' }] });
  expect('notes' in end && end.notes.join()).toContain(
    'a.txt: it was changed after Toolwright had ended, perhaps by somebody else; new.txt:',
  );
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('by hand\n');
  expect(readdirSync(root)).toEqual(['a.txt', 'dir', 'new.txt']);
});

it('takes away what killed processes left, when nothing waits in it', async () => {
  verifies('capture.command.private');
  const { root, path } = setUp();
  const make = (id: string, days: number | undefined): string => {
    const folder = join(`${path}.captures`, id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'pack-x-1'), 'copies');
    if (days === undefined) return folder;
    writeFileSync(join(folder, 'capture.jsonl'), '{}');
    const then = Date.now() / 1000 - days * 86_400;
    utimesSync(join(folder, 'capture.jsonl'), then, then);
    return folder;
  };
  const idle = make('ses_idle', undefined);
  const waiting = make('ses_waiting', 1);
  const forgotten = make('ses_forgotten', 8);
  const open1 = await open([{ text: 'Done.' }], { ...freely(root), store: path });
  const used = make(open1.id, undefined);
  const session = await open([commandRound('echo x > a.txt'), { text: 'Done.' }], { ...freely(root), store: path });
  await session.send('go').result;
  await expect
    .poll(() => [idle, waiting, forgotten, used].map((folder) => existsSync(folder)))
    .toEqual([false, true, false, true]);
});
