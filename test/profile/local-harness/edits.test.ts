import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { call, callHarness, folderWith, goneTool, typing } from './open-harness.js';

const five = 'one\ntwo\nthree\nfour\nfive\n';
const write = (path: string, content: string) => call('write_file', { path, content });
const replace = (line_start: number, line_end: number, new_content: string, path = 'a.txt') =>
  call('replace_lines', { path, line_start, line_end, new_content });
const insert = (line_start: number, new_content: string, path = 'a.txt', line_end = line_start) =>
  call('insert_lines', { path, line_start, line_end, new_content });

/** What the calls come to, each allowed, and what the file holds then. */
async function edit(calls: readonly ReturnType<typeof call>[], content: string | Buffer = five) {
  const workspace = folderWith({ 'a.txt': content });
  mkdirSync(join(workspace, 'dir'));
  const user = typing('1');
  const results = await callHarness(calls, { workspace, tools: [goneTool(workspace)], ...user });
  const read = (path = 'a.txt'): string => readFileSync(join(workspace, path), 'utf8');
  return { results, read, asked: user.asked, types: results.map(({ error_type }) => error_type) };
}

describe('write_file in a session of LocalHarness', () => {
  it('makes a file with its folders, or puts another in its place, and tells the size', async () => {
    verifies('local-harness.write-file.overwrite', 'local-harness.write-file.parents');
    verifies('local-harness.write-file.size', 'local-harness.permission.high-warns');
    const { results, read, asked } = await edit([write('new/deep/b.txt', 'one\ntwö\n'), write('a.txt', 'x')]);
    expect(results.map(({ data }) => data?.split('\n')[0])).toEqual([
      'Created new/deep/b.txt (2 lines, 9 B).',
      expect.stringMatching(/^Overwrote a\.txt \(1 B\)/),
    ]);
    expect([read('new/deep/b.txt'), read()]).toEqual(['one\ntwö\n', 'x']);
    expect(asked.map(({ level, preview }) => [level, preview.kind])).toEqual([
      ['high', 'diff'],
      ['high', 'diff'],
    ]);
  });

  it('fails as validation_failed or io_error', async () => {
    verifies('local-harness.write-file.errors');
    const { types } = await edit([
      write('dir', 'x'),
      write('../x', 'x'),
      write('a.txt/below', 'x'),
      call('write_file', { path: 'b' }),
      write(`${'n'.repeat(300)}`, 'x'),
    ]);
    expect(types.slice(0, 4)).toEqual(['validation_failed', 'validation_failed', 'io_error', 'validation_failed']);
    expect(types[4]).not.toBe('none');
  });
});

describe('replace_lines in a session of LocalHarness', () => {
  it('puts others in the place of lines, counted from 1, the last one included, and tells how many', async () => {
    verifies('local-harness.replace-lines.range', 'local-harness.replace-lines.count');
    const { results, read } = await edit([replace(2, 4, 'TWO\nTHREE'), replace(1, 1, ''), replace(3, 3, 'END')]);
    expect(results.map(({ data }) => data?.split('\n')[0])).toEqual([
      'Replaced 3 lines by 2 at line 2 of a.txt, which has 4 lines now. Now there:',
      expect.stringMatching(/^Deleted 1 line at line 1 of a\.txt/),
      expect.stringMatching(/^Replaced 1 line by 1 at line 3 of a\.txt/),
    ]);
    expect(read()).toBe('TWO\nTHREE\nEND\n');
  });

  it('keeps how the file ends', async () => {
    verifies('local-harness.replace-lines.trailing-newline');
    for (const [before, content, after] of [
      ['a\nb', 'c\n', 'a\nc'],
      ['a\nb\n', 'c', 'a\nc\n'],
      ['a\r\nb\r\n', 'c', 'a\r\nc\r\n'],
    ] as const)
      expect((await edit([replace(2, 2, content)], before)).read()).toBe(after);
  });

  it('fails as not_found, validation_failed or io_error', async () => {
    verifies('local-harness.replace-lines.errors', 'local-harness.replace-lines.out-of-range');
    const { types, results } = await edit([
      replace(1, 1, 'x', 'gone.txt'),
      replace(5, 6, 'x'),
      replace(2, 1, 'x'),
      call('replace_lines', { path: 'a.txt', line_start: 'one', line_end: 1, new_content: 'x' }),
      replace(1, 1, 'x', 'dir'),
      call('gone'),
      replace(1, 1, 'x'),
    ]);
    expect(types).toEqual(['not_found', ...Array.from({ length: 4 }, () => 'validation_failed'), 'none', 'io_error']);
    expect(results[0]?.error_message).toBe('File not found: gone.txt');
  });
});

describe('insert_lines in a session of LocalHarness', () => {
  it('puts lines before another, or behind the last, and tells where', async () => {
    verifies('local-harness.insert-lines.before', 'local-harness.insert-lines.append');
    verifies('local-harness.insert-lines.location');
    const { results, read } = await edit([insert(2, 'new\nlines'), insert(8, 'end')]);
    expect(results.map(({ data }) => data?.split('\n')[0])).toEqual([
      'Inserted 2 lines at line 2 of a.txt, which has 7 lines now. Now there:',
      'Inserted 1 line at line 8 of a.txt, which has 8 lines now. Now there:',
    ]);
    expect(read()).toBe('one\nnew\nlines\ntwo\nthree\nfour\nfive\nend\n');
  });

  it('takes one place alone, and fails as not_found, validation_failed or io_error', async () => {
    verifies('local-harness.insert-lines.single-point', 'local-harness.insert-lines.errors');
    const { types, results, asked } = await edit([
      insert(1, 'x', 'a.txt', 2),
      insert(7, 'x'),
      insert(1, ''),
      insert(1, 'x', 'gone.txt'),
      call('gone'),
      insert(1, 'x'),
    ]);
    expect(types).toEqual([
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'not_found',
      'none',
      'io_error',
    ]);
    expect(results[0]?.error_message).toContain('line_end 2 is not line_start 1');
    expect(asked).toEqual([]);
  });
});

it('asks for a file to be read before it is changed, where the host wants that', async () => {
  verifies('local-harness.write-file.read-first', 'local-harness.replace-lines.read-first');
  verifies('local-harness.insert-lines.read-first');
  const files = { 'a.txt': five, 'b.txt': five, 'c.txt': five };
  const changes = (path: string) => [write(path, 'x\n'), replace(1, 1, 'x', path), insert(1, 'x', path)];
  const options = { files, readBeforeWrite: true, ...typing('1') };
  const unread = await callHarness(changes('a.txt'), options);
  expect(unread.map(({ success, error_message }) => [success, error_message?.includes('read_file')])).toEqual([
    [false, true],
    [false, true],
    [false, true],
  ]);
  for (const [at, path] of Object.keys(files).entries()) {
    const change = changes(path)[at] ?? write(path, 'x\n');
    const results = await callHarness([call('read_file', { path }), change, write(`new-${path}`, 'x')], options);
    expect(results.map(({ error_type }) => error_type)).toEqual(['none', 'none', 'none']);
  }
});
