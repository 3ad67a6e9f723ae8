import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PathWrite } from '../../../src/change/path-write.js';
import { absent, type Version } from '../../../src/tool/version.js';
import { heldBelow } from '../../support/held-below.js';
import { asOrdinaryUser } from '../../support/ordinary-user.js';
import { type ChangeScene, createChangeScene, fileVersion, treeOf } from '../change-scene.js';

const folder = (mode = 0o755): Version => ({ kind: 'folder', mode });
const link = (target: string): Version => ({ kind: 'link', target });

/** One change, then another that fails; others come between the two. */
async function failing(scene: ChangeScene, writes: readonly PathWrite[], others: (root: string) => void) {
  scene.onStep = (step) => {
    if (step !== 'commit z') return;
    others(scene.root);
    throw Object.assign(new Error('made to fail'), { code: 'EIO' });
  };
  return scene.apply([...writes, scene.write('z', 'z')]);
}

function setUp(): ChangeScene {
  const scene = createChangeScene();
  const { root } = scene;
  rmSync(join(root, 'dir'), { recursive: true });
  writeFileSync(join(root, 'file'), 'old');
  symlinkSync('old', join(root, 'link'));
  mkdirSync(join(root, 'folder'), { mode: 0o750 });
  return scene;
}

const start = ['file 644 "old"', 'folder/ 750', 'link -> old'];
const besides = (path: string): readonly string[] => start.filter((line) => !line.startsWith(path));

const replace = (path: string, put: (at: string) => void) => (root: string) => {
  rmSync(join(root, path), { recursive: true, force: true });
  put(join(root, path));
};
const theirFile = (at: string): void => writeFileSync(at, 'theirs');
const theirLink = (at: string): void => symlinkSync('theirs', at);
const theirFolder = (at: string): void => void mkdirSync(at);
const gone = (): void => {};

it.each<[string, string, Version | string, ((at: string) => void) | undefined, readonly string[]]>([
  ['a file, rewritten', 'file', 'new', theirFile, ['file 644 "theirs"']],
  ['a file, deleted', 'file', 'new', gone, []],
  ['a file, now a link', 'file', 'new', theirLink, ['file -> theirs']],
  ['a file, now a folder', 'file', 'new', theirFolder, ['file/ 755']],
  ['a new file, deleted', 'new', 'new', gone, []],
  ['a new file, now a link', 'new', 'new', theirLink, ['new -> theirs']],
  ['a link, now another', 'link', link('new'), theirLink, ['link -> theirs']],
  ['a link, now a file', 'link', link('new'), theirFile, ['link 644 "theirs"']],
  ['a link, deleted', 'link', link('new'), gone, []],
  ['a new link, now another', 'new', link('new'), theirLink, ['new -> theirs']],
  ['a new link, now a file', 'new', link('new'), theirFile, ['new 644 "theirs"']],
  ['a file that became a link, now another', 'file', link('new'), theirLink, ['file -> theirs']],
  ['a link that became a file, now another', 'link', 'new', theirFile, ['link 644 "theirs"']],
  ['a link that became a file, now a link', 'link', 'new', theirLink, ['link -> theirs']],
  ['a deleted file, made again', 'file', absent, theirFile, ['file 644 "theirs"']],
  ['a deleted file, now a link', 'file', absent, theirLink, ['file -> theirs']],
  ['a deleted link, made again', 'link', absent, theirLink, ['link -> theirs']],
  ['a removed folder, made again', 'folder', absent, theirFolder, ['folder/ 755']],
  ['a removed folder, now a file', 'folder', absent, theirFile, ['folder 644 "theirs"']],
])('leaves what others did meanwhile: %s', async (_, path, after, put, left) => {
  const scene = setUp();
  const end = await failing(scene, [scene.write(path, after)], replace(path, put ?? gone));
  expect(end).toMatchObject({
    type: 'refused',
    conflicts: [],
    failure: {
      errorType: 'io_error',
      message: expect.stringContaining(`but for what others changed meanwhile: ${path}. Look at it.`),
    },
  });
  expect(treeOf(scene.root)).toEqual([...besides(path), ...left].toSorted());
});

