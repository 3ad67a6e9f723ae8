import { symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { call, callHarness, folderWith, goneTool, typing } from './open-harness.js';

/** A folder with files of several sizes and times, a hidden one, a link and a folder. */
function makeBox(): string {
  const workspace = folderWith({
    'box/small': Buffer.alloc(900),
    'box/kilo': Buffer.alloc(2500),
    'box/mega': Buffer.alloc(3_000_000),
    'box/giga': '',
    'box/.hidden': 'x',
    'box/sub/below': 'x',
  });
  const times = { small: 3e9, kilo: 2e9, mega: 1e9, giga: 5e8, sub: 4e8 };
  for (const [name, at] of Object.entries(times)) utimesSync(join(workspace, 'box', name), at, at);
  symlinkSync('small', join(workspace, 'box/link'));
  return workspace;
}

/** What `ls` tells of the box, each time with these arguments, and that nobody was asked. */
async function listings(...all: readonly object[]): Promise<readonly string[]> {
  const user = typing('4');
  const calls = all.map((args) => call('ls', { path: 'box', ...args }));
  const results = await callHarness(calls, { workspace: makeBox(), ...user });
  expect(user.asked).toEqual([]);
  return results.map(({ data, error_message }) => data ?? error_message ?? '');
}

const names = (listing: string): readonly string[] =>
  listing.split('\n').flatMap((line) => /^(?:FILE|DIR|LINK) .*Z {2}(.+)$/.exec(line)?.[1] ?? []);

describe('ls in a session of LocalHarness', () => {
  it('gives a table with types, sizes and times, and a summary', async () => {
    verifies('local-harness.ls.table', 'local-harness.ls.types', 'local-harness.ls.sizes', 'local-harness.ls.summary');
    verifies('local-harness.permission.ls-auto', 'local-harness.permission.safe-auto');
    const [listing = ''] = await listings({});
    const lines = listing.split('\n');
    expect(lines[0]).toMatch(/^TYPE +SIZE +MODIFIED +NAME$/);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^FILE +900 B +2065-01-24T05:20:00\.000Z +small$/),
        expect.stringMatching(/^FILE +2\.5 KB +2033-05-18T03:33:20\.000Z +kilo$/),
        expect.stringMatching(/^FILE +3\.0 MB +2001-09-09T01:46:40\.000Z +mega$/),
        expect.stringMatching(/^DIR +- +\S+Z +sub\/$/),
        expect.stringMatching(/^LINK +- +\S+Z +link$/),
      ]),
    );
    expect(lines.at(-1)).toMatch(/^4 files, 1 dir, 3\.0 MB; 1 hidden left out/);
  });

  it('lists one folder, hidden entries only when asked', async () => {
    verifies('local-harness.ls.single-folder', 'local-harness.ls.hidden', 'local-harness.ls.arguments');
    const [usual = '', all = ''] = await listings({}, { show_hidden: true });
    expect(names(usual)).toEqual(['giga', 'kilo', 'link', 'mega', 'small', 'sub/']);
    expect(names(all)).toEqual(['.hidden', 'giga', 'kilo', 'link', 'mega', 'small', 'sub/']);
  });

  it('sorts by name, size or time, in either direction, before it cuts', async () => {
    verifies('local-harness.ls.sorting', 'local-harness.ls.sort-then-cut', 'local-harness.ls.arguments');
    const wanted = [
      [{ sort_by: 'name', reverse: true, max_entries: 2 }, ['sub/', 'small']],
      [{ sort_by: 'size', max_entries: 2 }, ['mega', 'kilo']],
      [{ sort_by: 'size', max_entries: 3 }, ['mega', 'kilo', 'small']],
      [{ sort_by: 'modified', reverse: true, max_entries: 3 }, ['sub/', 'giga', 'mega']],
    ] as const;
    const told = await listings(...wanted.map(([args]) => args));
    expect(told.map(names)).toEqual(wanted.map(([, expected]) => expected));
    expect(told[1]).toContain('4 more left out');
  });

  it('gives 500 entries by default, and from 1 to 1000', async () => {
    verifies('local-harness.ls.max-entries');
    const files = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`many/${at}`, '']));
    const counts = [{}, { max_entries: 0 }, { max_entries: -5 }, { max_entries: 999_999 }, { max_entries: 700 }];
    const results = await callHarness(
      counts.map((args) => call('ls', { path: 'many', ...args })),
      { files },
    );
    expect(results.map(({ data }) => names(data ?? '').length)).toEqual([500, 1, 1, 1000, 700]);
  });

  it('fails as not_found, validation_failed or io_error', async () => {
    verifies('local-harness.ls.errors');
    const workspace = makeBox();
    const calls = ['gone', '../x', '/etc', '', 'box/small'].map((path) => call('ls', { path }));
    const rest = [call('ls', { sort_by: 'age' }), call('gone'), call('ls')];
    const results = await callHarness([...calls, ...rest], { workspace, tools: [goneTool(workspace)] });
    expect(results.map(({ error_type }) => error_type)).toEqual([
      'not_found',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'none',
      'io_error',
    ]);
  });
});
