import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGlob, glob } from '../../../src/builtin/search/glob.js';
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

  it('takes globs of every form', async () => {
    verifies('search.glob.forms');
    const { find } = setUp();
    const names = async (pattern: string) => (await find({ pattern, sort: 'name' })).join(' ');
    expect(await names('src/**')).toBe('src/a.ts src/c.js src/deep/b.ts');
    expect(await names('src/')).toBe('src/a.ts src/c.js src/deep/b.ts');
    expect(await names('/top.ts')).toBe('top.ts');
    expect(await names('/a.ts')).toBe('');
    expect(await names('**/deep/*')).toBe('src/deep/b.ts');
    expect(await names('src/**/**/*.ts')).toBe('src/a.ts src/deep/b.ts');
    expect(await names('s*/?.[tj]s')).toBe('src/a.ts src/c.js');
    expect(await names('[!t]*.ts')).toBe('src/a.ts src/deep/b.ts we[ird].ts');
    expect(await names('{top,src/a}.ts')).toBe('src/a.ts top.ts');
    expect(await names('we\\[ird\\].ts')).toBe('we[ird].ts');
    expect(await names('**')).toBe('src/a.ts src/c.js src/deep/b.ts top.ts we[ird].ts');
  });

  it('orders by name, leaves out what is told, and shows what it was told to include', async () => {
    verifies('search.glob.sort', 'search.glob.ignore', 'search.glob.switches');
    const { find, ctx } = setUp();
    expect(await find({ pattern: '*.ts', sort: 'name' })).toEqual([
      'src/a.ts',
      'src/deep/b.ts',
      'top.ts',
      'we[ird].ts',
    ]);
    expect(await find({ pattern: '*.ts', sort: 'name', ignore: ['deep', 'we*'] })).toEqual(['src/a.ts', 'top.ts']);
    expect(await find({ pattern: '*.ts', ignore: ['src/**'] })).toEqual(['we[ird].ts', 'top.ts']);
    const all = await callOk(glob, { pattern: '*', include_hidden: true, include_ignored: true, sort: 'name' }, ctx);
    expect(all.value.files).toEqual([
      '.github/ci.yml',
      '.gitignore',
      'build/out.ts',
      'src/a.ts',
      'src/c.js',
      'src/debug.log',
      'src/deep/b.ts',
      'top.ts',
      'we[ird].ts',
    ]);
    expect(all.shown.split('\n').at(-1)).toBe('[9 files] [+hidden] [+gitignored]');
  });

  it('gives as many as its system does', async () => {
    verifies('seed.tool.glob', 'y-agent.tool.glob');
    const { ctx, write } = createBench();
    for (let at = 0; at < 120; at += 1) utimesSync(write(`f${at}.txt`), 1e9 + (at % 3), 1e9 + (at % 3));
    const seed = await callOk(createGlob({ maxResults: { usual: 100, most: 100 } }), { pattern: '*.txt' }, ctx);
    expect(seed.value).toMatchObject({ total: 120, truncated: true });
    expect(seed.value.files).toHaveLength(100);
    expect(seed.value.files.slice(0, 2)).toEqual(['f101.txt', 'f104.txt']);
    const yAgent = await callOk(createGlob({ maxResults: { usual: 50, most: 50 } }), { pattern: '*.txt' }, ctx);
    expect(yAgent.value.files).toEqual(seed.value.files.slice(0, 50));
    const byName = await callOk(createGlob({ sort: 'name' }), { pattern: '*.txt', max_results: 2 }, ctx);
    expect(byName.value.files).toEqual(['f0.txt', 'f1.txt']);
  });

  it('honours ignore files as git does', async () => {
    verifies('search.glob.ignore-files');
    const { find, write, root } = setUp();
    expect(await find({ pattern: '*.log' })).toEqual([]);
    expect(await find({ pattern: 'src/*.log' })).toEqual([]);
    expect(await find({ pattern: 'build/**/*.ts' })).toEqual([]);
    expect(await find({ pattern: '.git/*' })).toEqual([]);
    expect(await find({ pattern: '.github/*.yml' })).toEqual(['.github/ci.yml']);
    expect(await find({ pattern: '*.yml' })).toEqual([]);
    write('src/.gitignore', '# a comment\n!debug.log\n/c.js\ndeep/*\n!deep/keep.ts\n\\!odd.ts\nspaced.ts  \n');
    for (const name of ['src/deep/keep.ts', 'src/deep/c.js', 'src/!odd.ts', 'src/spaced.ts']) write(name);
    expect(await find({ pattern: '**/*', path: 'src', sort: 'name' })).toEqual([
      'src/a.ts',
      'src/debug.log',
      'src/deep/keep.ts',
    ]);
    write('src/.ignore', 'a.ts\n');
    expect(await find({ pattern: 'a.ts' })).toEqual([]);
    write('lib/build/x.ts');
    expect(await find({ pattern: '*.ts', path: 'lib' })).toEqual([]);
    mkdirSync(join(root, '.git/info'), { recursive: true });
    write('.git/info/exclude', 'top.ts\n');
    expect(await find({ pattern: 'top.ts' })).toEqual([]);
  });

  it('tells when nothing matches and when there is more', async () => {
    verifies('core.tools.glob-none', 'core.tools.glob-bounded');
    const { ctx } = setUp();
    expect((await callOk(glob, { pattern: '*.nothing' }, ctx)).shown).toContain('No files match');
    const { value, shown } = await callOk(glob, { pattern: '*.ts', max_results: 2 }, ctx);
    expect(value).toEqual({ files: ['we[ird].ts', 'top.ts'], total: 4, truncated: true, unread: 0, flags: [] });
    expect(shown).toContain('[2 of 4 files;');
  });

  it('refuses patterns that cannot be meant', async () => {
    const { ctx } = setUp();
    for (const pattern of ['', '[x', '!*.ts', '../*.ts', 'a\0b', '{a']) {
      expect((await callTool(glob, { pattern }, ctx)).failure?.errorType).toBe('validation_failed');
      expect((await callTool(glob, { pattern: '*', ignore: [pattern] }, ctx)).failure?.errorType).toBe(
        'validation_failed',
      );
    }
    expect((await callTool(glob, { pattern: '--files', path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
    expect((await callOk(glob, { pattern: '--version' }, ctx)).value.files).toEqual([]);
    expect((await callTool(glob, { pattern: '*', path: 'top.ts' }, ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('takes bounded time for hostile globs and ignore files', async () => {
    verifies('search.glob.hostile');
    const { find, write } = setUp();
    write(`${'a'.repeat(200)}.txt`);
    write('.gitignore', `${'*a'.repeat(2000)}b\n${' '.repeat(100_000)}x\n[z\n`);
    expect(await find({ pattern: `${'*a'.repeat(100)}b` })).toEqual([]);
    expect(await find({ pattern: `${'**/*a/'.repeat(200)}b` })).toEqual([]);
    expect(await find({ pattern: 'a*.txt' })).toHaveLength(1);
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
