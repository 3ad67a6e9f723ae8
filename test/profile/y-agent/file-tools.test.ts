import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder } from '../../session/open.js';
import { called, runY } from './open-y.js';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const metadata = { execution_time_ms: expect.any(Number) };

it('reads with an offset from 0, a limit and numbers, and gives the hash of the whole', async () => {
  verifies('y-agent.definition.output', 'y-agent.tool.file-read', 'y-agent.tool.file-read-hash');
  const text = 'one\ntwo\nthree\n';
  const workspace = folderWith({ 'a.txt': text });
  const { told } = await runY(
    [
      called('FileRead', { path: 'a.txt' }),
      called('FileRead', { path: 'a.txt', line_offset: 1, limit: 1, include_line_numbers: true }),
    ],
    { workspace },
  );
  const content_hash = sha256(text);
  expect(told).toEqual([
    {
      success: true,
      content: {
        path: 'a.txt',
        content: 'one\ntwo\nthree',
        content_hash,
        line_offset: 0,
        lines: 3,
        total_lines: 3,
        truncated: false,
      },
      warnings: [],
      metadata,
    },
    {
      success: true,
      content: {
        path: 'a.txt',
        content: '1: two',
        content_hash,
        line_offset: 1,
        lines: 1,
        total_lines: 3,
        truncated: false,
      },
      warnings: [],
      metadata,
    },
  ]);
});

it('gives 2000 lines at most, and says where to go on', async () => {
  verifies('y-agent.tool.file-read');
  const workspace = folderWith({ 'long.txt': 'x\n'.repeat(2500) });
  const { told } = await runY(
    [called('FileRead', { path: 'long.txt' }), called('FileRead', { path: 'long.txt', limit: 2001 })],
    { workspace },
  );
  expect(told[0]).toMatchObject({
    content: { lines: 2000, total_lines: 2500, truncated: true },
    warnings: ['go on with line_offset 2000'],
  });
  expect(told[1]).toMatchObject({ code: 'validation_error', error: expect.stringContaining('/limit') });
});

it('writes, edits, moves and deletes', async () => {
  verifies('y-agent.tool.file-write', 'y-agent.tool.file-edit', 'y-agent.tool.file-move', 'y-agent.tool.file-delete');
  const { told, workspace } = await runY([
    called('FileWrite', { path: 'src/a.txt', content: 'one two\n' }),
    called('FileEdit', { file_path: 'src/a.txt', old_string: 'two', new_string: 'three' }),
    called('FileMove', { path: 'src/a.txt', destination_path: 'b.txt' }),
    called('FileDelete', { path: 'b.txt' }),
  ]);
  expect(told.map(({ content }) => content)).toEqual([
    { path: 'src/a.txt', operation: 'create', bytes_written: 8, content_hash: sha256('one two\n') },
    { path: 'src/a.txt', operation: 'edit', bytes_written: 10, content_hash: sha256('one three\n') },
    { path: 'src/a.txt', destination_path: 'b.txt', operation: 'move', kind: 'file', files: 1 },
    { path: 'b.txt', operation: 'delete', kind: 'file', files: 1 },
  ]);
  expect(existsSync(join(workspace, 'b.txt'))).toBe(false);
});

it('overwrites, replaces all where that is said, renames folders, and overwrites nothing by a move', async () => {
  verifies('y-agent.tool.file-write', 'y-agent.tool.file-edit', 'y-agent.tool.file-move', 'y-agent.tool.file-delete');
  const workspace = folderWith({ 'a.txt': 'x and x', 'b.txt': 'b' });
  const { told } = await runY(
    [
      called('FileEdit', { file_path: 'a.txt', old_string: 'x', new_string: 'y', replace_all: true }),
      called('FileWrite', { path: 'b.txt', content: 'new' }),
      called('FileMove', { path: 'a.txt', destination_path: 'b.txt' }),
      called('FileMove', { path: 'src', destination_path: 'lib' }),
      called('FileDelete', { path: 'lib' }),
      called('FileDelete', { path: 'lib', recursive: true }),
    ],
    { workspace },
  );
  expect(told.map(({ success, code }) => success ?? code)).toEqual([
    true,
    true,
    'validation_error',
    true,
    'validation_error',
    true,
  ]);
  const read = (name: string): string => readFileSync(join(workspace, name), 'utf8');
  expect([read('a.txt'), read('b.txt'), existsSync(join(workspace, 'lib'))]).toEqual(['y and y', 'new', false]);
});

it('edits only the file that it was told to expect', async () => {
  verifies('y-agent.tool.file-edit-hash', 'y-agent.tool.file-edit-errors');
  const workspace = folderWith({ 'a.txt': 'one' });
  const edit = (hash: string, to: string) =>
    called('FileEdit', { file_path: 'a.txt', old_string: 'one', new_string: to, expected_content_hash: hash });
  const { told } = await runY([edit(sha256('two'), 'x'), edit(sha256('one'), 'y')], { workspace });
  expect(told[0]).toMatchObject({ code: 'stale_file', details: { content_hash: sha256('one'), now: 'one' } });
  expect(told[1]).toMatchObject({ success: true, content: { content_hash: sha256('y') } });
});

