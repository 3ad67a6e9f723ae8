import { mkdirSync, rmdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Item, openBatch } from '../../../src/change/apply/batch.js';
import { makeFolder, removeFolder } from '../../../src/change/apply/folder-steps.js';
import { lookAt } from '../../../src/change/apply/look.js';
import { exclusively, putInPlace } from '../../../src/change/apply/put-in-place.js';
import type { PathWrite } from '../../../src/change/path-write.js';
import { absent, type Version } from '../../../src/tool/version.js';
import { defaultWalkMode, openFolder } from '../../../src/workspace/descriptor-walk.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { createChangeScene, treeOf } from '../change-scene.js';

const places: readonly [string, (at: string) => void][] = [
  ['a file', (at) => writeFileSync(at, 'theirs')],
  ['a link to nothing', (at) => symlinkSync('nowhere', at)],
  ['a folder', (at) => void mkdirSync(at)],
];

it.each(places)('gives a name only when it is free: not where %s is', (_, put) => {
  const root = temporaryFolder();
  const folder = openFolder(root, { mode: defaultWalkMode() });
  onTestFinished(() => folder.close());
  writeFileSync(join(root, 'file'), 'mine');
  symlinkSync('mine', join(root, 'link'));
  mkdirSync(join(root, 'folder/in'), { recursive: true });
  put(join(root, 'taken'));
  const before = treeOf(root);
  for (const source of ['file', 'link', 'folder'])
    expect(exclusively(folder, source, { to: folder, name: 'taken' })).toBe(false);
  expect(treeOf(root)).toEqual(before);
  for (const source of ['file', 'link', 'folder'])
    expect(exclusively(folder, source, { to: folder, name: `new ${source}` })).toBe(true);
  expect(treeOf(root).filter((line) => !line.startsWith('taken'))).toEqual([
    'new file 644 "mine"',
    'new folder/ 755',
    'new folder/in/ 755',
    'new link -> mine',
  ]);
  expect(() => exclusively(folder, 'gone', { to: folder, name: 'x' })).toThrow('ENOENT');
  expect(() => exclusively(folder, 'new file', { to: folder, name: 'x'.repeat(300) })).toThrow('ENAMETOOLONG');
});

/** The item of a write, found as it is now. */
function found(write: PathWrite) {
  const batch = openBatch([write], {
    mode: defaultWalkMode(),
    fsync: 'off',
    root: temporaryFolder(),
    keep: async () => {},
  });
  onTestFinished(() => batch.close());
  const item = batch.items[0] as Item;
  item.found = lookAt(batch.folders.open(item.folder), item.name);
  return { batch, item };
}

const link: Version = { kind: 'link', target: 'mine' };
const folder: Version = { kind: 'folder', mode: 0o755 };

it('makes a folder, or takes the one that came meanwhile, and nothing else', () => {
  const scene = createChangeScene();
  const at = join(scene.root, 'new');
  const { batch, item } = found(scene.write('new', folder));
  const conflict = (version: Version) => ({ conflict: { path: 'new', expected: absent, found: version } });
  writeFileSync(at, '');
  expect(makeFolder(batch, item)).toMatchObject(conflict({ kind: 'file' } as Version));
  unlinkSync(at);
  symlinkSync('dir', at);
  expect(makeFolder(batch, item)).toEqual(conflict({ kind: 'link', target: 'dir' }));
  unlinkSync(at);
  mkdirSync(at, { mode: 0o711 });
  expect(makeFolder(batch, item)).toBeUndefined();
  expect(treeOf(scene.root)).toContain('new/ 711');
  rmdirSync(at);
  expect(makeFolder(batch, item)).toEqual({ item, takeBack: expect.any(Function) });
  expect(treeOf(scene.root)).toContain('new/ 700');
});

it('makes a folder as a program does, and tells its mode', () => {
  const scene = createChangeScene();
  const { batch, item } = found({ ...scene.write('new', folder), asWritten: true });
  const mode = 0o777 & ~process.umask();
  expect(makeFolder(batch, item)).toMatchObject({ left: { kind: 'folder', mode } });
  expect(treeOf(scene.root)).toContain(`new/ ${mode.toString(8)}`);
});

it('removes only an empty folder', () => {
  const scene = createChangeScene();
  const stays = found(scene.write('dir', absent));
  expect(removeFolder(stays.batch, stays.item)).toBeUndefined();
  const inTheWay = found(scene.write('dir', link));
  expect(removeFolder(inTheWay.batch, inTheWay.item)).toMatchObject({ conflict: { path: 'dir', found: folder } });
  expect(treeOf(scene.root)).toEqual(['dir/ 755', 'dir/a.txt 644 "old\\n"']);
});

it('refuses a place where something came after the folder that was there', () => {
  const scene = createChangeScene();
  const at = join(scene.root, 'dir');
  for (const after of [link, 'new'] as const) {
    const { batch, item } = found(scene.write('dir', after));
    if (after === 'new') {
      item.temporary = batch.temporaryFor(item);
      writeFileSync(batch.folders.open(item.temporary.folder).at(item.temporary.name), 'new');
    }
    // The folder has given way, and then they came.
    unlinkSync(join(at, 'a.txt'));
    rmdirSync(at);
    symlinkSync('theirs', at);
    batch.folders.forget(at);
    expect(putInPlace(batch, item, { alone: true })).toEqual({
      conflict: { path: 'dir', expected: folder, found: { kind: 'link', target: 'theirs' } },
    });
    expect(treeOf(scene.root).filter((line) => !line.includes('.toolwright-'))).toEqual(['dir -> theirs']);
    unlinkSync(at);
    mkdirSync(at);
    writeFileSync(join(at, 'a.txt'), 'old\n');
  }
});
