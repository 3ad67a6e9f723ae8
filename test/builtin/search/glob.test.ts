import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { glob } from '../../../src/builtin/search/glob.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

function setUp() {
  const bench = createBench();
  const files = [
    'src/a.ts',
    'src/deep/b.ts',
    'src/c.js',
    'top.ts',
    '.github/ci.yml',
    '.git/x.ts',
    'build/out.ts',
    'src/debug.log',
    'we[ird].ts',
  ];
  for (const [index, path] of files.entries()) utimesSync(bench.write(path, path), 1e9 + index, 1e9 + index);
  bench.write('.gitignore', 'build/\n*.log\n');
  const find = async (args: Record<string, unknown>): Promise<string[]> =>
    (await callOk(glob, args, bench.ctx)).value.files;
  return { ...bench, find };
}

describe('glob', () => {
  it('finds files, newest first', async () => {
    verifies('core.tools.glob');
    const { find, ctx, root, write } = setUp();
    expect(await find({ pattern: '*.ts' })).toEqual(['we[ird].ts', 'top.ts', 'src/deep/b.ts', 'src/a.ts']);
    expect(await find({ pattern: '**/*.ts', path: 'src' })).toEqual(['src/deep/b.ts', 'src/a.ts']);
    expect(await find({ pattern: 'src/*.{ts,js}' })).toEqual(['src/c.js', 'src/a.ts']);
    expect(await find({ pattern: './src/**/b.ts' })).toEqual(['src/deep/b.ts']);
    expect(await find({ pattern: `${root}/src/**/b.ts` })).toEqual(['src/deep/b.ts']);
    for (const name of ['x', 'a', 'b']) utimesSync(write(`src/${name}.md`), 1e9, 1e9);
    expect(await find({ pattern: '*.md' })).toEqual(['src/a.md', 'src/b.md', 'src/x.md']);
    expect((await callOk(glob, { pattern: '*.js' }, ctx)).facts).toEqual([
      { kind: 'read', target: '.', where: 'workspace', known: true },
    ]);
  });

  it('honours .gitignore and skips .git, also with a folder in the pattern', async () => {
    const { find } = setUp();
    expect(await find({ pattern: '*.log' })).toEqual([]);
    expect(await find({ pattern: 'src/*.log' })).toEqual([]);
    expect(await find({ pattern: 'build/**/*.ts' })).toEqual([]);
    expect(await find({ pattern: '.git/*' })).toEqual([]);
    expect(await find({ pattern: '.github/*.yml' })).toEqual(['.github/ci.yml']);
    expect(await find({ pattern: '*.yml' })).toEqual([]);
  });

  it('tells when nothing matches and when there is more', async () => {
    verifies('core.tools.glob-none', 'core.tools.glob-bounded');
    const { ctx } = setUp();
    expect((await callOk(glob, { pattern: '*.nothing' }, ctx)).shown).toContain('No files match');
    const { value, shown } = await callOk(glob, { pattern: '*.ts', max_results: 2 }, ctx);
    expect(value).toEqual({ files: ['we[ird].ts', 'top.ts'], total: 4, truncated: true, unread: 0 });
    expect(shown).toContain('[2 of 4 files;');
  });

  it('refuses patterns that cannot be meant', async () => {
    const { ctx } = setUp();
    for (const pattern of ['', '[x', '!*.ts', '../*.ts', 'a\0b', '{a']) {
      expect((await callTool(glob, { pattern }, ctx)).failure?.errorType).toBe('validation_failed');
    }
    expect((await callTool(glob, { pattern: '--files', path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
    expect((await callOk(glob, { pattern: '--version' }, ctx)).value.files).toEqual([]);
    expect((await callTool(glob, { pattern: '*', path: 'top.ts' }, ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('does not leave the folder through links', async () => {
    const { find, root, outside } = setUp();
    writeFileSync(join(outside, 'secret.md'), '');
    symlinkSync(outside, join(root, 'link'));
    symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
    expect(await find({ pattern: '**/*.md' })).toEqual([]);
    expect(await find({ pattern: '*.md', path: 'link' })).toEqual([join(outside, 'secret.md')]);
  });
});
