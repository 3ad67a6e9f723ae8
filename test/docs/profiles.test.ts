import { expect, it } from 'vitest';
import type { Json } from '../../src/base/json.js';
import { checkSetting } from '../../src/config/check-config.js';
import { parseConfigText } from '../../src/config/config-text.js';
import { profileSchema } from '../../src/config/profile/profile-schema.js';
import { profileNames } from '../../src/profile/find-profile.js';
import { verifies } from '../requirements.js';
import { codeBlocks, readPage, tableCodes } from './markdown.js';
import { expectPlayed } from './play-page.js';

const page = readPage('docs/profiles.md');
const files = readPage('docs/profile-files.md');
const sample = codeBlocks(files).find(({ language }) => language === 'jsonc')?.text ?? '';

it('shows what its commands print', async () => {
  verifies('standing.docs.examples-run', 'profiles.list.names', 'profiles.diff.settings', 'profiles.session.other');
  await expectPlayed('docs/profiles.md', { rounds: [{ text: 'x' }], files: {} });
  await expectPlayed('docs/profile-files.md', {
    rounds: [{ calls: [{ name: 'read_file', arguments: { path: 'menu.txt' } }] }, { text: 'It lists tea alone.' }],
    files: { 'menu.txt': 'tea\n', 'reviewer.json': sample },
  });
});

it('shows a profile that is sound, and has every setting of one', () => {
  verifies('profiles.file.schema');
  const parsed = parseConfigText(sample);
  expect(parsed.ok && checkSetting(parsed.read.value as Json, profileSchema, [])).toEqual([]);
  const settings = Object.keys(profileSchema.properties).filter((key) => key !== '$schema');
  expect(tableCodes(files)).toEqual(expect.arrayContaining(settings));
});

it('tells of forty axes, each for every built-in profile', () => {
  verifies('standing.docs.examples-run');
  const rows = [...page.matchAll(/^\| (\d+) \|(.*)\|$/gm)].map(([, number, cells = '']) => ({
    number: Number(number),
    cells: cells.split('|').map((cell) => cell.trim()),
  }));
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
  for (const { number, cells } of rows) {
    expect(cells, String(number)).toHaveLength(profileNames.length + 1);
    for (const cell of cells) expect(cell, String(number)).not.toBe('');
  }
  const [, head = ''] = /^\| # \| axis \|(.*)\|$/m.exec(page) ?? [];
  expect(head.split('|').map((cell) => cell.trim())).toEqual([...profileNames]);
});
