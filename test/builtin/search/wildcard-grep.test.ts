import { describe, expect, it } from 'vitest';
import { createGrep } from '../../../src/builtin/search/grep.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

/** As LocalHarness searches. */
const search = createGrep({
  syntax: 'wildcard',
  hidden: 'folders',
  ignoreFiles: 'root',
  fileNames: true,
  maxFileBytes: 10 * 1024 * 1024,
  maxResults: { usual: 200, most: 1000 },
});

function setUp() {
  const bench = createBench();
  bench.write('.gitignore', 'build/\n*.log\n**/gen\n');
  bench.write('src/Parser.ts', 'class Parser {\n  parse(a.b) { return 1; }\n}\n');
  bench.write('src/.gitignore', 'nested.ts\n');
  bench.write('src/nested.ts', 'parser nested\n');
  bench.write('.hiddenrc', 'parser hidden file\n');
  bench.write('.config/x.txt', 'parser hidden folder\n');
  bench.write('build/out.ts', 'parser built\n');
  for (const folder of ['.git', '.hg', '.svn', '.bzr']) bench.write(`${folder}/x`, 'parser version\n');
  const shown = async (args: Record<string, unknown>): Promise<string> => (await callOk(search, args, bench.ctx)).shown;
  return { ...bench, shown };
}

describe('a search by wildcards', () => {
  it('finds text in any case, with stars within a line, and file names', async () => {
    verifies(
      'local-harness.grep-search.substring',
      'local-harness.grep-search.wildcard',
      'local-harness.grep-search.file-names',
    );
    const { shown } = setUp();
    expect(await shown({ pattern: 'parser' })).toBe(
      [
        'File names:',
        'src/Parser.ts',
        '.hiddenrc:1: parser hidden file',
        'src/Parser.ts:1: class Parser {',
        'src/nested.ts:1: parser nested',
        '[3 matches in 3 files]',
      ].join('\n'),
    );
    expect(await shown({ pattern: 'PARSE(*.B)*return' })).toBe(
      'src/Parser.ts:2:   parse(a.b) { return 1; }\n[1 match in 1 file]',
    );
    expect(await shown({ pattern: 'p.rse' })).toContain('No matches');
    expect(await shown({ pattern: 'class*1' })).toContain('No matches');
  });

  it('skips hidden folders and what is ignored unless asked, and folders of versions always', async () => {
    verifies(
      'local-harness.grep-search.hidden-folders',
      'local-harness.grep-search.gitignore',
      'local-harness.grep-search.version-folders',
      'local-harness.grep-search.flags',
    );
    const { shown } = setUp();
    const found = async (more: object) => {
      const lines = (await shown({ pattern: 'parser', ...more })).split('\n');
      const files = lines.flatMap((line) => /^(.+):1: /.exec(line)?.[1] ?? []);
      return [files.toSorted(), lines.at(-1)];
    };
    const usual = ['.hiddenrc', 'src/Parser.ts', 'src/nested.ts'];
    const hidden = ['.config/x.txt', '.hiddenrc', 'src/Parser.ts', 'src/nested.ts'];
    expect(await found({})).toEqual([usual, '[3 matches in 3 files]']);
    expect(await found({ include_hidden: true })).toEqual([hidden, '[4 matches in 4 files] [+hidden]']);
    expect(await found({ include_ignored: true })).toEqual([
      [...usual, 'build/out.ts'].sort(),
      '[4 matches in 4 files] [+gitignored]',
    ]);
    expect(await found({ include_hidden: true, include_ignored: true })).toEqual([
      [...hidden, 'build/out.ts'].sort(),
      '[5 matches in 5 files] [+hidden] [+gitignored]',
    ]);
  });

  it('skips binary and large files and takes a filter of files', async () => {
    verifies(
      'local-harness.grep-search.binary',
      'local-harness.grep-search.large',
      'local-harness.grep-search.file-filter',
    );
    const { shown, write } = setUp();
    write('data.bin', Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from('needle\n')]));
    write('large.txt', `needle\n${'x'.repeat(10 * 1024 * 1024)}`);
    write('src/deep/a.ts', 'needle\n');
    write('src/b.md', 'needle\n');
    const all = 'src/b.md:1: needle\nsrc/deep/a.ts:1: needle\n[2 matches in 2 files]';
    const only = 'src/deep/a.ts:1: needle\n[1 match in 1 file]';
    expect(await shown({ pattern: 'needle' })).toBe(all);
    for (const include of ['*', 'src/**']) expect(await shown({ pattern: 'needle', include })).toBe(all);
    for (const include of ['*.ts', '**/*.ts', 'src/deep/a.ts', 'src/deep/**', 'a.ts', 'src/**/{a,b}.ts'])
      expect(await shown({ pattern: 'needle', include })).toBe(only);
  });

  it('is bounded, and nothing found is a result', async () => {
    verifies(
      'local-harness.grep-search.limit',
      'local-harness.grep-search.no-match',
      'local-harness.grep-search.errors',
    );
    const { shown, write, ctx } = setUp();
    write('many.txt', 'needle\n'.repeat(1500));
    expect(await shown({ pattern: 'needle' })).toContain('[first 200 matches in 1 file; there are more');
    expect(await shown({ pattern: 'needle', max_results: 1000 })).toContain('[first 1000 matches');
    expect(search.parameters).toMatchObject({ properties: { max_results: { maximum: 1000 } } });
    expect(await shown({ pattern: 'nowhere' })).toMatch(/^No matches\./);
    for (const pattern of ['', 'a\nb', 'a\0b'])
      expect((await callTool(search, { pattern }, ctx)).failure?.errorType).toBe('validation_failed');
  });
});
