import { expect, it } from 'vitest';
import { foldPath } from '../../../src/policy/path/fold-path.js';

it.each([
  ['', []],
  ['/', []],
  ['/a/b', ['a', 'b']],
  ['A//./b/', ['a', 'b']],
  ['a\\B', ['a', 'b']],
  ['a/../b', ['b']],
  ['../../b', ['b']],
  ['.git.', ['.git']],
  ['.git . .', ['.git']],
  ['...', ['...']],
  ['a:b', ['a']],
  ['C:', ['c:']],
  ['file.txt::$DATA', ['file.txt']],
  ['\u212aey', ['key']],
  ['\uff21', ['a']],
  ['.g\u200bi\u200ct', ['.git']],
  ['g\u0131t', ['git']],
  ['G\u0130T', ['git']],
  ['\u017f', ['s']],
  ['cafe\u0301', ['caf\u00e9']],
  ['\u65e5\u672c', ['\u65e5\u672c']],
])('folds %j', (path, expected) => {
  expect(foldPath(path)).toEqual(expected);
});

it('goes on from a folder', () => {
  expect(foldPath('B/../c', ['root', 'a'])).toEqual(['root', 'a', 'c']);
  expect(foldPath('../../../x', ['root', 'a'])).toEqual(['x']);
});
