import { expect, it } from 'vitest';
import { describeVersion } from '../../src/change/version-diff.js';
import { absent, type Version } from '../../src/tool/version.js';

it.each<[Version, string]>([
  [absent, 'nothing'],
  [{ kind: 'link', target: 'b.txt' }, 'link to b.txt'],
  [{ kind: 'folder', mode: 0o755 }, 'folder'],
  [{ kind: 'file', hash: 'h', bytes: 1200, mode: 0o644 }, '1.2 KB'],
])('says in a word what %j is', (version, words) => {
  expect(describeVersion(version)).toBe(words);
});
