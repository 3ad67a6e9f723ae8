import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Batch, openBatch } from '../../../src/change/apply/batch.js';
import { compareBatch } from '../../../src/change/apply/compare-batch.js';
import { stepsOf } from '../../../src/change/apply/order-steps.js';
import { writeTemporaries } from '../../../src/change/apply/temporary-files.js';
import type { PathWrite } from '../../../src/change/path-write.js';
import { absent, type Version } from '../../../src/tool/version.js';
import { type ChangeScene, createChangeScene, fileVersion, treeOf } from '../change-scene.js';

const folder = (mode = 0o755): Version => ({ kind: 'folder', mode });
const link = (target: string): Version => ({ kind: 'link', target });

function setUp(): ChangeScene {
  const scene = createChangeScene();
  const { root } = scene;
  writeFileSync(join(root, 'file'), 'old');
  symlinkSync('old', join(root, 'link'));
  mkdirSync(join(root, 'empty'));
  return scene;
}

/** A tree that is moved as a whole. */
const moved = ({ root, write }: ChangeScene, from: string, to: string): PathWrite[] => {
  const gone = write(from, absent);
  const at = join(root, to);
  return [gone, { path: to, at, before: absent, after: gone.before, tree: { from: join(root, from), listed: true } }];
};

const removed = ({ write }: ChangeScene, path: string): PathWrite[] => [
  { ...write(path, absent), tree: { listed: true } },
];

/** Ready to be changed. */
async function ready({ root, walk }: ChangeScene, writes: readonly PathWrite[]): Promise<Batch> {
  const batch = openBatch(writes, { mode: walk, fsync: 'off', root, keep: async () => {} });
  onTestFinished(() => batch.close());
  expect(await compareBatch(batch)).toEqual([]);
  expect(await writeTemporaries(batch)).toBeUndefined();
  return batch;
}

const runFirst = (batch: Batch) => stepsOf(batch)[0]?.run({ alone: false });

/** What was there lives on elsewhere, so that what comes is told from it. */
const replace = (path: string, put: (at: string) => void) => (root: string) => {
  if (lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined) renameSync(join(root, path), `${root}.was`);
  put(join(root, path));
};
const theirFile = (at: string): void => writeFileSync(at, 'theirs');
const theirLink = (at: string): void => symlinkSync('theirs', at);
const theirFolder = (at: string): void => mkdirSync(at);

const lines = (root: string): readonly string[] => treeOf(root).filter((line) => !line.includes('.toolwright-'));

const changes: readonly [string, (scene: ChangeScene) => readonly PathWrite[], (root: string) => void][] = [
  ['an overwritten file', ({ write }) => [write('file', 'new')], replace('file', theirFile)],
  ['a file that becomes a link', ({ write }) => [write('file', link('new'))], replace('file', theirFile)],
  [
    'a file that gets another mode',
    ({ write }) => [write('file', fileVersion(Buffer.from('old'), 0o600))],
    replace('file', theirFile),
  ],
  ['a deleted file', ({ write }) => [write('file', absent)], replace('file', theirFile)],
  ['a file that becomes a folder', ({ write }) => [write('file', folder())], replace('file', theirLink)],
  ['a replaced link', ({ write }) => [write('link', link('new'))], replace('link', theirLink)],
  ['a deleted link', ({ write }) => [write('link', absent)], replace('link', theirLink)],
  ['a new file', ({ write }) => [write('new', 'new')], replace('new', theirFile)],
  ['a new link', ({ write }) => [write('new', link('new'))], replace('new', theirLink)],
  ['a new folder', ({ write }) => [write('new', folder())], replace('new', theirFile)],
  ['a removed folder', ({ write }) => [write('empty', absent)], replace('empty', theirFile)],
  ['a moved file', (scene) => moved(scene, 'file', 'new'), replace('file', theirFile)],
  ['the place of a moved file', (scene) => moved(scene, 'file', 'new'), replace('new', theirFile)],
  ['the place of a moved folder', (scene) => moved(scene, 'empty', 'new'), replace('new', theirFolder)],
  ['a deleted file, in place', ({ write }) => [write('file', absent)], (root) => theirFile(join(root, 'file'))],
  ['a moved file, in place', (scene) => moved(scene, 'file', 'new'), (root) => theirFile(join(root, 'file'))],
  ['a tree taken away', (scene) => removed(scene, 'empty'), replace('empty', theirFile)],
];

it.each(changes)('does nothing to what changed right before the step: %s', async (_, writesOf, come) => {
  const scene = setUp();
  const batch = await ready(scene, writesOf(scene));
  come(scene.root);
  const before = lines(scene.root);
  expect(runFirst(batch)).toMatchObject({ conflict: { path: expect.any(String) } });
  expect(lines(scene.root)).toEqual(before);
});

/** They come when a folder was found to be where it should be: after the last comparison. */
function racing(batch: Batch, come: () => void): Batch {
  const open: Batch['folders']['open'] = (path) => {
    const held = batch.folders.open(path);
    const confirm: typeof held.confirm = (leaf) => {
      held.confirm(leaf);
      come();
    };
    return { ...held, confirm };
  };
  return { ...batch, folders: { ...batch.folders, open } };
}

