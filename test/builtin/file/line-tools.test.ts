import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { createInsertLines, insertLines } from '../../../src/builtin/file/insert-lines.js';
import { createReplaceLines, replaceLines } from '../../../src/builtin/file/replace-lines.js';
import type { RunContext } from '../../../src/tool/context.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { newFolder, open } from '../../session/open.js';
import { callOk, callTool, createBench, forgetful } from '../tool-harness.js';

const five = 'one\ntwo\nthree\nfour\nfive\n';
const at = (line_start: number, line_end: number, content: string) => ({
  path: 'a.txt',
  line_start,
  line_end,
  content,
});
const failedIo = fail('io_error', 'The disk is full.');
const readFirst = (ctx: RunContext): RunContext => ({ ...ctx, change: { ...ctx.change, readBeforeWrite: true } });

describe('replace_lines', () => {
  it('replaces a range counted from 1, and tells how many lines and what is there now', async () => {
    verifies('local-harness.replace-lines.range', 'local-harness.replace-lines.count', 'files.lines.replace');
    const { ctx, read, write } = createBench();
    write('a.txt', five);
    const { shown, value, facts, plan } = await callOk(replaceLines, at(2, 3, 'zwei\ndrei\nmehr'), ctx);
    expect(read('a.txt')).toBe('one\nzwei\ndrei\nmehr\nfour\nfive\n');
    expect(shown).toBe(
      'Replaced 2 lines by 3 at line 2 of a.txt, which has 6 lines now. Now there:\n1: one\n2: zwei\n3: drei\n4: mehr\n5: four\n6: five',
    );
    expect(value).toMatchObject({ replaced: 2, line_start: 2, line_end: 4, total_lines: 6, added: 3, removed: 2 });
    expect(facts).toMatchObject([{ kind: 'read' }, { kind: 'write', target: 'a.txt' }]);
    expect(plan).toMatchObject({
      preview: {
        kind: 'diff',
        operation: 'edit',
        diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,5 +1,6 @@\n one\n-two\n-three\n+zwei\n+drei\n+mehr\n four\n five\n',
      },
      undo: { possible: true },
    });
  });

  it('deletes lines, and says when nothing changes', async () => {
    verifies('files.lines.replace');
    const { ctx, read, write } = createBench();
    write('a.txt', five);
    expect((await callOk(replaceLines, at(2, 4, ''), ctx)).shown).toContain('Deleted 3 lines at line 2');
    expect(read('a.txt')).toBe('one\nfive\n');
    expect((await callOk(replaceLines, at(2, 2, 'five'), ctx)).shown).toContain('Unchanged');
    await callOk(replaceLines, at(1, 2, ''), ctx);
    expect(read('a.txt')).toBe('');
  });

  it('refuses what is not in the file', async () => {
    verifies('local-harness.replace-lines.out-of-range', 'local-harness.replace-lines.errors');
    const { ctx, read, root, write } = createBench();
    write('a.txt', five);
    for (const [start, end] of [
      [0, 1],
      [5, 6],
      [6, 6],
      [3, 2],
      [-1, 2],
    ] as const) {
      const { failure } = await callTool(replaceLines, at(start, end, 'x'), ctx);
      expect(failure?.errorType).toBe('validation_failed');
    }
    expect(read('a.txt')).toBe(five);
    write('empty.txt', '');
    const none = await callTool(replaceLines, { ...at(1, 1, 'x'), path: 'empty.txt' }, ctx);
    expect(none.failure).toMatchObject({ message: expect.stringContaining('insert_lines') });
    expect((await callTool(replaceLines, { ...at(1, 1, 'x'), path: 'none' }, ctx)).failure?.errorType).toBe(
      'not_found',
    );
    mkdirSync(join(root, 'dir'));
    const folder = await callTool(replaceLines, { ...at(1, 1, 'x'), path: 'dir' }, ctx);
    expect(folder.failure?.errorType).toBe('validation_failed');
    const gone = await callTool(replaceLines, at(1, 1, 'x'), {
      ...ctx,
      change: { ...ctx.change, apply: async () => failedIo },
    });
    expect(gone.failure?.errorType).toBe('io_error');
  });

  it('moves a range into the file where an option says so', async () => {
    verifies('files.lines.clamp');
    const { ctx, read, write } = createBench();
    const clamping = createReplaceLines({ outside: 'clamp' });
    write('a.txt', five);
    await callOk(clamping, at(-3, 1, '1'), ctx);
    await callOk(clamping, at(5, 99, '5'), ctx);
    await callOk(clamping, at(50, 60, '6'), ctx);
    expect(read('a.txt')).toBe('1\ntwo\nthree\nfour\n5\n6\n');
    expect((await callTool(clamping, at(3, 2, 'x'), ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('keeps line ends, the BOM and how the file ends', async () => {
    verifies('local-harness.replace-lines.trailing-newline', 'files.lines.ends');
    const { ctx, read, write } = createBench();
    for (const [before, start, end, content, after] of [
      ['a\nb', 2, 2, 'c\n', 'a\nc'],
      ['a\nb\n', 2, 2, 'c', 'a\nc\n'],
      ['a\nb', 2, 2, '', 'a'],
      ['a\r\nb\r\nc', 1, 2, 'x\ny', 'x\r\ny\r\nc'],
      ['a\nb\r\nc\n', 2, 2, 'x\ny', 'a\nx\r\ny\r\nc\n'],
      ['\ufeffa\nb\n', 1, 1, 'x', '\ufeffx\nb\n'],
      ['a\nb\n', 1, 1, '\n', '\nb\n'],
      ['a', 1, 1, 'x\ny', 'x\ny'],
    ] as const) {
      write('a.txt', before);
      await callOk(replaceLines, at(start, end, content), forgetful(ctx));
      expect(read('a.txt')).toBe(after);
    }
  });

  it('wants the file to be read first where an option says so, and to be as expected', async () => {
    verifies('local-harness.replace-lines.read-first', 'local-harness.insert-lines.read-first');
    const { ctx, read, write } = createBench();
    write('a.txt', five);
    for (const tool of [replaceLines, insertLines]) {
      const { failure } = await callTool(tool, at(1, 1, 'x'), readFirst(ctx));
      expect(failure).toMatchObject({ errorType: 'validation_failed', message: expect.stringContaining('read_file') });
    }
    for (const tool of [replaceLines, insertLines]) {
      const other = await callTool(tool, { ...at(1, 1, 'x'), expected_hash: sha256('other') }, ctx);
      expect(other.failure?.errorType).toBe('stale');
    }
    expect(read('a.txt')).toBe(five);
    ctx.change.saw({ shown: 'a.txt' }, sha256(five));
    await callOk(replaceLines, { ...at(1, 1, 'x'), expected_hash: sha256(five) }, readFirst(ctx));
    expect(read('a.txt')).toBe(five.replace('one', 'x'));
  });
});

describe('insert_lines', () => {
  it('inserts before a line, appends one past the end, and tells where', async () => {
    verifies(
      'local-harness.insert-lines.before',
      'local-harness.insert-lines.append',
      'local-harness.insert-lines.location',
    );
    const { ctx, read, write } = createBench();
    write('a.txt', five);
    const { shown, plan } = await callOk(insertLines, at(3, 3, 'new\nlines'), ctx);
    expect(shown).toBe(
      'Inserted 2 lines at line 3 of a.txt, which has 7 lines now. Now there:\n1: one\n2: two\n3: new\n4: lines\n5: three\n6: four',
    );
    expect(plan).toMatchObject({
      preview: { diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,6 @@\n one\n two\n+new\n+lines\n three\n four\n' },
    });
    await callOk(insertLines, { path: 'a.txt', line_start: 8, content: 'last' }, ctx);
    await callOk(insertLines, { path: 'a.txt', line_start: 1, content: 'first\n' }, ctx);
    expect(read('a.txt')).toBe('first\none\ntwo\nnew\nlines\nthree\nfour\nfive\nlast\n');
  });

  it('keeps line ends, the BOM and how the file ends', async () => {
    verifies('files.lines.ends');
    const { ctx, read, write } = createBench();
    for (const [before, line, content, after] of [
      ['a', 2, 'b', 'a\nb'],
      ['a', 1, 'b\n', 'b\na'],
      ['a\r\nb', 3, 'c', 'a\r\nb\r\nc'],
      ['a\r\nb\r\n', 2, 'x\ny\n', 'a\r\nx\r\ny\r\nb\r\n'],
      ['\ufeffa\n', 1, 'x', '\ufeffx\na\n'],
      ['', 1, 'x', 'x'],
      ['', 1, 'x\ny\n', 'x\ny\n'],
      ['\ufeff', 1, 'x\n', '\ufeffx\n'],
      ['a\n', 2, '\n', 'a\n\n'],
    ] as const) {
      write('a.txt', before);
      await callOk(insertLines, { path: 'a.txt', line_start: line, content }, forgetful(ctx));
      expect(read('a.txt')).toBe(after);
    }
  });

  it('refuses more than one place, and places that are not there', async () => {
    verifies('local-harness.insert-lines.single-point', 'local-harness.insert-lines.errors', 'files.lines.clamp');
    const { ctx, read, write } = createBench();
    write('a.txt', five);
    for (const [start, end, content] of [
      [1, 2, 'x'],
      [0, 0, 'x'],
      [7, 7, 'x'],
      [1, 1, ''],
    ] as const) {
      expect((await callTool(insertLines, at(start, end, content), ctx)).failure?.errorType).toBe('validation_failed');
    }
    expect((await callTool(insertLines, { ...at(1, 1, 'x'), path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
    const gone = { ...ctx, change: { ...ctx.change, apply: async () => failedIo } };
    expect((await callTool(insertLines, at(1, 1, 'x'), gone)).failure?.errorType).toBe('io_error');
    const clamping = createInsertLines({ outside: 'clamp' });
    await callOk(clamping, at(99, 99, 'last'), ctx);
    await callOk(clamping, at(-4, -4, 'first'), ctx);
    expect(read('a.txt')).toBe(`first\n${five}last\n`);
  });
});

it('lines that were replaced and inserted are undone byte for byte', async () => {
  verifies('files.lines.undo');
  const workspace = newFolder();
  const path = join(workspace, 'a.txt');
  const content = '\ufeffone\r\ntwo\nthree';
  writeFileSync(path, content);
  const calls = [
    { name: 'replace_lines', arguments: at(1, 2, 'x') },
    { name: 'insert_lines', arguments: { path: 'a.txt', line_start: 2, content: 'y\nz' } },
  ];
  const session = await open([{ calls }, { text: 'done' }], { workspace, builtins: true, mode: 'edit' });
  await session.send('go').result;
  expect(readFileSync(path, 'utf8')).toBe('\ufeffx\r\ny\r\nz\r\nthree');
  await session.undo();
  expect(readFileSync(path, 'utf8')).toBe(content);
});
