import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { called, runY } from './open-y.js';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const metadata = { execution_time_ms: expect.any(Number) };

it('reads with an offset from 0, a limit and numbers, and gives the hash of the whole', async () => {
  verifies('y-agent.definition.output');
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

it('writes, edits, moves and deletes', async () => {
  verifies('y-agent.definition.output');
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

it('fails by its own codes, in its own names', async () => {
  verifies('y-agent.definition.error-codes');
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
  const workspace = folderWith({ 'big.txt': 'line\n'.repeat(60_000) });
  const { told } = await runY(
    [called('FileRead', { path: 'big.txt' }), called('FileRead', { path: 'big.txt', line_offset: 59_999, limit: 1 })],
    { workspace },
  );
  expect(told[0]).toMatchObject({ code: 'validation_error' });
  expect(told[1]?.content).toMatchObject({ content: 'line', line_offset: 59_999, lines: 1 });
});

it('finds files and text', async () => {
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
