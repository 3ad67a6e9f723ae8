import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SessionRecord } from '../../src/session/event.js';
import { listSessions } from '../../src/session/sessions.js';
import { openStore } from '../../src/store/open-store.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { runCli } from '../support/spawn-cli.js';
import { allows, connectProgram, eras, newScene, type Person, wordsOf } from './mcp-scene.js';

async function recordOf(path: string): Promise<readonly SessionRecord[]> {
  const store = await openStore(path);
  const [session] = await listSessions(store);
  const events = (await store.read(session?.id ?? '')) as readonly SessionRecord[];
  await store.close();
  return events;
}

it.each(eras)('serves a real client of version %s: reads, asks, writes, undoes', async (era) => {
  verifies(
    'mcp-server.stdio.client',
    'mcp-server.ask.elicited',
    'mcp-server.record.known',
    'mcp-server.client.named',
    'mcp-server.stdio.ends',
  );
  const scene = newScene();
  const person = allows();
  const { client, pid } = await connectProgram(scene, { era, person });
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  const { tools } = await client.listTools();
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  expect(byName.get('read_file')).toMatchObject({
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, destructiveHint: false },
  });
  expect(byName.get('write_file')).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: true } });

  const written = await client.callTool({ name: 'write_file', arguments: { path: 'a.txt', content: 'hello\n' } });
  expect(written.isError).toBe(false);
  expect(person.asked).toHaveLength(1);
  expect(person.asked[0]?.message).toContain('May write_file run? It would create a.txt');
  expect(person.asked[0]?.message).toContain('+hello');
  expect(readFileSync(join(scene.folder, 'a.txt'), 'utf8')).toBe('hello\n');
  const read = await client.callTool({ name: 'read_file', arguments: { path: 'a.txt' } });
  expect(wordsOf(read)).toContain('hello');
  expect(person.asked).toHaveLength(1);
  await client.close();
  await gone(pid);

  const events = await recordOf(scene.store);
  const callers = events.flatMap((event) => (event.type === 'turn-started' ? [event.body.caller] : []));
  expect(callers).toEqual(Array(2).fill({ who: 'tester 1.0', from: 'mcp stdio' }));
  const answers = events.flatMap((event) => (event.type === 'approval-answered' ? [event.body] : []));
  expect(answers).toMatchObject([
    { answer: { choice: 'once' }, by: 'person', origin: { who: 'tester 1.0', from: 'mcp stdio' } },
  ]);
  const cli = (...args: string[]) => runCli([...args, '--store', scene.store], { cwd: scene.folder });
  expect((await cli('sessions')).stdout).toContain('[tester 1.0, by mcp stdio, calls write_file]');
  expect((await cli('audit')).stdout).toContain('once: tester 1.0 (mcp stdio)');
  expect((await cli('replay', 'last')).stdout).toContain('no difference');
  expect((await cli('undo', '-y')).code).toBe(0);
  expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
});

async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
}

it('denies what would be asked where the client cannot ask', async () => {
  verifies('mcp-server.ask.nobody');
  const scene = newScene();
  const { client } = await connectProgram(scene);
  const asked = await client.callTool({ name: 'ask_user', arguments: { questions: [{ question: 'Which?' }] } });
  expect(wordsOf(asked)).toContain('Nobody is there');
  const denied = await client.callTool({ name: 'write_file', arguments: { path: 'a.txt', content: 'x' } });
  expect(denied).toMatchObject({ isError: true });
  expect(wordsOf(denied)).toContain('permission_denied');
  expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
  await client.close();
});

it('goes by --mode and --tools, and names the tool that was meant', async () => {
  verifies('mcp-server.tools.chosen');
  const scene = newScene();
  const args = ['--mode', 'edit', '--tools', 'write_file,read_file'];
  const { client } = await connectProgram({ ...scene, args });
  expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toEqual(['read_file', 'write_file']);
  const written = await client.callTool({ name: 'write_file', arguments: { path: 'a.txt', content: 'x' } });
  expect(written.isError).toBe(false);
  await expect(client.callTool({ name: 'run_command', arguments: { command: 'true' } })).rejects.toThrow('no tool');
  await expect(client.callTool({ name: 'writefile' })).rejects.toThrow('Did you mean write_file?');
});

it('serves and calls a tool by a name that it had before', async () => {
  verifies('core.names.settings', 'core.names.calls');
  const scene = newScene();
  const { client } = await connectProgram({ ...scene, args: ['--tools', 'todos'] });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['find_todo_comments']);
  const found = await client.callTool({ name: 'todos', arguments: {} });
  expect(wordsOf(found)).toContain('None found.');
  await client.close();
});

it.skipIf(needs('bwrap'))('tells what a command prints, and ends it with its request', async () => {
  verifies('mcp-server.call.progress', 'mcp-server.call.cancelled');
  const scene = newScene();
  const { client } = await connectProgram(scene, { person: allows() });
  const told: string[] = [];
  const stop = new AbortController();
  const command = 'echo begun; sleep 600; echo over';
  const running = client.callTool(
    { name: 'run_command', arguments: { command } },
    {
      signal: stop.signal,
      onprogress({ message }) {
        told.push(message ?? '');
        stop.abort();
      },
    },
  );
  await expect(running).rejects.toThrow();
  expect(told).toEqual(['begun']);
  const next = await client.callTool({ name: 'get_working_directory', arguments: {} });
  expect(wordsOf(next)).toContain(scene.folder);
  await client.close();
  const ends = (await recordOf(scene.store)).flatMap((event) =>
    event.type === 'call-settled' ? [[event.body.name, event.body.outcome]] : [],
  );
  // One that takes its time to end is not waited for: what it still did is not known then.
  expect(ends).toEqual([
    ['run_command', expect.stringMatching(/^(?:cancelled|unknown)$/)],
    ['get_working_directory', 'ok'],
  ]);
});

it('is killed as hard as can be while a question waits: the record is whole and another client goes on', async () => {
  verifies('mcp-server.stdio.killed');
  const scene = newScene();
  const held: Person = { asked: [], answer: () => ({ action: 'cancel' }) };
  const first = await connectProgram(scene, { person: held });
  held.answer = () => {
    process.kill(first.pid, 'SIGKILL');
    return { action: 'accept', content: { answer: 'allow once' } };
  };
  const cut = first.client.callTool({ name: 'write_file', arguments: { path: 'a.txt', content: 'x' } });
  await expect(cut).rejects.toThrow();
  const second = await connectProgram({ ...scene, args: ['--session', 'last'] }, { person: allows() });
  const read = await second.client.callTool({ name: 'list_dir', arguments: { path: '.' } });
  expect(read.isError).toBe(false);
  await second.client.close();
  expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
  const ends = (await recordOf(scene.store)).flatMap((event) =>
    event.type === 'call-settled' ? [[event.body.name, event.body.outcome]] : [],
  );
  expect(ends).toEqual([
    ['write_file', 'cancelled'],
    ['list_dir', 'ok'],
  ]);
  const verified = await runCli(['audit', 'verify', '--store', scene.store], { cwd: scene.folder });
  expect(verified.code).toBe(0);
});