it.each<[string, string, Version | string, (at: string) => void]>([
  ['a file with another mode', 'file', 'new', (at) => chmodSync(at, 0o600)],
  ['a new file with another mode', 'new', 'new', (at) => chmodSync(at, 0o600)],
  [
    'a link that was made the same again',
    'link',
    link('new'),
    (at) => {
      unlinkSync(at);
      symlinkSync('new', at);
    },
  ],
  ['a file that became a link', 'file', link('new'), gone],
  ['a link that became a file', 'link', 'new', gone],
  ['a file that became a folder', 'file', folder(), gone],
  ['a link that became a folder', 'link', folder(), gone],
  ['a folder that became a file', 'folder', 'new', gone],
  ['a folder that became a link', 'folder', link('new'), gone],
  ['a new folder', 'new', folder(0o700), gone],
  ['a new link', 'new', link('new'), gone],
  ['a removed folder', 'folder', absent, gone],
  ['a deleted file', 'file', absent, gone],
  ['a deleted link', 'link', absent, gone],
])('takes back %s', async (_, path, after, touch) => {
  const scene = setUp();
  const end = await failing(scene, [scene.write(path, after)], (root) => touch(join(root, path)));
  expect(end).toMatchObject({ type: 'refused', conflicts: [], failure: { errorType: 'io_error' } });
  expect(end.type === 'refused' && end.failure.message).not.toContain('meanwhile');
  expect(treeOf(scene.root)).toEqual(start);
});

it.each([1, 2, 3, 4])('takes back modes, of files and of folders, when step %i fails', async (failing) => {
  const scene = setUp();
  chmodSync(join(scene.root, 'file'), 0o4755);
  const before = treeOf(scene.root);
  let commits = 0;
  scene.onStep = (step) => {
    if (step.startsWith('commit')) commits += 1;
    if (commits === failing && step.startsWith('commit'))
      throw Object.assign(new Error('made to fail'), { code: 'EIO' });
  };
  const writes = [
    scene.write('file', fileVersion(Buffer.from('old'), 0o600)),
    scene.write('folder', folder(0o700)),
    scene.write('new', folder(0o711)),
  ];
  expect(await scene.apply(writes)).toMatchObject({ type: 'refused' });
  expect(scene.steps.filter((step) => step.startsWith('commit')).slice(-1)).toEqual([
    ['commit new', 'commit file', 'commit folder', 'commit new'][failing - 1],
  ]);
  expect(treeOf(scene.root)).toEqual(before);
  expect(heldBelow(scene.root)).toEqual([]);
});

it('leaves a folder it made when others use it', async () => {
  const scene = setUp();
  const writes = [scene.write('new', folder()), { ...scene.write('new/a', 'a'), before: absent }];
  expect(await failing(scene, writes, (root) => writeFileSync(join(root, 'new/theirs'), 'theirs'))).toMatchObject({
    type: 'refused',
    failure: { message: expect.stringContaining('meanwhile: new. Look at it.') },
  });
  expect(treeOf(join(scene.root, 'new'))).toEqual(['theirs 644 "theirs"']);
});

it.skipIf(process.geteuid?.() !== 0)('takes back what belongs to another user', async () => {
  const scene = setUp();
  const { root, base } = scene;
  await asOrdinaryUser(base, async () => {
    const as = (user: number): void => process.seteuid?.(user);
    as(0);
    // The system lets nobody give a second name to what only others may write.
    for (const name of ['file', 'other']) {
      writeFileSync(join(root, name), 'old');
      chownSync(join(root, name), 0, 0);
    }
    as(65534);
    const before = treeOf(root);
    for (const after of ['new', absent, link('new')]) {
      const writes = [scene.write('file', after), scene.write('other', 'new')];
      expect(await failing(scene, writes, gone)).toMatchObject({ failure: { errorType: 'io_error' } });
      expect(treeOf(root)).toEqual(before);
    }
    expect(lstatSync(join(root, 'file')).isFile()).toBe(true);
  });
});

it.skipIf(process.geteuid?.() !== 0)('gives a folder back to whom it belonged', async () => {
  const scene = setUp();
  chownSync(join(scene.root, 'folder'), 1234, 1235);
  await failing(scene, [scene.write('folder', absent)], gone);
  expect(lstatSync(join(scene.root, 'folder'))).toMatchObject({ uid: 1234, gid: 1235 });
});
