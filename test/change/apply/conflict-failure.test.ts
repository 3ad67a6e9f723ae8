import { expect, it } from 'vitest';
import { conflictFailure } from '../../../src/change/apply/conflict-failure.js';
import type { Conflict } from '../../../src/change/path-write.js';
import { absent, type Version } from '../../../src/tool/version.js';

const file = (start: string): Version => ({ kind: 'file', hash: start.padEnd(64, '0'), bytes: 12, mode: 0o644 });
const link: Version = { kind: 'link', target: 'b.txt' };
const folder: Version = { kind: 'folder', mode: 0o755 };
const conflict = (expected: Version, found: Version, path = 'a.txt'): Conflict => ({ path, expected, found });
const stale = (message: string) => expect.objectContaining({ errorType: 'stale', message });

it.each([
  [
    'was deleted',
    conflict(file('a'), absent),
    'a.txt was deleted since it was read. Nothing was written; use write_file if it should be made again.',
  ],
  [
    'appeared',
    conflict(absent, file('abcdef123456789')),
    'a.txt did not exist when the change was made and does now (now 12 bytes, sha256 abcdef123456…). Nothing was written; read it, then decide anew.',
  ],
  [
    'appeared as a link',
    conflict(absent, link),
    'a.txt did not exist when the change was made and does now (now a link to b.txt). Nothing was written; read it, then decide anew.',
  ],
  [
    'appeared as a folder',
    conflict(absent, folder),
    'a.txt did not exist when the change was made and does now. Nothing was written; read it, then decide anew.',
  ],
  [
    'changed',
    conflict(file('a'), file('b')),
    'a.txt changed since it was read (now 12 bytes, sha256 b00000000000…). Nothing was written; read it again and make the change on what is there now.',
  ],
  [
    'changed as a link',
    conflict({ kind: 'link', target: 'c' }, link),
    'a.txt changed since it was read (now a link to b.txt). Nothing was written; read it again and make the change on what is there now.',
  ],
])('says what to do when a path %s', (_, one, message) => {
  expect(conflictFailure([one])).toEqual(stale(message));
});

it('tells a folder in the place of a file from anything else there', () => {
  expect(conflictFailure([conflict(file('a'), folder)])).toMatchObject({
    errorType: 'validation_failed',
    message: expect.stringContaining('folder'),
  });
  expect(conflictFailure([conflict(file('a'), link)])).toMatchObject({ errorType: 'stale' });
});

it('names up to three others, and how many more there are', () => {
  const first = 'a.txt was deleted since it was read. Nothing was written; use write_file if it should be made again.';
  const gone = (count: number) =>
    conflictFailure(['a.txt', ...'bcdefg'].slice(0, count).map((path) => conflict(file('a'), absent, path)));
  expect(gone(2)).toEqual(stale(`${first} The same goes for b.`));
  expect(gone(4)).toEqual(stale(`${first} The same goes for b, c, d.`));
  expect(gone(6)).toEqual(stale(`${first} The same goes for b, c, d and 2 more.`));
  expect(conflictFailure([])).toEqual(stale('Something changed meanwhile. Nothing was written; try again.'));
});
