import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editFile } from '../../../src/builtin/file/edit-file.js';
import { editText } from '../../../src/builtin/file/text-edit.js';
import { isFailure } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const edit = (old_text: string, new_text: string, replace_all?: boolean) => ({
  path: 'a.txt',
  old_text,
  new_text,
  ...(replace_all !== undefined && { replace_all }),
});

describe('edit_file', () => {
  it('replaces a text found once', async () => {
    verifies('core.tools.edit-file', 'core.tools.edit-file-preview');
    const { ctx, read, write } = createBench();
    write('a.txt', 'one\ntwo\nthree\n');
    const { shown, facts, plan } = await callOk(editFile, edit('two', 'zwei'), ctx);
    expect(read('a.txt')).toBe('one\nzwei\nthree\n');
    expect(shown).toBe('Edited a.txt: 1 line added, 1 removed.');
    expect(facts).toMatchObject([
      { kind: 'read', target: 'a.txt' },
      { kind: 'write', target: 'a.txt', where: 'workspace' },
    ]);
    expect(plan).toMatchObject({
      preview: { kind: 'diff', operation: 'edit', diff: expect.stringContaining('-two\n+zwei\n') },
    });
  });

  it('names the count and the lines of several matches', async () => {
    verifies('core.tools.edit-file-ambiguous', 'seed.edit.exact-ambiguous');
    const { ctx, read, write } = createBench();
    write('a.txt', 'x\ny\nx\nx x\n');
    const { failure } = await callTool(editFile, edit('x', 'z'), ctx);
    expect(failure).toMatchObject({
      errorType: 'ambiguous',
      message: expect.stringContaining('found 4 times in a.txt, at lines 1, 3, 4, 4.'),
    });
    expect(read('a.txt')).toBe('x\ny\nx\nx x\n');
    write('a.txt', 'aaa');
    expect((await callTool(editFile, edit('aa', 'b'), ctx)).failure?.errorType).toBe('ambiguous');
  });

  it('replaces every match when told to', async () => {
    verifies('core.tools.edit-file-all');
    const { ctx, read, write } = createBench();
    write('a.txt', 'x\ny\nx\n');
    expect((await callOk(editFile, edit('x', '$&x', true), ctx)).shown).toContain('Replaced 2 matches.');
    expect(read('a.txt')).toBe('$&x\ny\n$&x\n');
    expect((await callTool(editFile, edit('none', 'z', true), ctx)).failure?.errorType).toBe('not_found');
  });

  it('shows the nearest block and its first difference', async () => {
    verifies('core.tools.edit-file-nearest');
    const { ctx, write } = createBench();
    write(
      'a.txt',
      ['import x;', '', 'function add(a, b) {', '\tconst sum = a + b;', '\treturn sum;', '}', ''].join('\n'),
    );
    const { failure, facts } = await callTool(
      editFile,
      edit('function add(a, b) {\n  const sum = a + b;\n  return sum;\n}', 'x'),
      ctx,
    );
    expect(failure?.errorType).toBe('not_found');
    expect(failure?.message).toContain('3: function add(a, b) {\n4: \tconst sum = a + b;\n5: \treturn sum;\n6: }');
    expect(failure?.message).toContain(
      'first difference is at line 4, column 1: the file has "\\tconst sum = a + b;", old_text has "  const sum = a + b;"',
    );
    // What the file holds is told only to those who may read it.
    expect(facts).toEqual([{ kind: 'read', target: 'a.txt', where: 'workspace', known: true }]);
    expect((await callTool(editFile, edit('const summ = a + b', 'x'), ctx)).failure?.message).toContain('line 4');
    expect((await callTool(editFile, edit('@@@@@', 'x'), ctx)).failure?.message).toContain('Nothing in it is alike');
  });

  it('looks for the nearest block in bounded time', async () => {
    const { ctx, write } = createBench();
    write('a.txt', 'the same line\n'.repeat(200_000));
    const startedAt = performance.now();
    expect(
      (await callTool(editFile, edit(`${'the same line\n'.repeat(2000)}another`, 'x'), ctx)).failure?.message.length,
    ).toBeLessThan(4000);
    expect(
      (await callTool(editFile, edit('the samE line that never was'.repeat(1000), 'x'), ctx)).failure?.errorType,
    ).toBe('not_found');
    expect((await callTool(editFile, edit('e', 'x'), ctx)).failure?.message).toContain('at least 1000 times');
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  it('refuses an empty old_text and an edit that changes nothing', async () => {
    verifies('core.tools.edit-file-empty', 'core.tools.edit-file-same');
    const { ctx, write } = createBench();
    write('a.txt', 'x');
    expect((await callTool(editFile, edit('', 'y'), ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('write_file'),
    });
    expect((await callTool(editFile, edit('x', 'x'), ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('takes new_text literally', async () => {
    verifies('core.tools.edit-file-literal', 'seed.edit.literal');
    const { ctx, read, write } = createBench();
    write('a.txt', 'a b c');
    await callOk(editFile, edit('b', "$1 $& $' $` \\n \\1 $$"), ctx);
    expect(read('a.txt')).toBe("a $1 $& $' $` \\n \\1 $$ c");
  });

  it('keeps CRLF, BOM, the last line end and everything else', async () => {
    verifies('core.tools.edit-file-line-ends');
    const { ctx, read, write } = createBench();
    write('a.txt', '\ufeffone\r\ntwo\r\nthree');
    expect((await callOk(editFile, edit('one\ntwo\n', 'eins\nzwei\nmore\n'), ctx)).shown).toContain('CRLF');
    expect(read('a.txt')).toBe('\ufeffeins\r\nzwei\r\nmore\r\nthree');
    await callOk(editFile, edit('three', 'drei\n'), ctx);
    expect(read('a.txt')).toBe('\ufeffeins\r\nzwei\r\nmore\r\ndrei\r\n');
    await callOk(editFile, edit('\nmore', ''), ctx);
    expect(read('a.txt')).toBe('\ufeffeins\r\nzwei\r\ndrei\r\n');
    write('b.txt', 'unix\nunix2\ndos\r\ndos2\r\n');
    await callOk(editFile, { ...edit('unix\nunix2', 'a\nb'), path: 'b.txt' }, ctx);
    await callOk(editFile, { ...edit('dos\ndos2', 'c\nd'), path: 'b.txt' }, ctx);
    expect(read('b.txt')).toBe('a\nb\nc\r\nd\r\n');
  });

  it('edits any characters', async () => {
    const { ctx, read, write } = createBench();
    write('a.txt', 'naïve 😀 日本語\n');
    await callOk(editFile, edit('😀 日', '🏳️‍🌈 '), ctx);
    expect(read('a.txt')).toBe('naïve 🏳️‍🌈 本語\n');
  });

  it('refuses what is no text, and what is not there', async () => {
    const { ctx, outside, write } = createBench();
    write('a.txt', Buffer.from([120, 0, 120]));
    expect((await callTool(editFile, edit('x', 'y'), ctx)).failure?.errorType).toBe('validation_failed');
    write('a.txt', Buffer.concat([Buffer.from('x'.repeat(9000)), Buffer.from([0xe9])]));
    expect((await callTool(editFile, edit('x', 'y'), ctx)).failure?.message).toContain('not UTF-8');
    expect((await callTool(editFile, { ...edit('x', 'y'), path: 'none.txt' }, ctx)).failure?.errorType).toBe(
      'not_found',
    );
    expect((await callTool(editFile, { ...edit('x', 'y'), path: '.' }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
    writeFileSync(join(outside, 'b.txt'), 'content');
    expect(await callTool(editFile, { ...edit('x', 'y'), path: '../outside/b.txt' }, ctx)).toMatchObject({
      facts: [{ kind: 'read', where: 'outside' }],
      failure: { errorType: 'not_found' },
    });
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('content');
  });
});

describe('an edit', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '$', '&', '\\', 'é', '😀', '{', ' '), maxLength: 60 });

  it('is what replacing strings gives', () => {
    verifies('core.tools.edit-file');
    fc.assert(
      fc.property(text, text, text, text, (before, oldText, after, newText) => {
        fc.pre(oldText !== '' && oldText !== newText);
        const content = before + oldText + after;
        const at = content.indexOf(oldText);
        const result = editText(content, { oldText, newText, replaceAll: false }, 'a');
        if (content.indexOf(oldText, at + 1) !== -1) {
          expect(isFailure(result) && result.errorType).toBe('ambiguous');
        } else {
          expect(result).toEqual({
            text: content.slice(0, at) + newText + content.slice(at + oldText.length),
            count: 1,
            keptCrlf: false,
          });
        }
        const all = editText(content, { oldText, newText, replaceAll: true }, 'a');
        expect(all).toMatchObject({ text: content.replaceAll(oldText, () => newText) });
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same on CRLF as on LF', () => {
    fc.assert(
      fc.property(text, text, text, (before, oldText, newText) => {
        fc.pre(oldText !== '' && oldText !== newText);
        const content = `${before}\n${oldText}`;
        const toCrlf = (value: string): string => value.replaceAll('\n', '\r\n');
        const unix = editText(content, { oldText, newText, replaceAll: false }, 'a');
        const dos = editText(toCrlf(content), { oldText, newText, replaceAll: false }, 'a');
        if (isFailure(unix)) expect(isFailure(dos) && dos.errorType).toBe(unix.errorType);
        else expect(dos).toMatchObject({ text: toCrlf(unix.text) });
      }),
      { numRuns: 500 },
    );
  });
});