const atTheLastMoment = changes.filter(
  ([name]) => !/in place|overwritten|becomes a link|another mode|replaced link|removed folder/.test(name),
);

it.each(atTheLastMoment)('puts back what came at the last moment: %s', async (_, writesOf, come) => {
  const scene = setUp();
  const batch = await ready(scene, writesOf(scene));
  let left: readonly string[] | undefined;
  const others = (): void => {
    if (left !== undefined) return;
    come(scene.root);
    left = lines(scene.root);
  };
  expect(runFirst(racing(batch, others))).toMatchObject({ conflict: { path: expect.any(String) } });
  expect(lines(scene.root)).toEqual(left);
});

it('leaves a folder that others use at the last moment', async () => {
  const scene = setUp();
  const come = (): void => writeFileSync(join(scene.root, 'empty/theirs'), 'theirs');
  const gone = await ready(scene, [scene.write('empty', absent)]);
  expect(runFirst(racing(gone, come))).toBeUndefined();
  rmSync(join(scene.root, 'empty/theirs'));
  const other = await ready(scene, [scene.write('empty', link('new'))]);
  expect(runFirst(racing(other, come))).toMatchObject({ conflict: { path: 'empty', found: folder() } });
  expect(lines(scene.root)).toContain('empty/theirs 644 "theirs"');
});

it.each<[string, (scene: ChangeScene) => readonly PathWrite[]]>([
  ['a new folder', ({ write }) => [write('dir/new', folder())]],
  ['another mode of a folder', ({ write }) => [write('dir', folder(0o700))]],
  ['a new file', ({ write }) => [write('dir/new', 'new')]],
  ['a new link', ({ write }) => [write('dir/new', link('x'))]],
  ['an overwritten file', ({ write }) => [write('dir/a.txt', 'new')]],
  ['a deleted file', ({ write }) => [write('dir/a.txt', absent)]],
  ['a deleted link', ({ write }) => [write('dir/link', absent)]],
  ['a moved link', (scene) => moved(scene, 'dir/link', 'new')],
  ['a moved file', (scene) => moved(scene, 'dir/a.txt', 'new')],
  ['a file moved there', (scene) => moved(scene, 'file', 'dir/new')],
  ['a removed folder', ({ write }) => [write('dir/sub', absent)]],
])('does nothing in a folder that was taken away: %s', async (_, writesOf) => {
  const scene = setUp();
  const { root } = scene;
  mkdirSync(join(root, 'dir/sub'));
  symlinkSync('x', join(root, 'dir/link'));
  const batch = await ready(scene, writesOf(scene));
  batch.folders.open(join(root, 'dir'));
  renameSync(join(root, 'dir'), join(root, 'away'));
  mkdirSync(join(root, 'dir'));
  const before = lines(root);
  expect(() => runFirst(batch)).toThrow(expect.objectContaining({ code: 'ESTALE' }));
  expect(lines(root)).toEqual(before);
});

it('finds its way when a folder that it knows is moved or replaced', async () => {
  const scene = setUp();
  const { root, write } = scene;
  mkdirSync(join(root, 'dir/sub'));
  const tree = moved(scene, 'dir', 'other').concat(
    ['a.txt', 'sub'].flatMap((name) => {
      const gone = write(`dir/${name}`, absent);
      return [gone, { path: `other/${name}`, at: join(root, 'other', name), before: absent, after: gone.before }];
    }),
  );
  const shut = { ...write('new', 'new'), path: 'z', at: join(root, 'z') };
  let commits = 0;
  scene.onStep = (step) => {
    if (step.startsWith('commit')) commits += 1;
    if (step === 'commit z') throw Object.assign(new Error('made to fail'), { code: 'EIO' });
  };
  const before = treeOf(root);
  expect(await scene.apply([...tree, shut])).toMatchObject({ type: 'refused', failure: { errorType: 'io_error' } });
  expect(commits).toBe(2);
  expect(treeOf(root)).toEqual(before);
  scene.onStep = () => {};
  expect(await scene.apply(tree)).toMatchObject({ type: 'applied', bytes: 0 });
  expect(lines(join(root, 'other'))).toEqual(['a.txt 644 "old\\n"', 'sub/ 755']);
});

it('has its steps in an order in which each finds room', async () => {
  const scene = setUp();
  const { root, write } = scene;
  mkdirSync(join(root, 'empty/in'));
  chmodSync(join(root, 'dir/a.txt'), 0o600);
  const batch = await ready(scene, [
    write('dir', folder(0o700)),
    write('dir/a.txt', fileVersion(Buffer.from('old\n'), 0o644)),
    write('new', folder()),
    write('new/in', folder()),
    { ...write('new/in/file', 'x'), before: absent },
    write('link', link('new')),
    write('file', absent),
    write('empty', absent),
    write('empty/in', absent),
    write('same', absent),
  ]);
  expect(stepsOf(batch).map(({ item }) => item.write.path)).toEqual([
    'file',
    ...['empty/in', 'empty'],
    ...['new', 'new/in'],
    ...['new/in/file', 'link'],
    'dir/a.txt',
    ...['new/in', 'dir', 'new'],
  ]);
});
