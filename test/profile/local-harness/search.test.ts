import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { call, callHarness, folderWith, goneTool, typing } from './open-harness.js';

const files = {
  '.gitignore': 'build/\n*.log\n',
  'src/Parser.ts': 'class Parser {\n  parse(a.b) { return 1; }\n}\n',
  'src/deep/parse.md': 'needle\n',
  'src/b.ts': 'a needle\n',
  '.hiddenrc': 'parser hidden file\n',
  '.config/x.txt': 'parser hidden folder\n',
  'build/out.ts': 'parser built\n',
  '.git/x': 'parser version\n',
  '.hg/x': 'parser version\n',
  '.svn/x': 'parser version\n',
  '.bzr/x': 'parser version\n',
  'data.bin': Buffer.from('\0\u0001needle\n'),
  'large.txt': `needle\n${'x'.repeat(10 * 1024 * 1024)}`,
};

/** What each search gives, asked about once. */
async function search(...all: readonly object[]): Promise<readonly string[]> {
  const user = typing('1');
  const results = await callHarness(
    all.map((args) => call('grep_search', args)),
    { files, ...user },
  );
  expect(user.asked.map(({ tool, level }) => [tool, level])).toEqual([['grep_search', 'low']]);
  return results.map(({ data, error_message }) => data ?? error_message ?? '');
}

/** The files with matches, and how the search sums up. */
const found = (text: string) => [
  [...new Set(text.split('\n').flatMap((line) => /^(.+):\d+: /.exec(line)?.[1] ?? []))].toSorted(),
  text.split('\n').at(-1),
];

describe('grep_search in a session of LocalHarness', () => {
  it('finds text in any case, with stars within a line, and names of files apart', async () => {
    verifies('local-harness.grep-search.substring', 'local-harness.grep-search.wildcard');
    verifies('local-harness.grep-search.file-names', 'local-harness.permission.grep-once');
    const [names, star, dot, across] = await search(
      { pattern: 'PARSER' },
      { pattern: 'PARSE(*.B)*return' },
      { pattern: 'p.rser' },
      { pattern: 'class*1' },
    );
    expect(names).toBe(
      'File names:\nsrc/Parser.ts\n.hiddenrc:1: parser hidden file\nsrc/Parser.ts:1: class Parser {\n[2 matches in 2 files]',
    );
    expect(star).toBe('src/Parser.ts:2:   parse(a.b) { return 1; }\n[1 match in 1 file]');
    expect([dot, across]).toEqual([expect.stringMatching(/^No matches/), expect.stringMatching(/^No matches/)]);
  });

  it('leaves out hidden folders and what .gitignore names unless asked, and folders of versions always', async () => {
    verifies('local-harness.grep-search.hidden-folders', 'local-harness.grep-search.gitignore');
    verifies('local-harness.grep-search.version-folders', 'local-harness.grep-search.flags');
    const of = (more: object) => ({ pattern: 'parser', ...more });
    const told = await search(
      of({}),
      of({ include_hidden: true }),
      of({ ignore_gitignore: true }),
      of({ include_hidden: true, ignore_gitignore: true }),
    );
    expect(told.map(found)).toEqual([
      [['.hiddenrc', 'src/Parser.ts'], '[2 matches in 2 files]'],
      [['.config/x.txt', '.hiddenrc', 'src/Parser.ts'], '[3 matches in 3 files] [+hidden]'],
      [['.hiddenrc', 'build/out.ts', 'src/Parser.ts'], '[3 matches in 3 files] [+gitignored]'],
      [
        ['.config/x.txt', '.hiddenrc', 'build/out.ts', 'src/Parser.ts'],
        '[4 matches in 4 files] [+hidden] [+gitignored]',
      ],
    ]);
  });

  it('leaves out binary and large files, and looks only where it is told to', async () => {
    verifies('local-harness.grep-search.binary', 'local-harness.grep-search.large');
    verifies('local-harness.grep-search.file-filter');
    const all = ['src/b.ts', 'src/deep/parse.md'];
    const wanted = [
      ['*', all],
      ['src/**', all],
      ['*.md', ['src/deep/parse.md']],
      ['**/*.ts', ['src/b.ts']],
      ['src/b.ts', ['src/b.ts']],
      ['*.{ts,md}', all],
    ] as const;
    const told = await search(
      { pattern: 'needle' },
      ...wanted.map(([file_filter]) => ({ pattern: 'needle', file_filter })),
    );
    expect(told.map((text) => found(text)[0])).toEqual([all, ...wanted.map(([, expected]) => expected)]);
  });

  it('gives 200 matches by default and 1000 at most, and says that there are more', async () => {
    verifies('local-harness.grep-search.limit', 'local-harness.grep-search.no-match');
    const calls = [{}, { max_results: 5000 }, { max_results: 0 }].map((more) =>
      call('grep_search', { pattern: 'needle', ...more }),
    );
    const results = await callHarness([...calls, call('grep_search', { pattern: 'nowhere' })], {
      files: { 'many.txt': 'needle\n'.repeat(1500) },
    });
    expect(results.slice(0, 3).map(({ data }) => data?.split('\n').at(-1))).toEqual([
      expect.stringContaining('[first 200 matches in 1 file; there are more'),
      expect.stringContaining('[first 1000 matches'),
      expect.stringContaining('[first 1 match'),
    ]);
    expect(results[3]).toMatchObject({ success: true, data: expect.stringMatching(/^No matches\./) });
  });

  it('fails as validation_failed, io_error or parse_error', async () => {
    verifies('local-harness.grep-search.errors');
    const workspace = folderWith({ 'a.txt': 'x\n' });
    const bad = [{ pattern: '' }, { pattern: 'a\nb' }, {}, { pattern: 'x', file_filter: '../*' }];
    const calls = [
      ...bad.map((args) => call('grep_search', args)),
      call('grep_search', '{"pattern": '),
      call('gone'),
      call('grep_search', { pattern: 'x' }),
    ];
    const results = await callHarness(calls, { workspace, tools: [goneTool(workspace)] });
    const types = results.map(({ error_type }) => error_type);
    expect(types.slice(0, 5)).toEqual([...bad.map(() => 'validation_failed'), 'parse_error']);
    expect(types.slice(5)).toEqual(['none', 'io_error']);
  });
});
