import { chmodSync, chownSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openBatch } from '../../../src/change/apply/batch.js';
import { compareBatch } from '../../../src/change/apply/compare-batch.js';
import { writeTemporaries } from '../../../src/change/apply/temporary-files.js';
import type { PathWrite } from '../../../src/change/path-write.js';
import { absent } from '../../../src/tool/version.js';
import { type ChangeScene, createChangeScene, fileVersion, treeOf, versionAt } from '../change-scene.js';

/** What lies beside the places of some writes before anything is changed, and what was done. */
async function prepared({ root, walk }: ChangeScene, writes: readonly PathWrite[]) {
  const steps: string[] = [];
  const batch = openBatch(writes, {
    mode: walk,
    fsync: 'off',
    root,
    batch: 'test',
    keep: async () => {},
    atStep: (step) => void steps.push(step),
  });
  onTestFinished(() => batch.close());
  await compareBatch(batch);
  const failure = await writeTemporaries(batch);
  return {
    failure,
    temporaries: treeOf(root).filter((line) => line.includes('.toolwright-')),
    written: steps.filter((step) => step.startsWith('write')),
  };
}

it('puts new content beside its place, and a link only where it replaces something', async () => {
  const scene = createChangeScene();
  symlinkSync('old', join(scene.root, 'link'));
  const link = { kind: 'link', target: 'new' } as const;
  const { written, temporaries } = await prepared(scene, [
    scene.write('dir/a.txt', 'new'),
    scene.write('x/y/new', 'made'),
    scene.write('link', link),
    scene.write('new-link', link),
    scene.write('gone', absent),
    scene.write('folder', { kind: 'folder', mode: 0o755 }),
  ]);
  expect(written).toEqual(['write dir/a.txt', 'write x/y/new', 'write link']);
  expect(temporaries).toEqual([
    '.toolwright-test-1.tmp 644 "made"',
    '.toolwright-test-2.tmp -> new',
    'dir/.toolwright-test-0.tmp 644 "new"',
  ]);
});

it('writes content that is there already only when a program writes it', async () => {
  const scene = createChangeScene();
  const same = scene.write('dir/a.txt', 'old\n');
  expect((await prepared(scene, [same])).written).toEqual([]);
  expect((await prepared(scene, [{ ...same, asWritten: true }])).written).toEqual(['write dir/a.txt']);
  expect(await scene.apply([same])).toEqual({ type: 'applied', bytes: 0, paths: [] });
  expect(await scene.apply([{ ...same, asWritten: true }])).toEqual({ type: 'applied', bytes: 4, paths: [] });
});

it('makes the hash of content anew, unless it was made of these very bytes', async () => {
  const scene = createChangeScene();
  const other = { ...scene.write('dir/a.txt', 'new\n'), content: () => Buffer.from('other') };
  const refused = { errorType: 'stale', message: expect.stringContaining('not what was staged') };
  expect(await prepared(scene, [other])).toMatchObject({ failure: refused, temporaries: [] });
  const { content: _, ...without } = other;
  expect(await prepared(scene, [{ ...without, hashed: true }])).toMatchObject({ failure: refused, temporaries: [] });
  expect(await prepared(scene, [{ ...other, hashed: true }])).toMatchObject({
    failure: undefined,
    temporaries: ['dir/.toolwright-test-0.tmp 644 "other"'],
  });
});

it.each([256 * 1024, 256 * 1024 + 1])('writes %i bytes', async (size) => {
  const scene = createChangeScene();
  const content = Buffer.alloc(size, 'abc');
  const write = { ...scene.write('new', fileVersion(content)), content: () => content };
  expect(await scene.apply([write])).toMatchObject({ type: 'applied', bytes: size });
  expect(readFileSync(join(scene.root, 'new')).equals(content)).toBe(true);
});

it.each<[string, number | undefined, number, number, boolean, number]>([
  ['a new file', undefined, 0, 0o751, false, 0o751],
  ['a new file with a bit that lends rights', undefined, 0, 0o4755, false, 0o4755],
  ['a new file of a program', undefined, 0, 0o600, true, 0o666 & ~process.umask()],
  ['an old file', 0o640, 0o640, 0o640, false, 0o640],
  ['an old file that got another mode', 0o600, 0o644, 0o644, false, 0o600],
  ['an old file that got a bit that lends rights', 0o4750, 0o644, 0o644, false, 0o750],
  ['an old file that has such a bit back', 0o755, 0o755, 0o4755, false, 0o4755],
  ['an old file that keeps such a bit', 0o4755, 0o4755, 0o4755, false, 0o4755],
  ['an old file of a program', 0o640, 0o640, 0o644, true, 0o640],
  ['an old file of a program, with such a bit', 0o4755, 0o4755, 0o4755, true, 0o755],
])('gives the mode to: %s', async (_, found, before, after, asWritten, mode) => {
  const scene = createChangeScene();
  const at = join(scene.root, 'p');
  if (found !== undefined) writeFileSync(at, 'old');
  if (found !== undefined) chmodSync(at, found);
  const write: PathWrite = {
    ...scene.write('p', 'new'),
    before: found === undefined ? absent : fileVersion(Buffer.from('old'), before),
    after: fileVersion(Buffer.from('new'), after),
    ...(asWritten && { asWritten }),
  };
  const was = versionAt(at);
  // It tells what it found and what it left, whatever was expected.
  const paths = [{ path: 'p', before: was, after: fileVersion(Buffer.from('new'), mode) }];
  expect(await scene.apply([write])).toEqual({ type: 'applied', bytes: 3, paths });
  expect(versionAt(at)).toEqual(fileVersion(Buffer.from('new'), mode));
});

it.skipIf(process.geteuid?.() !== 0)('leaves a file to whom it belongs', async () => {
  const scene = createChangeScene();
  const at = join(scene.root, 'dir/a.txt');
  chownSync(at, 1234, 1235);
  await scene.apply([scene.write('dir/a.txt', 'new')]);
  expect(lstatSync(at)).toMatchObject({ uid: 1234, gid: 1235 });
});
