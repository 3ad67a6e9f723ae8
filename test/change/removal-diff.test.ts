import { expect, it } from 'vitest';
import { createRemovalDiff } from '../../src/change/removal-diff.js';

it('shows what goes: text with its lines, the rest by name', () => {
  const diff = createRemovalDiff();
  diff.addFile('a.txt', Buffer.from('one\ntwo\n'));
  diff.addFile('empty', Buffer.from(''));
  diff.addFile('binary', Buffer.from('a\0b'));
  diff.addOther('d', { kind: 'folder', mode: 0o755 });
  diff.addOther('l', { kind: 'link', target: 'a.txt' });
  diff.addOther('a.txt', { kind: 'file', hash: 'x', bytes: 8, mode: 0o644 });
  expect(diff.end()).toEqual({
    diff: [
      '--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n',
      'Deletes empty (empty)\n',
      'Binary content of binary: 3 B to none\n',
      'Deletes the folder d\n',
      'Deletes the link l to a.txt\n',
    ].join(''),
    added: 0,
    removed: 2,
  });
});

it('counts the lines of large files without showing them', () => {
  const sizeOf = (content: Buffer) => {
    const diff = createRemovalDiff();
    diff.addFile('large', content);
    return diff.end();
  };
  const lines = Buffer.from('0123456789abcde\n'.repeat(16_384));
  expect(sizeOf(lines)).toMatchObject({ removed: 16_384, diff: expect.stringContaining('-0123456789abcde') });
  const named = (content: Buffer) => `Deletes large (${content.length} bytes)\n`;
  for (const [more, removed] of [
    ['x', 16_385],
    ['x\n', 16_385],
    ['\0', 0],
  ] as const) {
    const content = Buffer.concat([lines, Buffer.from(more)]);
    expect(sizeOf(content)).toEqual({ diff: named(content), added: 0, removed });
  }
});

it('stops at a bound and says how many paths it does not show', () => {
  const diff = createRemovalDiff();
  for (let at = 0; at < 6; at += 1) diff.addFile(`f${at}`, Buffer.from(`${'x'.repeat(99)}\n`.repeat(1000)));
  diff.addOther('d', { kind: 'folder', mode: 0o755 });
  const { diff: text, removed } = diff.end();
  expect(text.match(/^--- a\/f\d$/gm)).toEqual(['--- a/f0', '--- a/f1', '--- a/f2', '--- a/f3']);
  expect(text).toMatch(/Deletes the folder d\n\[… 2 more paths deleted, too many to show …\]\n$/);
  expect(removed).toBe(6000);
});
