import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { readFile } from '../../../src/builtin/file/read-file.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('read_file', () => {
  it('gives the text with numbered lines', async () => {
    verifies('core.tools.read-file', 'core.tools.read-file-numbered');
    const { ctx, write } = createBench();
    write('a.txt', 'one\n\nthree\n');
    const { value, shown, facts } = await callOk(readFile, { path: 'a.txt' }, ctx);
    expect(value).toEqual({
      path: 'a.txt',
      content: 'one\n\nthree',
      line_start: 1,
      line_end: 3,
      total_lines: 3,
      content_hash: sha256('one\n\nthree\n'),
      truncated: false,
      numbered: true,
      whole: true,
    });
    expect(shown).toBe('1: one\n2: \n3: three');
    expect(facts).toEqual([{ kind: 'read', target: 'a.txt', where: 'workspace', known: true }]);
    expect((await callOk(readFile, { path: 'a.txt', numbered: false }, ctx)).shown).toBe('one\n\nthree');
  });

  it('gives ranges counted from 1 and inclusive', async () => {
    verifies('core.tools.read-file-range');
    const { ctx, write } = createBench();
    write('a.txt', numbers(20));
    expect((await callOk(readFile, { path: 'a.txt', line_start: 5, line_end: 6 }, ctx)).shown).toBe(
      '5: line 5\n6: line 6\n[lines 5-6 of 20]',
    );
    expect((await callOk(readFile, { path: 'a.txt', line_start: 20 }, ctx)).shown).toBe(
      '20: line 20\n[lines 20-20 of 20]',
    );
    expect((await callOk(readFile, { path: 'a.txt', line_end: 99 }, ctx)).value.line_end).toBe(20);
  });

  it('refuses ranges that are reversed or beyond the end', async () => {
    verifies('core.tools.read-file-range-bad');
    const { ctx, write } = createBench();
    write('a.txt', numbers(20));
    expect((await callTool(readFile, { path: 'a.txt', line_start: 6, line_end: 5 }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
    expect((await callTool(readFile, { path: 'a.txt', line_start: 21 }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('20 lines'),
    });
    expect((await callTool(readFile, { path: 'a.txt', column_start: 99 }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
  });

  it('cuts a long file at a line and tells how to read on', async () => {
    verifies('core.tools.read-file-bound');
    const { ctx, write } = createBench();
    write('a.txt', numbers(5000));
    let seen = '';
    for (let start: number | undefined = 1; start !== undefined; ) {
      const { value, shown } = await callOk(readFile, { path: 'a.txt', line_start: start }, ctx);
      expect(JSON.stringify(shown).length).toBeLessThan(ctx.resultLimit - 300);
      seen += `${value.content}\n`;
      const next: string | undefined = /go on with line_start (\d+)/.exec(shown)?.[1];
      expect(next !== undefined).toBe(value.truncated);
      start = next === undefined ? undefined : Number(next);
    }
    expect(seen).toBe(numbers(5000));
  });

  it('never splits a character, and pages a line longer than a result', async () => {
    verifies('core.tools.read-file-utf8');
    const { ctx, write } = createBench();
    const line = '"😀ü\t'.repeat(20_000);
    write('a.txt', `${line}\nlast\n`);
    let seen = '';
    let rounds = 0;
    for (let column: number | undefined = 1; column !== undefined; rounds += 1) {
      const { value, shown } = await callOk(
        readFile,
        { path: 'a.txt', line_start: 1, line_end: 1, column_start: column },
        ctx,
      );
      expect(value.content).not.toMatch(/\p{Surrogate}|\ufffd/u);
      expect(JSON.stringify(shown).length).toBeLessThan(ctx.resultLimit);
      seen += value.content;
      const next: string | undefined = /column_start (\d+)/.exec(shown)?.[1];
      column = next === undefined ? undefined : Number(next);
    }
    expect(seen).toBe(line);
    expect(rounds).toBeGreaterThan(10);
  });

  it('tells of a long line behind a short one', async () => {
    const { ctx, write } = createBench();
    write('a.txt', `short\n${'x'.repeat(1_000_000)}\n`);
    expect((await callOk(readFile, { path: 'a.txt' }, ctx)).shown).toBe(
      '1: short\n[lines 1-1 of 2; go on with line_start 2]',
    );
    expect((await callOk(readFile, { path: 'a.txt', line_start: 2 }, ctx)).shown).toMatch(
      /line 2 is too long and cut after character \d+; go on with line_start 2 and column_start \d+/,
    );
  });

  it('takes CRLF and drops a BOM from what is shown', async () => {
    const { ctx, write } = createBench();
    write('a.txt', '\ufeffone\r\ntwo\r\n');
    expect((await callOk(readFile, { path: 'a.txt' }, ctx)).value).toMatchObject({
      content: 'one\ntwo',
      total_lines: 2,
    });
    write('empty.txt');
    expect((await callOk(readFile, { path: 'empty.txt' }, ctx)).shown).toBe('empty.txt is empty.');
  });

  it('says of a binary file that it is one', async () => {
    verifies('core.tools.read-file-binary');
    const { ctx, write } = createBench();
    write('a.bin', Buffer.from([0x7f, 0x45, 0, 1]));
    write('latin1.txt', Buffer.from('caf\xe9 au lait', 'latin1'));
    write('utf16.txt', Buffer.from('\ufeffhello', 'utf16le'));
    write('edge.txt', `${'x'.repeat(8191)}é`);
    expect((await callTool(readFile, { path: 'a.bin' }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringMatching(/NUL.*4 B/),
    });
    expect((await callTool(readFile, { path: 'latin1.txt' }, ctx)).failure?.errorType).toBe('validation_failed');
    expect((await callTool(readFile, { path: 'utf16.txt' }, ctx)).failure?.message).toContain('UTF-16');
    expect((await callOk(readFile, { path: 'edge.txt' }, ctx)).value.total_lines).toBe(1);
  });

  it('bounds the size of a file, unless a part is asked for', async () => {
    const { ctx, write } = createBench();
    write('big.txt', 'a line of text\n'.repeat(1_000_000));
    expect((await callTool(readFile, { path: 'big.txt' }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringMatching(/15 MB.*line_start/),
    });
    expect((await callOk(readFile, { path: 'big.txt', line_start: 999_999 }, ctx)).shown).toContain(
      '1000000: a line of text',
    );
    truncateSync(write('huge.txt', 'text\n'.repeat(3000)), 1_000_000_000);
    expect((await callTool(readFile, { path: 'huge.txt' }, ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('points to the right path or tool', async () => {
    verifies('core.tools.read-file-missing', 'core.tools.read-file-folder');
    const { ctx, root, write } = createBench();
    write('src/reader.ts', 'x');
    expect((await callTool(readFile, { path: 'src/raeder.ts' }, ctx)).failure).toMatchObject({
      errorType: 'not_found',
      message: 'src/raeder.ts does not exist. Did you mean src/reader.ts?',
    });
    expect((await callTool(readFile, { path: '/src/reader.ts' }, ctx)).failure).toMatchObject({
      errorType: 'not_found',
      message: '/src/reader.ts does not exist. Did you mean src/reader.ts?',
    });
    expect((await callTool(readFile, { path: '/src/none.ts' }, ctx)).failure?.message).toContain('list_dir');
    expect((await callTool(readFile, { path: 'nothing-alike' }, ctx)).failure?.message).toContain('list_dir');
    expect((await callTool(readFile, { path: 'src' }, ctx)).failure).toMatchObject({
      message: expect.stringContaining('list_dir'),
    });
    execFileSync('mkfifo', [join(root, 'fifo')]);
    expect((await callTool(readFile, { path: 'fifo' }, ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('pages blobs as it pages files', async () => {
    verifies('core.tools.read-file-blob', 'core.tools.read-file-blob-missing', 'design.rooms.blob-addresses');
    const { ctx } = createBench();
    const path = await ctx.blobs.write(numbers(5000));
    const { facts, shown } = await callOk(readFile, { path, line_start: 4000, line_end: 4001 }, ctx);
    expect(facts).toEqual([]);
    expect(shown).toBe('4000: line 4000\n4001: line 4001\n[lines 4000-4001 of 5000]');
    expect((await callOk(readFile, { path }, ctx)).shown).toContain('go on with line_start');
    expect((await callTool(readFile, { path: `blob:${'0'.repeat(64)}` }, ctx)).failure?.errorType).toBe('not_found');
    expect((await callTool(readFile, { path: 'blob:short' }, ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('tells what is outside only after policy, and follows no swap', async () => {
    verifies('core.workspace.outside-fact', 'core.workspace.race');
    const { ctx, root, outside, write } = createBench();
    writeFileSync(join(outside, 'secret'), 'SECRET');
    expect((await callTool(readFile, { path: '../outside/none' }, ctx)).facts).toEqual([
      { kind: 'read', target: join(outside, 'none'), where: 'outside', known: true },
    ]);
    symlinkSync(join(outside, 'secret'), join(root, 'link'));
    expect((await callOk(readFile, { path: 'link' }, ctx)).facts).toMatchObject([
      { target: join(outside, 'secret'), where: 'outside' },
    ]);
    write('dir/a.txt', 'mine');
    const swapped = await callTool(readFile, { path: 'dir/a.txt' }, ctx, () => {
      rmSync(join(root, 'dir'), { recursive: true });
      mkdirSync(join(outside, 'dir'));
      writeFileSync(join(outside, 'dir/a.txt'), 'SECRET');
      symlinkSync(join(outside, 'dir'), join(root, 'dir'));
    });
    expect(swapped.failure?.errorType).toBe('stale');
  });
});
