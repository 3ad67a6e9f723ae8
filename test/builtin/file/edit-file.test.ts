import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { createEditFile, editFile } from '../../../src/builtin/file/edit-file.js';
import { editText } from '../../../src/builtin/file/text-edit.js';
import { isFailure } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench, forgetful } from '../tool-harness.js';

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
      edit('function add(a, b) {\n\tconst summe = a + b;\n\treturn sum;\n}', 'x'),
      ctx,
    );
    expect(failure?.errorType).toBe('not_found');
    expect(failure?.message).toContain('3: function add(a, b) {\n4: \tconst sum = a + b;\n5: \treturn sum;\n6: }');
    expect(failure?.message).toContain(
      'first difference is at line 4, column 11: the file has "\\tconst sum = a + b;", old_text has "\\tconst summe = a + b;"',
    );
    // What the file holds is told only to those who may read it.
    expect(facts).toEqual([{ kind: 'read', target: 'a.txt', where: 'workspace', known: true }]);
    expect((await callTool(editFile, edit('const summ = a + b', 'x'), ctx)).failure?.message).toContain('line 4');
    expect((await callTool(editFile, edit('@@@@@', 'x'), ctx)).failure?.message).toContain('Nothing in it is alike');
  });

  it('says so where old_text has the line numbers of read_file', async () => {
    verifies('core.tools.edit-file-numbered');
    const { ctx, read, write } = createBench();
    write('a.txt', 'one\n  two\n3: three\n');
    const told = async (oldText: string) => (await callTool(editFile, edit(oldText, 'x'), ctx)).failure?.message;
    expect(await told('1: one\n2:   two')).toBe(
      'old_text is not in a.txt. It is without the line numbers that read_file shows: leave them out, of new_text too.',
    );
    expect(await told('1: one\n2: too')).toContain('The nearest block is');
    await callOk(editFile, edit('3: three', 'three'), ctx);
    expect(read('a.txt')).toBe('one\n  two\nthree\n');
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

  it('finds a text that differs in white space alone', async () => {
    verifies('files.edit.flexible', 'files.edit.flexible-outside', 'files.edit.strategy', 'files.edit.exactly');
    const { ctx: known, read, write } = createBench();
    const ctx = forgetful(known);
    write('a.txt', '// top\n\n\tif ( a&&b ) {\n\t\tcall( x ,y );\n\t}\n\nend\n');
    const { shown, value, plan } = await callOk(editFile, edit('if (a&&b) {\n  call(x, y);\n}', 'done();'), ctx);
    expect(read('a.txt')).toBe('// top\n\n\tdone();\n\nend\n');
    expect(value).toMatchObject({ strategy: 'flexible', operation: 'edit' });
    expect(shown).toContain('other white space');
    expect(plan).toMatchObject({ preview: { diff: expect.stringContaining('-\t\tcall( x ,y );\n') } });
    write('a.txt', 'a  b\nc\na b\n');
    expect((await callOk(editFile, edit('a b', 'z'), ctx)).value.strategy).toBe('exact');
    expect(read('a.txt')).toBe('a  b\nc\nz\n');
    write('a.txt', 'a  b\n');
    const exactly = createEditFile({ exactly: true });
    expect((await callTool(exactly, edit('a b', 'z'), ctx)).failure?.errorType).toBe('not_found');
    expect(exactly.description).toContain('white space too');
    write('a.txt', 'a  b\r\nc\r\n');
    await callOk(editFile, edit('a b\nc', 'x\ny'), ctx);
    expect(read('a.txt')).toBe('x\r\ny\r\n');
  });

  it('does not choose between places that differ in white space alone', async () => {
    verifies('files.edit.flexible');
    const { ctx, read, write } = createBench();
    write('a.txt', 'f( 1 )\nx\nf(  1)\n');
    expect((await callTool(editFile, edit('f(1)', 'g'), ctx)).failure).toMatchObject({
      errorType: 'ambiguous',
      message: expect.stringMatching(/found 2 times with other white space \(flexible matching\).*lines 1, 3/),
    });
    expect((await callTool(editFile, edit('f(1)', 'g', true), ctx)).failure?.errorType).toBe('not_found');
    expect(read('a.txt')).toBe('f( 1 )\nx\nf(  1)\n');
  });

  it('replaces the first of several where an option says so', async () => {
    verifies('files.edit.first');
    const { ctx, read, write } = createBench();
    write('a.txt', 'x x x\n');
    await callOk(createEditFile({ first: true }), edit('x', '$1'), ctx);
    expect(read('a.txt')).toBe('$1 x x\n');
  });

  it('makes a file of an empty old_text where an option says so', async () => {
    verifies('files.edit.creates');
    const { ctx, read } = createBench();
    const creating = createEditFile({ creates: true });
    const made = await callOk(creating, { path: 'new/a.txt', old_text: '', new_text: 'one\n' }, ctx);
    expect(made.value).toMatchObject({ operation: 'create', bytes: 4 });
    expect(made.facts).toMatchObject([{ kind: 'write', target: 'new/a.txt' }]);
    expect(read('new/a.txt')).toBe('one\n');
    const again = await callTool(creating, { path: 'new/a.txt', old_text: '', new_text: 'two\n' }, ctx);
    expect(again.failure).toMatchObject({ errorType: 'validation_failed' });
    expect(read('new/a.txt')).toBe('one\n');
  });

  it('compares the content with an expected hash', async () => {
    verifies('files.edit.expected-hash', 'y-agent.tool.file-edit-hash', 'y-agent.tool.file-edit-errors');
    const { ctx, read, write } = createBench();
    write('a.txt', 'one\n');
    const stale = await callTool(editFile, { ...edit('one', 'two'), expected_hash: sha256('other') }, ctx);
    expect(stale.failure).toMatchObject({
      errorType: 'stale',
      data: { path: 'a.txt', content_hash: sha256('one\n'), now: 'one\n' },
    });
    expect(stale.facts).toMatchObject([{ kind: 'read' }]);
    expect(
      (await callTool(editFile, { ...edit('one', 'two'), expected_hash: 'no hash' }, ctx)).failure?.errorType,
    ).toBe('stale');
    expect(read('a.txt')).toBe('one\n');
    await callOk(editFile, { ...edit('one', 'two'), expected_hash: sha256('one\n').toUpperCase() }, ctx);
    expect(read('a.txt')).toBe('two\n');
    // Models that name every argument give nothing for this one.
    await callOk(editFile, { ...edit('two', 'three'), expected_hash: '' }, ctx);
    expect(read('a.txt')).toBe('three\n');
    expect((await callTool(editFile, edit('none', 'x'), ctx)).failure?.errorType).toBe('not_found');
    write('b.txt', 'x x');
    const several = await callTool(editFile, { ...edit('x', 'y'), path: 'b.txt' }, ctx);
    expect(several.failure?.errorType).toBe('ambiguous');
  });

  it('replaces all or one, as FileEdit does', async () => {
    verifies('y-agent.tool.file-edit', 'files.edit.all-long');
    const { ctx: known, read, write } = createBench();
    const ctx = forgetful(known);
    write('a.txt', 'one two one\n');
    await callOk(editFile, edit('two', '2'), ctx);
    await callOk(editFile, edit('one', '1', true), ctx);
    expect(read('a.txt')).toBe('1 2 1\n');
    const long = 'ab'.repeat(600);
    write('a.txt', `${long}\n`.repeat(1100));
    expect((await callOk(editFile, edit(long, 'c', true), ctx)).shown).toContain('Replaced 1100 matches.');
    expect(read('a.txt')).toBe('c\n'.repeat(1100));
  });

  it('counts places that look the same, whichever line ends they have', async () => {
    verifies('files.edit.mixed-ends');
    const { ctx: known, read, write } = createBench();
    const ctx = forgetful(known);
    const mixed = 'a\r\nb\r\n-\na\nb\n-\na\r\nb\n';
    const make = async (content: string, ...[from, to, all]: [string, string, boolean?]) => {
      write('a.txt', content);
      const { failure, value } = await callTool(editFile, edit(from, to, all), ctx);
      return failure === undefined
        ? [read('a.txt'), value.strategy]
        : [failure.errorType, failure.message.slice(0, 45)];
    };
    expect(await make(mixed, 'a\nb\n', 'x\n')).toEqual(['ambiguous', 'old_text is found 3 times in a.txt, at lines ']);
    expect(await make(mixed, 'a\nb\n', 'x\ny\n', true)).toEqual(['x\r\ny\r\n-\nx\ny\n-\nx\r\ny\r\n', 'exact']);
    expect(await make(mixed, '-\na\nb\n-\n', '+\n')).toEqual(['a\r\nb\r\n+\na\r\nb\n', 'exact']);
    // Whoever names CRLF means it.
    expect(await make(mixed, 'b\r\n', 'c\r\n')).toEqual(['a\r\nc\r\n-\na\nb\n-\na\r\nb\n', 'exact']);
    expect(await make('x\r\n\na\nb\r\nz', 'a\nb', 'c')).toEqual(['x\r\n\nc\r\nz', 'exact']);
    expect(await make('a\nb\n', 'a\r\nb', 'x\r\ny')).toEqual(['x\ny\n', 'flexible']);
  });

  it('keeps CRLF and the BOM under a regular expression', async () => {
    verifies('files.edit.regex-ends');
    const { ctx: known, read, write } = createBench();
    const ctx = forgetful(known);
    const make = async (content: string, from: string, to: string, all = true): Promise<string> => {
      write('a.txt', content);
      await callOk(editFile, { ...edit(from, to, all), regex: true }, ctx);
      return read('a.txt');
    };
    expect(await make('a\r\nb\r\n', '^(?=.)', '// ')).toBe('// a\r\n// b\r\n');
    expect(await make('a\r\nb\r\n', '$', ';')).toBe('a;\r\nb;\r\n;');
    expect(await make('a\r\nb\r\n', 'a\\nb', 'x\ny')).toBe('x\r\ny\r\n');
    expect(await make('a\r\nb\r\n', 'a\\r\\nb', 'x\ny')).toBe('x\r\ny\r\n');
    expect(await make('a\r\nb\nc', '^', '> ')).toBe('> a\r\n> b\n> c');
    expect(await make('\ufeffa\r\r\nb\r\n', '^a', 'c')).toBe('\ufeffc\r\r\nb\r\n');
    expect(await make('\ufeffa\n', '^', '> ', false)).toBe('\ufeff> a\n');
  });

  it('replaces what a regular expression matches', async () => {
    verifies('files.edit.regex', 'files.edit.strategy');
    const { ctx: known, read, write } = createBench();
    const ctx = forgetful(known);
    write('a.txt', 'let a = 1;\nlet b = 2;\n');
    const { value } = await callOk(
      editFile,
      { ...edit('^let (\\w) = (?<n>\\d);$', 'const $1 = $<n>$<n>; // $$ $& $9'), regex: true },
      ctx,
    );
    expect(read('a.txt')).toBe('const a = 11; // $ let a = 1; $9\nlet b = 2;\n');
    expect(value).toMatchObject({ strategy: 'regex', operation: 'edit' });
    await callOk(editFile, { ...edit('\\d', '#', true), regex: true }, ctx);
    expect(read('a.txt')).toBe('const a = ##; // $ let a = #; $#\nlet b = #;\n');
    for (const [pattern, type] of [
      ['(', 'validation_failed'],
      ['^nothing', 'not_found'],
      ['#', 'validation_failed'],
    ] as const) {
      expect((await callTool(editFile, { ...edit(pattern, '#', true), regex: true }, ctx)).failure?.errorType).toBe(
        type,
      );
    }
    write('a.txt', 'a\r\nb\r\n');
    expect((await callOk(editFile, { ...edit('^b$', 'c\nd'), regex: true }, ctx)).shown).toContain('CRLF');
    expect(read('a.txt')).toBe('a\r\nc\r\nd\r\n');
    write('a.txt', '😀');
    const half = await callTool(editFile, { ...edit('[^x]', ''), regex: true }, ctx);
    expect(half.failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('half a character'),
    });
  });

  it('ends a pattern that takes too long, and one that matches too much', async () => {
    verifies('files.edit.regex-bounded');
    const { ctx: known, read, write } = createBench();
    const ctx = forgetful(known);
    const content = `${'a'.repeat(40)}!`;
    write('a.txt', content);
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 50);
    const late = await callTool(editFile, { ...edit('^(a+)+$', 'x'), regex: true }, ctx);
    clearInterval(timer);
    expect(late.failure).toMatchObject({ errorType: 'timeout', message: expect.stringContaining('simpler') });
    expect(ticks).toBeGreaterThan(5);
    expect(read('a.txt')).toBe(content);
    write('a.txt', 'a'.repeat(200_000));
    const much = await callTool(editFile, { ...edit('', 'x', true), regex: true, old_text: 'a*?' }, ctx);
    expect(much.failure).toMatchObject({ errorType: 'validation_failed', message: expect.stringContaining('narrow') });
    const stopped = AbortSignal.abort();
    const cancelled = await callTool(editFile, { ...edit('a', 'x'), regex: true }, { ...ctx, signal: stopped });
    expect(cancelled.failure?.errorType).toBe('cancelled');
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
          expect(result).toMatchObject({
            text: content.slice(0, at) + newText + content.slice(at + oldText.length),
            count: 1,
            strategy: 'exact',
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
