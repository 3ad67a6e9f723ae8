import { expect, it } from 'vitest';
import { wrapLines } from '../../../src/cli/view/wrap-lines.js';

const options = { width: 20, lead: '  ' };

it('breaks text of others where the terminal would, to the last character', () => {
  const rows = wrapLines(['rm -rf build and everything else'], options);
  expect(rows).toEqual(['rm -rf build and eve', '  rything else']);
});

it('breaks sentences of ours behind a space, and long words where it must', () => {
  const words = { ...options, words: true };
  expect(wrapLines(['runs npm test, not wholly known: see package.json'], words)).toEqual([
    'runs npm test, not ',
    '  wholly known: see ',
    '  package.json',
  ]);
  const long = 'x'.repeat(45);
  expect(wrapLines([long], words).map((row) => row.trim())).toEqual([
    long.slice(0, 20),
    long.slice(20, 38),
    long.slice(38),
  ]);
  expect(
    wrapLines([`a ${long}`], words)
      .join('')
      .replaceAll('  ', ''),
  ).toBe(`a ${long}`);
  expect(wrapLines(['shown as: \\e ×3, and more'], { ...words, width: 24 })).toEqual([
    'shown as: \\e ×3, and ',
    '  more',
  ]);
});
