import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { isUntouched, lookAt, type Marks, versionOf } from '../../../src/change/apply/look.js';
import { defaultWalkMode, openFolder } from '../../../src/workspace/descriptor-walk.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';

function scene() {
  const root = temporaryFolder();
  const at = (name: string): string => join(root, name);
  writeFileSync(at('file'), 'one');
  chmodSync(at('file'), 0o640);
  const folder = openFolder(root, { mode: defaultWalkMode() });
  onTestFinished(() => folder.close());
  return { at, folder };
}

it('finds what lies there, and what version of it', () => {
  const { at, folder } = scene();
  symlinkSync('file', at('link'));
  mkdirSync(at('sub'), { mode: 0o750 });
  const hash = sha256('one');
  expect(lookAt(folder, 'file')).toMatchObject({ kind: 'file', hash, content: Buffer.from('one') });
  const versions = ['file', 'link', 'sub', 'gone'].map((name) => versionOf(lookAt(folder, name)));
  expect(versions).toEqual([
    { kind: 'file', hash, bytes: 3, mode: 0o640 },
    { kind: 'link', target: 'file' },
    { kind: 'folder', mode: 0o750 },
    { kind: 'absent' },
  ]);
  expect(lookAt(undefined, 'file')).toEqual({ kind: 'absent' });
});

/** As it would be marked, had it been looked at a good while after it was made. */
function marked({ folder }: ReturnType<typeof scene>, name = 'file'): Marks {
  const look = lookAt(folder, name);
  if (!('marks' in look)) throw new Error(`${name} is not there`);
  return { ...look.marks, lookedAt: Date.now() + 5000 };
}

it('counts as untouched what has the same marks, none of them so new that a later change could leave it too', () => {
  const one = scene();
  const marks = marked(one);
  expect(isUntouched(marks, one.folder, 'file')).toBe(true);
  expect(isUntouched({ ...marks, lookedAt: Date.now() }, one.folder, 'file')).toBe(false);
  expect(isUntouched({ ...marks, lookedAt: Number(marks.stats.ctimeMs) + 1000 }, one.folder, 'file')).toBe(false);
  expect(isUntouched({ ...marks, lookedAt: Number(marks.stats.ctimeMs) + 1001 }, one.folder, 'file')).toBe(true);
});

it.each<[string, (at: (name: string) => string) => void]>([
  ['rewritten', (at) => writeFileSync(at('file'), 'two')],
  ['longer', (at) => writeFileSync(at('file'), 'three')],
  ['of another mode', (at) => chmodSync(at('file'), 0o600)],
  ['of another time', (at) => utimesSync(at('file'), 1, 1)],
  ['gone', (at) => renameSync(at('file'), at('elsewhere'))],
  [
    'another file',
    (at) => {
      writeFileSync(at('other'), 'one');
      renameSync(at('other'), at('file'));
    },
  ],
])('does not count as untouched what is %s', (_, touch) => {
  const one = scene();
  const marks = marked(one);
  touch(one.at);
  expect(isUntouched(marks, one.folder, 'file')).toBe(false);
});

it.each(['ino', 'dev', 'mode', 'size', 'ctimeNs', 'mtimeNs'] as const)('goes by %s', (trait) => {
  const one = scene();
  const { stats, lookedAt } = marked(one);
  const other = Object.assign(Object.create(stats) as typeof stats, { [trait]: stats[trait] + 1n });
  expect(isUntouched({ stats: other, lookedAt }, one.folder, 'file')).toBe(false);
});
