import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usualCapabilities } from '../../../src/session/session-tools.js';
import { verifies } from '../../requirements.js';
import { newFolder, play } from '../../session/open.js';
import { serve } from '../../session/taint-scene.js';
import { acts, openYips, rowsIn, skill, tool } from './scene.js';

/** What one action gives. */
async function actIn(workspace: string, action: object, options = {}) {
  const session = await openYips([acts(action), 'done'], { workspace, ...options });
  await play(session.send('go'));
  const [row] = rowsIn(session.requests, 1);
  if (row === undefined) throw new Error('there is no result');
  return row;
}

function files(of: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [name, text] of Object.entries(of)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('the surface of Yips', () => {
  it('has exactly its tools, skills and subagent, with their arguments', async () => {
    verifies('yips.tool.allow-list');
    const session = await openYips([]);
    const argumentsOf = ({ parameters }: { readonly parameters: { readonly properties?: unknown } }) =>
      Object.keys(parameters.properties as object);
    expect(session.tools.offer().definitions.map((one) => [one.name, argumentsOf(one)])).toEqual([
      ['read_file', ['path', 'maxBytes']],
      ['preview_write_file', ['path', 'content']],
      ['preview_edit_file', ['path', 'oldText', 'newText', 'replaceAll']],
      ['apply_file_change', ['token']],
      ['write_file', ['path', 'content']],
      ['edit_file', ['path', 'oldText', 'newText', 'replaceAll']],
      ['list_dir', ['path']],
      ['grep', ['pattern', 'path', 'maxMatches']],
      ['run_command', ['command', 'cwd', 'timeoutMs']],
      ['search', ['query', 'q', 'maxResults']],
      ['fetch', ['url', 'maxChars']],
      ['build', ['command', 'cwd', 'timeoutMs']],
      ['todos', ['path', 'pattern', 'maxMatches']],
      ['virtual_terminal', ['command', 'cwd', 'timeoutMs']],
      ['subagent', ['task', 'context', 'allowed_tools', 'max_rounds']],
    ]);
  });

  it('runs commands without a terminal where there are none', async () => {
    const capabilities = usualCapabilities.filter((name) => name !== 'terminal');
    const row = await actIn(newFolder(), tool('run_command', { command: 'echo hi' }), { capabilities });
    expect(row).toMatchObject({ status: 'ok', output: 'hi', metadata: { exitCode: 0, timedOut: false, cwd: '.' } });
  });
});

it('says what went wrong in the names of Yips', async () => {
  const workspace = files({ 'a.txt': 'a\n' });
  const edit = { path: 'a.txt', oldText: 'b', newText: 'c' };
  const said = async (action: object) => (await actIn(workspace, action)).output;
  expect(await said(tool('read_file', { path: 'missing' }))).toBe(
    'missing does not exist. Find the right path with list_dir.',
  );
  expect(await said(tool('preview_edit_file', edit))).toMatch(/^oldText is not in a\.txt\./);
  expect(await said(tool('preview_edit_file', { ...edit, oldText: '' }))).toBe(
    'oldText is empty. Give the text to replace, or use preview_write_file to write the whole file.',
  );
  expect(await said(tool('grep', { pattern: '(' }))).toMatch(/before a character meant as it is\.$/);
});

describe('read_file of Yips', () => {
  it('gives the start of a file, up to maxBytes characters', async () => {
    verifies('yips.tool.read-file', 'yips.tool.read-file-cut');
    const workspace = files({ 'a.txt': 'one\ntwo\n', 'long.txt': 'x'.repeat(600_000) });
    expect(await actIn(workspace, tool('read_file', { path: 'a.txt' }))).toEqual({
      kind: 'tool',
      callId: 't1',
      status: 'ok',
      output: 'one\ntwo',
      metadata: { path: 'a.txt', maxBytes: 200_000, truncated: false },
    });
    const cut = await actIn(workspace, tool('read_file', { path: 'a.txt', maxBytes: 5 }));
    expect(cut).toMatchObject({
      output: 'one\nt\n[cut after 5 characters]',
      metadata: { path: 'a.txt', maxBytes: 5, truncated: true },
    });
    const usual = await actIn(workspace, tool('read_file', { path: 'long.txt' }));
    expect(usual.output).toBe(`${'x'.repeat(200_000)}\n[cut after 200000 characters]`);
    const most = await actIn(workspace, tool('read_file', { path: 'long.txt', maxBytes: 9_000_000 }));
    expect(most.output).toBe(`${'x'.repeat(500_000)}\n[cut after 500000 characters]`);
    expect(most.metadata).toEqual({ path: 'long.txt', maxBytes: 500_000, truncated: true });
  });

  it('takes no number in quotes, as skills do', async () => {
    verifies('yips.skill.numeric-strings');
    const workspace = files({ 'a.txt': 'TODO one\nTODO two\n' });
    const row = await actIn(workspace, tool('read_file', { path: 'a.txt', maxBytes: '5' }));
    expect(row).toMatchObject({ status: 'error', output: expect.stringContaining('maxBytes') });
    const found = await actIn(workspace, skill('todos', { maxMatches: '1' }));
    expect(found).toMatchObject({ kind: 'skill', status: 'ok', metadata: { matches: 1, maxMatches: 1 } });
    expect(found.output).toBe('a.txt:1: TODO one\n[the first 1; there are more: narrow the pattern or the path]');
  });
});

it('lists a folder, one sorted line an entry with its kind', async () => {
  verifies('yips.tool.list-dir');
  const workspace = files({ 'b.txt': '', '.hidden': '' });
  mkdirSync(join(workspace, 'a'));
  for (const args of [{}, { path: '.' }, { path: ' ' }]) {
    const row = await actIn(workspace, tool('list_dir', args));
    expect(row).toMatchObject({ status: 'ok', output: 'file .hidden\ndir a\nfile b.txt' });
  }
});

it('searches files, and nothing found is no error', async () => {
  verifies('yips.tool.grep', 'yips.tool.grep-no-match', 'yips.skill.todos-none');
  const workspace = files({ 'a.txt': 'one\ntwo\none\n' });
  expect(await actIn(workspace, tool('grep', { pattern: 'on.', maxMatches: 9999 }))).toMatchObject({
    status: 'ok',
    output: 'a.txt:1: one\na.txt:3: one',
    metadata: { matches: 2, maxMatches: 2000, truncated: false },
  });
  expect(await actIn(workspace, tool('grep', { pattern: 'three' }))).toMatchObject({
    status: 'ok',
    output: 'No matches found.',
    metadata: { matches: 0, maxMatches: 200 },
  });
  expect(await actIn(workspace, skill('todos'))).toMatchObject({ status: 'ok', output: 'None found.' });
});

describe('the two phases of a change', () => {
  it('stages a write, which is applied by its token', async () => {
    verifies('yips.tool.preview-write', 'yips.tool.apply');
    const workspace = files({ 'a.txt': 'one\n' });
    const stage = acts(tool('preview_write_file', { path: 'a.txt', content: 'two\n' }));
    const session = await openYips([stage, 'staged'], { workspace });
    await play(session.send('stage'));
    const [staged] = rowsIn(session.requests, 1);
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n');
    expect(staged).toMatchObject({
      status: 'ok',
      metadata: {
        token: expect.stringMatching(/^[0-9a-f-]{36}$/),
        path: 'a.txt',
        operation: 'write',
        diffPreview: expect.stringContaining('+two'),
        bytesBefore: 4,
        bytesAfter: 4,
      },
    });
    const token = String(staged?.metadata?.['token']);
    const kept = await session.call('apply_file_change', { token }).settlement;
    expect(JSON.parse(kept?.content ?? '')).toEqual({
      status: 'ok',
      output: 'Applied to a.txt.',
      metadata: { applied: true, path: 'a.txt', operation: 'overwrite', bytes: 4 },
    });
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('two\n');
    const again = await session.call('apply_file_change', { token }).settlement;
    expect(JSON.parse(again?.content ?? '')).toMatchObject({
      status: 'error',
      metadata: { applied: false, reason: 'invalid-or-expired-token' },
    });
  });

  it('says why a change is not applied', async () => {
    expect(await actIn(newFolder(), tool('apply_file_change'))).toMatchObject({
      status: 'error',
      metadata: { applied: false, reason: 'missing-token' },
    });
  });

  it('edits exact text, the first of it unless all is meant', async () => {
    verifies('yips.tool.preview-edit', 'yips.tool.preview-edit-first', 'yips.tool.preview-edit-missing');
    const workspace = files({ 'a.txt': 'a\na\n' });
    const edit = (more: object) =>
      actIn(workspace, tool('preview_edit_file', { path: 'a.txt', oldText: 'a', newText: 'bb', ...more }));
    expect(await edit({})).toMatchObject({ metadata: { operation: 'edit', replaceAll: false, bytesAfter: 5 } });
    expect(await edit({ replaceAll: true })).toMatchObject({ metadata: { replaceAll: true, bytesAfter: 6 } });
    expect(await edit({ oldText: 'c' })).toMatchObject({ status: 'error' });
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\na\n');
  });

  it('only stages what the older tools write', async () => {
    verifies('yips.tool.legacy-write', 'yips.tool.legacy-edit');
    const workspace = files({ 'a.txt': 'a\n' });
    const staged = { token: expect.any(String), diffPreview: expect.any(String), legacyTranslated: true };
    expect(await actIn(workspace, tool('write_file', { path: 'new.txt', content: 'x' }))).toMatchObject({
      status: 'ok',
      metadata: { ...staged, operation: 'write' },
    });
    const edit = { path: 'a.txt', oldText: 'a', newText: 'b' };
    expect(await actIn(workspace, tool('edit_file', edit))).toMatchObject({
      status: 'ok',
      metadata: { ...staged, operation: 'edit' },
    });
    expect(existsSync(join(workspace, 'new.txt'))).toBe(false);
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\n');
  });
});

describe('run_command of Yips', () => {
  it('tells how a command ended', async () => {
    verifies('yips.tool.run-command', 'yips.tool.run-command-status', 'yips.tool.run-command-metadata');
    const workspace = newFolder();
    mkdirSync(join(workspace, 'sub'));
    expect(await actIn(workspace, tool('run_command', { command: 'pwd', cwd: 'sub' }))).toMatchObject({
      status: 'ok',
      output: join(workspace, 'sub'),
      metadata: { exitCode: 0, timedOut: false, cwd: 'sub' },
    });
    expect(await actIn(workspace, tool('run_command', { command: 'ls missing' }))).toMatchObject({
      status: 'error',
      output: expect.stringContaining('exit code 2'),
      metadata: { exitCode: 2, timedOut: false, cwd: '.' },
    });
  });

  it('stops what takes too long, and starts the next in a new shell', async () => {
    const session = await openYips([
      acts(tool('run_command', { command: 'sleep 60', timeoutMs: 1 })),
      acts(tool('run_command', { command: 'echo again' })),
      'done',
    ]);
    await play(session.send('go'));
    // The terminal waits no shorter than a second.
    expect(rowsIn(session.requests, 1)).toMatchObject([
      { status: 'timeout', output: expect.stringContaining('1000 ms'), metadata: { exitCode: 124, timedOut: true } },
    ]);
    expect(rowsIn(session.requests, 2)).toMatchObject([{ status: 'ok', output: 'again' }]);
  });

  it('shares its terminal with virtual_terminal', async () => {
    verifies('yips.tool.run-command-shared');
    const session = await openYips([
      acts(tool('run_command', { command: 'SHARED=1' }), skill('virtual_terminal', { command: 'echo "got $SHARED"' })),
      'done',
    ]);
    await play(session.send('go'));
    expect(rowsIn(session.requests, 1)).toMatchObject([
      { kind: 'tool', callId: 't1', status: 'ok' },
      { kind: 'skill', callId: 's1', status: 'ok', output: 'got 1' },
    ]);
  });
});

it('fetches a page as text, up to maxChars', async () => {
  verifies('yips.skill.fetch', 'yips.skill.numeric-strings');
  const { host } = await serve('x'.repeat(30_000));
  const page = (more: object) => actIn(newFolder(), skill('fetch', { url: `http://${host}/`, ...more }));
  expect(await page({ maxChars: '10' })).toMatchObject({
    kind: 'skill',
    status: 'ok',
    output: expect.stringContaining('[the first 10 of 30000 characters]'),
    metadata: { url: `http://${host}/`, status: 200, truncated: true },
  });
  expect((await page({ maxChars: 90_000 })).output).toContain('[the first 20000 of 30000 characters]');
  expect(await page({ url: 'file:///etc/hosts' })).toMatchObject({ status: 'error' });
  expect(await actIn(newFolder(), skill('search'))).toMatchObject({ status: 'error' });
});
