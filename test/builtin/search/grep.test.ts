import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGrep, grep } from '../../../src/builtin/search/grep.js';
import type { ProcessRequest } from '../../../src/tool/port.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

function setUp() {
  const bench = createBench();
  bench.write('src/a.ts', 'const foo = 1;\nconst bar = 2;\r\nFOO again\n');
  bench.write('src/deep/b.ts', 'one\ntwo foo(3)\nthree\nfour\n');
  bench.write('notes.md', 'foo in notes\n');
  bench.write('.env', 'foo=secret\n');
  bench.write('build/out.ts', 'foo\n');
  bench.write('src/debug.log', 'foo\n');
  bench.write('.gitignore', 'build/\n*.log\n');
  const search = async (args: Record<string, unknown>): Promise<string> => (await callOk(grep, args, bench.ctx)).shown;
  return { ...bench, search };
}

describe('grep', () => {
  it('finds lines with path and number', async () => {
    verifies('core.tools.grep', 'core.tools.grep-gitignore');
    const { search, ctx } = setUp();
    expect(await search({ pattern: 'foo' })).toBe(
      [
        'notes.md:1: foo in notes',
        'src/a.ts:1: const foo = 1;',
        'src/deep/b.ts:2: two foo(3)',
        '[3 matches in 3 files]',
      ].join('\n'),
    );
    expect(await search({ pattern: '^foo', path: 'src', ignore_case: true })).toBe(
      'src/a.ts:3: FOO again\n[1 match in 1 file]',
    );
    expect(await search({ pattern: '2;$' })).toBe('src/a.ts:2: const bar = 2;\n[1 match in 1 file]');
    expect((await callOk(grep, { pattern: 'foo', path: 'src' }, ctx)).facts).toEqual([
      { kind: 'read', target: 'src', where: 'workspace', known: true, deep: true },
    ]);
  });

  it('takes a file, globs, hidden files and context', async () => {
    const { search } = setUp();
    expect(await search({ pattern: 'foo', path: 'src/a.ts' })).toBe('src/a.ts:1: const foo = 1;\n[1 match in 1 file]');
    expect(await search({ pattern: 'foo', path: '.env' })).toContain('.env:1: foo=secret');
    expect(await search({ pattern: 'foo', include: '*.md' })).toContain('[1 match in 1 file]');
    expect(await search({ pattern: 'foo', include: 'src/**/*.{ts,log}' })).toContain('[2 matches in 2 files]');
    expect(await search({ pattern: 'foo', include: '*.log' })).toContain('No matches');
    expect(await search({ pattern: 'foo', include_hidden: true })).toContain('.env:1:');
    expect(await search({ pattern: 'foo', path: 'src/deep', context_lines: 1 })).toBe(
      'src/deep/b.ts-1- one\nsrc/deep/b.ts:2: two foo(3)\nsrc/deep/b.ts-3- three\n[1 match in 1 file]',
    );
  });

  it('finds files of any name, line feeds and white space at the end of it too', async () => {
    verifies('search.grep.names');
    const { ctx, write } = createBench();
    const names = ['a\nb.txt', './-x', 'a\n--\nc.txt', 'end ', 'tab\t', '[x]{y}!.txt', '\nfirst', 'last\n', 'back\\'];
    for (const name of names) write(name, 'before\nfoo\n');
    const plain = names.map((name) => name.replace('./', ''));
    const { value } = await callOk(grep, { pattern: 'foo', context_lines: 1 }, ctx);
    const found = value.lines.map(
      ({ path, line, match }: { path: string; line: number; match: boolean }) => `${line}${match} ${path}`,
    );
    expect(found.toSorted()).toEqual(plain.flatMap((name) => [`1false ${name}`, `2true ${name}`]).toSorted());
    for (const output of ['files', 'counts']) {
      const { value: told } = await callOk(grep, { pattern: 'foo', output }, ctx);
      expect(told.paths.map(({ path }: { path: string }) => path).toSorted()).toEqual(plain.toSorted());
    }
    for (const path of plain) {
      const { value: one } = await callOk(grep, { pattern: 'foo', path }, ctx);
      expect(one).toMatchObject({ matches: 1, lines: [{ path, line: 2 }] });
    }
  });

  it('finds nothing without failing', async () => {
    verifies('core.tools.grep-none', 'seed.tool.grep-none');
    const { ctx } = setUp();
    expect((await callOk(grep, { pattern: 'nowhere' }, ctx)).value).toEqual({
      lines: [],
      paths: [],
      names: [],
      matches: 0,
      files: 0,
      truncated: false,
      unread: 0,
      flags: [],
    });
  });

  it('takes text as it is, and shows what it was told to include', async () => {
    verifies('search.grep.literal', 'search.grep.switches');
    const { search, ctx } = setUp();
    expect(await search({ pattern: 'foo(3', literal: true })).toBe('src/deep/b.ts:2: two foo(3)\n[1 match in 1 file]');
    expect((await callTool(grep, { pattern: 'a\nb', literal: true }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
    const all = await search({ pattern: '^foo', include_hidden: true, include_ignored: true });
    expect(all.split('\n')).toEqual([
      '.env:1: foo=secret',
      'build/out.ts:1: foo',
      'notes.md:1: foo in notes',
      'src/debug.log:1: foo',
      '[4 matches in 4 files] [+hidden] [+gitignored]',
    ]);
    expect((await callOk(grep, { pattern: 'x', include_hidden: true }, ctx)).facts).toEqual([
      { kind: 'read', target: '.', where: 'workspace', known: true, deep: true },
      { kind: 'read', target: '.env', where: 'workspace', known: true },
    ]);
  });

  it('gives files or counts, and bounds what a file gives', async () => {
    verifies('y-agent.tool.grep', 'search.grep.outputs', 'search.grep.per-file');
    const { search, ctx, write } = setUp();
    expect(await search({ pattern: 'o', output: 'files' })).toBe('notes.md\nsrc/a.ts\nsrc/deep/b.ts\n[3 files]');
    expect(await search({ pattern: 'o', output: 'counts' })).toBe(
      'notes.md: 1\nsrc/a.ts: 2\nsrc/deep/b.ts: 3\n[6 matches in 3 files]',
    );
    expect(await search({ pattern: 'o', output: 'files', max_results: 2 })).toContain('[first 2 of 3 files; there');
    expect(await search({ pattern: 'o', max_per_file: 1 })).toBe(
      'notes.md:1: foo in notes\nsrc/a.ts:1: const foo = 1;\nsrc/deep/b.ts:1: one\n[3 matches in 3 files]',
    );
    for (let at = 0; at < 260; at += 1) write(`many/f${at}.txt`, 'needle\nneedle\nneedle\n');
    const yAgent = createGrep({ output: 'files', maxResults: { usual: 250, most: 1000 } });
    const found = await callOk(yAgent, { pattern: 'needle' }, ctx);
    expect(found.value.paths).toHaveLength(250);
    expect(found.value).toMatchObject({ files: 260, truncated: true, lines: [] });
    const yips = createGrep({ perFile: true, maxResults: { usual: 200, most: 2000 } });
    expect((await callOk(yips, { pattern: 'needle', max_results: 2 }, ctx)).value.matches).toBe(520);
    expect((await callOk(yips, { pattern: 'needle', max_results: 2000 }, ctx)).value.matches).toBe(780);
  });

  it('answers in the same order however many threads search, and with more than can be held', async () => {
    verifies('search.grep.order');
    const { ctx, write } = createBench();
    for (const folder of ['src', 'src-old', 'a', 'b/c']) {
      for (let at = 0; at < 20; at += 1) write(`${folder}/f${at}.txt`, `${'needle\n'.repeat(300)}last needle\n`);
    }
    const few = await callOk(grep, { pattern: 'last', max_results: 1000 }, ctx);
    const paths: string[] = few.value.lines.map(({ path }: { readonly path: string }) => path);
    expect(paths).toHaveLength(80);
    expect(paths.findIndex((path) => path.startsWith('src/'))).toBeLessThan(
      paths.findIndex((path) => path.startsWith('src-old/')),
    );
    expect(await callOk(grep, { pattern: 'last', max_results: 1000 }, ctx)).toEqual(few);
    const many = await callOk(grep, { pattern: 'needle', max_results: 700 }, ctx);
    expect(many.value).toMatchObject({ matches: 700, files: 3, truncated: true });
    expect([...new Set(many.value.lines.map(({ path }: { readonly path: string }) => path))]).toEqual(
      paths.slice(0, 3),
    );
  });

  it('shows why a pattern is bad', async () => {
    verifies('core.tools.grep-bad-pattern');
    const { ctx } = setUp();
    expect((await callTool(grep, { pattern: 'foo(' }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('unclosed group, a ( has no ), at character 4: foo»(.'),
    });
    expect((await callTool(grep, { pattern: 'a\nb' }, ctx)).failure?.errorType).toBe('validation_failed');
    expect((await callTool(grep, { pattern: 'a\0b' }, ctx)).failure?.errorType).toBe('validation_failed');
    expect((await callTool(grep, { pattern: 'x', include: '[' }, ctx)).failure?.errorType).toBe('validation_failed');
    expect((await callTool(grep, { pattern: 'x', path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
  });

  it('takes a pattern that begins with a dash as a pattern', async () => {
    verifies('core.tools.grep-dash-pattern');
    const { search, write } = setUp();
    write('dash.txt', 'run --pre=evil now\n-e\n');
    expect(await search({ pattern: '--pre=evil' })).toContain('dash.txt:1:');
    expect(await search({ pattern: '-e' })).toContain('dash.txt:2: -e');
  });

  it('is bounded in matches, in lines and in time', async () => {
    verifies('core.tools.grep-bounded');
    const { ctx, write } = setUp();
    write('many.txt', 'needle\n'.repeat(100_000));
    write('long.txt', `${'😀'.repeat(100_000)}needle\nneedle ${'é'.repeat(2_000_000)}\n`);
    const { value, shown } = await callOk(grep, { pattern: 'needle', max_results: 5 }, ctx);
    expect(value).toMatchObject({ matches: 5, truncated: true });
    expect(shown).toContain('[first 5 matches in 2 files; there are more');
    const long = await callOk(grep, { pattern: 'needle', path: 'long.txt' }, ctx);
    for (const { text } of long.value.lines) {
      expect(text.length).toBeLessThanOrEqual(501);
      expect(text).not.toMatch(/\p{Surrogate}/u);
    }
    expect((await callOk(grep, { pattern: 'needle', max_results: 1000 }, ctx)).value.matches).toBe(1000);
    expect((await callOk(grep, { pattern: '(n+)+x', path: 'many.txt' }, ctx)).value.matches).toBe(0);
  });

  it('runs the program of the package, without the configuration of the user', async () => {
    verifies('core.tools.grep-package');
    const requests: ProcessRequest[] = [];
    const bench = createBench();
    const ctx = {
      ...bench.ctx,
      process: {
        ...bench.ctx.process,
        run: (request: ProcessRequest) => {
          requests.push(request);
          return bench.ctx.process.run(request);
        },
      },
    };
    await callOk(grep, { pattern: 'x' }, ctx);
    expect(requests[0]?.command[0]).toMatch(/@vscode\/ripgrep.*\/rg$/);
    expect(requests[0]?.command).toContain('--no-config');
  });

  it('follows no link, not even one put in place of the file', async () => {
    verifies('core.workspace.race');
    const { ctx, root, outside, search } = setUp();
    writeFileSync(join(outside, 'secret.txt'), 'needle SECRET\n');
    symlinkSync(outside, join(root, 'link'));
    expect(await search({ pattern: 'needle' })).toContain('No matches');
    const swapped = await callTool(grep, { pattern: 'needle', path: 'src/a.ts' }, ctx, () => {
      rmSync(join(root, 'src/a.ts'));
      symlinkSync(join(outside, 'secret.txt'), join(root, 'src/a.ts'));
    });
    expect(swapped.shown).not.toContain('SECRET');
  });

  it('is cancelled with the call', async () => {
    const controller = new AbortController();
    const { ctx } = createBench({ signal: controller.signal });
    controller.abort();
    expect((await callTool(grep, { pattern: 'x' }, ctx)).failure?.errorType).toBe('cancelled');
  });
});