it('journals every change, and takes all of them back', async () => {
  verifies('y-agent.tool.journal');
  const workspace = folderWith({ 'a.txt': 'one', 'b.txt': 'two' });
  const { session, events } = await runY(
    [
      called('FileWrite', { path: 'a.txt', content: 'new' }),
      called('FileDelete', { path: 'b.txt' }),
      called('FileMove', { path: 'a.txt', destination_path: 'c.txt' }),
    ],
    { workspace },
  );
  expect(bodies(events, 'change-applied')).toHaveLength(3);
  await session.undo();
  const read = (name: string): string => readFileSync(join(workspace, name), 'utf8');
  expect([read('a.txt'), read('b.txt'), existsSync(join(workspace, 'c.txt'))]).toEqual(['one', 'two', false]);
});

it('fails by its own codes, in its own names', async () => {
  verifies('y-agent.definition.error-codes', 'y-agent.tool.file-edit-errors');
  const workspace = folderWith({ 'a.txt': 'x\nx\n' });
  const edit = (old_string: string, more: object = {}) =>
    called('FileEdit', { file_path: 'a.txt', old_string, new_string: 'y', ...more });
  const { told } = await runY(
    [
      called('FileRead', { path: 'none.txt' }),
      edit('zzz'),
      edit('x'),
      edit('x', { expected_content_hash: sha256('other') }),
      called('FileRead', { file: 'a.txt' }),
      called('FileRaed', { path: 'a.txt' }),
    ],
    { workspace },
  );
  expect(told.map(({ code, retryable }) => [code, retryable])).toEqual([
    ['file_not_found', false],
    ['edit_target_not_found', false],
    ['ambiguous_edit', false],
    ['stale_file', false],
    ['validation_error', false],
    ['tool_not_found', false],
  ]);
  expect(told[1]?.error).toMatch(/^old_string is not in a\.txt\./);
  expect(told[3]?.details).toMatchObject({ content_hash: sha256('x\nx\n') });
  expect(told[5]).toEqual({
    error: 'There is no tool named "FileRaed". Did you mean FileRead?',
    code: 'tool_not_found',
    details: null,
    retryable: false,
  });
  expect(told.map(({ error }) => error).join(' ')).not.toMatch(/read_file|edit_file|old_text/);
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('x\nx\n');
});

it('needs a range over 256 KB', async () => {
  verifies('y-agent.tool.file-read-large');
  const workspace = folderWith({ 'big.txt': 'line\n'.repeat(60_000) });
  const { told } = await runY(
    [called('FileRead', { path: 'big.txt' }), called('FileRead', { path: 'big.txt', line_offset: 59_999, limit: 1 })],
    { workspace },
  );
  expect(told[0]).toMatchObject({ code: 'validation_error' });
  expect(told[1]?.content).toMatchObject({ content: 'line', line_offset: 59_999, lines: 1 });
});

it('gives 50 files at most, the newest first, and 250 lines or files that match', async () => {
  verifies('y-agent.tool.glob', 'y-agent.tool.grep');
  const workspace = folderWith({});
  for (let at = 0; at < 260; at += 1) {
    const path = join(workspace, `f${at}.txt`);
    writeFileSync(path, 'needle\nneedle\n');
    utimesSync(path, 1e9 + at, 1e9 + at);
  }
  const { told } = await runY(
    [
      called('Glob', { pattern: '*.txt' }),
      called('Grep', { pattern: 'needle' }),
      called('Grep', { pattern: 'needle', output_mode: 'content' }),
      called('Grep', { pattern: 'needle', head_limit: 251 }),
    ],
    { workspace },
  );
  const [glob, files, lines] = told.map(({ content }) => content as Readonly<Record<string, readonly string[]>>);
  expect(glob).toMatchObject({ total: 260, truncated: true });
  expect(glob?.['files']).toEqual(Array.from({ length: 50 }, (_, at) => `f${259 - at}.txt`));
  expect(files?.['files']).toHaveLength(250);
  expect(lines?.['lines']).toHaveLength(250);
  expect(told[3]?.code).toBe('validation_error');
});

it('finds files and text', async () => {
  verifies('y-agent.tool.grep', 'y-agent.tool.code-search');
  const workspace = folderWith({ 'src/a.ts': 'export const one = 1;\n', 'src/b.ts': 'import { one } from "./a";\n' });
  const { told } = await runY(
    [
      called('Glob', { pattern: '**/*.ts' }),
      called('Grep', { pattern: 'one' }),
      called('Grep', { pattern: 'ONE', output_mode: 'content', case_insensitive: true, glob: 'a.ts' }),
      called('Grep', { pattern: 'one', output_mode: 'count' }),
      called('CodeSearch', { query: 'one', kind: 'definition' }),
    ],
    { workspace },
  );
  const [glob, files, lines, counts, code] = told.map(({ content }) => content);
  expect(glob).toMatchObject({ total: 2, truncated: false });
  expect(files?.['files']).toEqual(['src/a.ts', 'src/b.ts']);
  expect(lines?.['lines']).toEqual(['src/a.ts:1: export const one = 1;']);
  expect(counts?.['counts']).toEqual({ 'src/a.ts': 1, 'src/b.ts': 1 });
  expect(code).toMatchObject({ definitions: [{ path: 'src/a.ts', line: 1, name: 'one' }], references: [] });
});
