import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grep } from '../../../src/builtin/search/grep.js';
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

  it('finds nothing without failing', async () => {
    verifies('core.tools.grep-none', 'yips.tool.grep-no-match');
    const { ctx } = setUp();
    expect((await callOk(grep, { pattern: 'nowhere' }, ctx)).value).toEqual({
      lines: [],
      matches: 0,
      files: 0,
      truncated: false,
      unread: 0,
    });
  });

  it('shows why a pattern is bad', async () => {
    verifies('core.tools.grep-bad-pattern');
    const { ctx } = setUp();
    expect((await callTool(grep, { pattern: 'foo(' }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('unclosed group'),
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
