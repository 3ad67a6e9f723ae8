import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { createScene, type Scene } from '../support/scene.js';
import { runCli } from '../support/spawn-cli.js';

/** A store with two sessions, the second one with a call. */
async function twoSessions(): Promise<{ scene: Scene; first: string; second: string }> {
  const scene = await createScene([
    { text: 'Hello yourself.' },
    { calls: [{ name: 'get_working_directory', arguments: {} }] },
    { text: 'It is ```here```.' },
  ]);
  const ids: string[] = [];
  for (const prompt of ['hello\nsecond line', 'where\u001b[2J am I?']) {
    const { stderr } = await runCli(['run', ...scene.flags, prompt], { cwd: scene.folder });
    ids.push(/ses_\w+/.exec(stderr)?.[0] ?? '');
  }
  return { scene, first: ids[0] ?? '', second: ids[1] ?? '' };
}

const sessions = (scene: Scene, ...args: string[]) =>
  runCli(['sessions', ...args, '--store', scene.store], { cwd: scene.folder });

describe('toolwright sessions', () => {
  it('lists them, newest first, for people and programs', async () => {
    verifies('core.sessions.list');
    const { scene, first, second } = await twoSessions();
    const { stdout, code } = await sessions(scene);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      new RegExp(`^${second}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  2 messages  .*where\\\\e\\[2J am I\\?$`),
    );
    expect(lines[1]).toMatch(/2 messages {2}~ +hello$/);
    const json = JSON.parse((await sessions(scene, 'list', '--json')).stdout) as object[];
    expect(json).toMatchObject([
      { id: second },
      { id: first, messages: 2, workspace: scene.folder, firstMessage: 'hello\nsecond line' },
    ]);
    expect((await sessions(scene, '--limit', '1')).stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each(['-1', '1.5', 'many'])('refuses the limit %s', async (limit) => {
    const scene = await createScene([]);
    const { code, stderr } = await sessions(scene, '--limit', limit);
    expect(code).toBe(2);
    expect(stderr).toContain(`--limit ${limit}: it must be a positive whole number, or 0 for all.`);
  });

  it('says so when there are none', async () => {
    const scene = await createScene([]);
    expect(await sessions(scene)).toMatchObject({ code: 0, stdout: '', stderr: 'There are no sessions yet.\n' });
  });

  it('shows one conversation with its calls', async () => {
    verifies('core.sessions.show');
    const { scene } = await twoSessions();
    const { stdout } = await sessions(scene, 'show', 'last');
    expect(stdout).toContain('> where\\e[2J am I?');
    expect(stdout).toMatch(/• get_working_directory\n {2}⎿ .+/);
    expect(stdout).toContain('It is ```here```.');
  });

  it('exports the stored events as JSON lines', async () => {
    verifies('core.sessions.export-jsonl');
    const { scene, first } = await twoSessions();
    const { stdout } = await sessions(scene, 'export', first);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number; type: string; hash: string });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    expect(events.at(0)?.type).toBe('session-opened');
    expect(events.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    const file = await sessions(scene, 'export', first, '--output', 'out.jsonl');
    const path = join(scene.folder, 'out.jsonl');
    expect(file).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(path, 'utf8')).toBe(stdout);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = await sessions(scene, 'export', first, '--output', 'out.jsonl');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('it exists already');
    expect(await sessions(scene, 'export', first, '-o', '-')).toEqual({ code: 0, stdout, stderr: '' });
    expect(existsSync(join(scene.folder, '-'))).toBe(false);
  });

  it('exports the conversation as Markdown', async () => {
    verifies('core.sessions.export-markdown');
    const { scene, second } = await twoSessions();
    const { stdout } = await sessions(scene, 'export', second, '--format', 'markdown');
    expect(stdout).toContain(`# Session ${second}`);
    expect(stdout).toContain('### Call `get_working_directory`: ok');
    expect(stdout).toContain('## Model\n\n> It is ```here```.');
  });

  it('exports the calls as Seed logs them', async () => {
    verifies('seed.executor.audit-rows');
    const { scene, second } = await twoSessions();
    const { stdout, code } = await sessions(scene, 'export', second, '--format', 'seed');
    expect(code).toBe(0);
    const rows = stdout.trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row) as object)).toMatchObject([
      { id: 1, type: 'ToolCallRequested', payload: { toolName: 'get_working_directory', taskId: second } },
      { id: 2, type: 'ToolCallCompleted', payload: { isError: false } },
    ]);
  });

  it('exports the results of calls as LocalHarness has them', async () => {
    verifies('profiles.export.results');
    const { scene, second } = await twoSessions();
    const { stdout, code } = await sessions(scene, 'export', second, '--format', 'local-harness');
    expect(code).toBe(0);
    const rows = stdout.trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row) as object)).toMatchObject([
      {
        tool_call_id: expect.any(String),
        tool: 'get_working_directory',
        result: { success: true, error_message: null, error_type: 'none', metadata: { timestamp: expect.any(Number) } },
      },
    ]);
  });

  it('forks one at a turn, and says how to go on', async () => {
    verifies('design.rooms.fork');
    const { scene, first } = await twoSessions();
    const forked = await sessions(scene, 'fork', first, '--turn', '1');
    const id = forked.stdout.trim();
    expect(forked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ses_\w+\n$/) });
    expect(forked.stderr).toContain(`--session ${id}`);
    expect((await sessions(scene, 'show', id)).stdout).toContain('Hello yourself.');
    const wrong = await sessions(scene, 'fork', first, '--turn', '2');
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--turn 2: 1 turn of this session ended.'),
    });
    expect(await sessions(scene, 'fork', first, '--turn', '0')).toMatchObject({ code: 2 });
  });

  it('deletes one, only after a yes', async () => {
    verifies('core.sessions.delete');
    const { scene, first, second } = await twoSessions();
    const unasked = await sessions(scene, 'delete', first);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('--yes');
    expect(await sessions(scene, 'delete', first, '--yes')).toMatchObject({ code: 0 });
    const { stdout } = await sessions(scene);
    expect(stdout).toContain(second);
    expect(stdout).not.toContain(first);
  });

  it('deletes with it the outputs that were kept for it alone', async () => {
    verifies('core.sessions.delete');
    const flood = { name: 'run_command', arguments: { command: 'seq 1 20000' } };
    const scene = await createScene(() => ({ text: 'done' }));
    scene.server.setRounds([{ calls: [flood] }, { text: 'done' }]);
    await runCli(['run', ...scene.flags, '--mode', 'auto', '--sandbox', 'off', 'count'], { cwd: scene.folder });
    const blobs = (): string[] =>
      readdirSync(`${scene.store}.blobs`, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /[0-9a-f]{64}$/.test(name),
      );
    // What requests began with, and the output.
    expect(blobs()).toHaveLength(2);
    await sessions(scene, 'delete', 'last', '--yes');
    expect(blobs()).toEqual([]);
  });

  it('tells how to list them when an id is not known', async () => {
    verifies('core.sessions.unknown');
    const { scene, first } = await twoSessions();
    const near = await sessions(scene, 'show', `${first.slice(0, -1)}${first.endsWith('0') ? '1' : '0'}`);
    expect(near.code).toBe(2);
    expect(near.stderr).toContain(`Did you mean ${first}?`);
    const far = await sessions(scene, 'show', 'nonsense');
    expect(far.code).toBe(2);
    expect(far.stderr).toContain('`toolwright sessions` lists them');
    const many = await sessions(scene, 'show', 'ses_');
    expect(many.code).toBe(2);
    expect(many.stderr).toContain('2 sessions begin with ses_');
  });
});
