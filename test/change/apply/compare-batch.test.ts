import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Item, openBatch } from '../../../src/change/apply/batch.js';
import { changedSince, compareBatch, keepBatch } from '../../../src/change/apply/compare-batch.js';
import type { PathWrite } from '../../../src/change/path-write.js';
import { absent, type Version } from '../../../src/tool/version.js';
import { type ChangeScene, createChangeScene, fileVersion, treeOf, versionAt } from '../change-scene.js';

const folder = (mode = 0o755): Version => ({ kind: 'folder', mode });
const link = (target: string): Version => ({ kind: 'link', target });
const file = (content: string, mode = 0o644): Version => fileVersion(Buffer.from(content), mode);

/** The batch, with what its steps do, and its first item. */
function opened({ root, walk }: ChangeScene, writes: readonly PathWrite[]) {
  const kept: string[] = [];
  const keep = async (content: Uint8Array): Promise<void> => void kept.push(Buffer.from(content).toString());
  const batch = openBatch(writes, { mode: walk, fsync: 'off', root, keep });
  onTestFinished(() => batch.close());
  return { batch, item: batch.items[0] as Item, kept };
}

function make(path: string, version: Version, content = 'old'): void {
  if (version.kind === 'link') symlinkSync(version.target, path);
  if (version.kind === 'folder') mkdirSync(path);
  if (version.kind === 'file') writeFileSync(path, content);
  if (version.kind === 'file' || version.kind === 'folder') chmodSync(path, version.mode);
}

const old = file('old');

it.each<[string, Version, Version, Version, boolean, boolean?]>([
  ['nothing, as before', absent, absent, file('new'), true],
  ['a file that was not there', old, absent, file('new'), false],
  ['nothing where a file was', absent, old, file('new'), false],
  ['nothing where a file shall go', absent, old, absent, false],
  ['nothing where a folder shall go', absent, folder(), absent, true],
  ['nothing where a folder becomes a file', absent, folder(), file('new'), false],
  ['nothing where a folder gets another mode', absent, folder(), folder(0o700), false],
  ['a folder that shall be made', folder(), absent, folder(), true],
  ['a folder where a file shall be made', folder(), absent, file('new'), false],
  ['a folder where a file becomes one', folder(), old, folder(), false],
  ['other content', file('old'), file('other'), file('new'), false],
  ['another mode, which stays', file('old', 0o600), old, file('new'), true],
  ['another mode, where the mode is changed', file('old', 0o600), old, file('new', 0o755), false],
  ['another mode, where a program writes', file('old', 0o600), old, file('new', 0o755), true, true],
  ['the mode that is changed', old, old, file('new', 0o755), true],
  ['another mode of a file that goes', file('old', 0o600), old, absent, true],
  ['another mode of a file that becomes a link', file('old', 0o600), old, link('x'), true],
  ['the same link', link('a'), link('a'), link('b'), true],
  ['another link', link('c'), link('a'), link('b'), false],
  ['a link where a file was', link('a'), old, file('new'), false],
  ['a file where a link was', old, link('a'), link('b'), false],
  ['another mode of a folder that goes', folder(0o700), folder(), absent, true],
  ['another mode of a folder that becomes a file', folder(0o700), folder(), file('new'), true],
  ['another mode of a folder, which stays', folder(0o700), folder(), folder(), true],
  ['another mode of a folder, where the mode is changed', folder(0o700), folder(), folder(0o711), false],
  ['the mode of a folder that is changed', folder(), folder(), folder(0o711), true],
  ['a folder that hands on its group', folder(0o2755), folder(), folder(0o711), true],
  ['a file where a folder was', old, folder(), absent, false],
])('compares: %s', async (_, found, before, after, fits, asWritten) => {
  const scene = createChangeScene();
  const at = join(scene.root, 'p');
  make(at, found);
  const write: PathWrite = { path: 'p', at, before, after, ...(asWritten === true && { asWritten }) };
  const { batch } = opened(scene, [write]);
  expect(await compareBatch(batch)).toEqual(fits ? [] : [{ path: 'p', expected: before, found: versionAt(at) }]);
});

it.skipIf(process.platform !== 'linux')('replaces a program that is running', async () => {
  const scene = createChangeScene();
  const at = join(scene.root, 'program');
  copyFileSync('/bin/sleep', at);
  const child = spawn(at, ['60'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  await new Promise((resolve) => child.once('spawn', resolve));
  const write: PathWrite = { ...scene.write('program', 'new'), asWritten: true };
  expect(await scene.apply([write])).toMatchObject({ type: 'applied', bytes: 3 });
});

it('lets others have their turn while it compares many paths', async () => {
  const scene = createChangeScene();
  const paths = Array.from({ length: 450 }, (_, at) => `n${at}`);
  let compared = 0;
  const turns: number[] = [];
  scene.onStep = (step) => {
    if (step.startsWith('compare')) compared += 1;
  };
  let isDone = false;
  const watch = (): void => {
    turns.push(compared);
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  await scene.apply(paths.map((path) => ({ path, at: join(scene.root, path), before: absent, after: absent })));
  isDone = true;
  expect([...new Set(turns)]).toEqual([199, 399, ...(turns.includes(450) ? [450] : [])]);
});

it('holds so much content between the comparison and the keeping, and reads the rest again', async () => {
  const scene = createChangeScene();
  for (const name of ['large', 'small']) writeFileSync(join(scene.root, name), name === 'small' ? 's' : '');
  truncateSync(join(scene.root, 'large'), 16 * 1024 * 1024);
  const writes = ['large', 'small'].map((name) => scene.write(name, absent));
  const { batch, kept } = opened(scene, writes);
  expect(await compareBatch(batch)).toEqual([]);
  const held = batch.items.map(({ found }) => found.kind === 'file' && found.content?.length);
  expect(held).toEqual([16 * 1024 * 1024, undefined]);
  expect(await keepBatch(batch)).toEqual([]);
  expect(kept.map(({ length }) => length)).toEqual([16 * 1024 * 1024, 1]);
  expect(batch.items.map(({ found }) => found.kind === 'file' && found.content)).toEqual([undefined, undefined]);
});

describe('keeping', () => {
  const withoutContent = async (scene: ChangeScene, write: PathWrite) => {
    const all = opened(scene, [write]);
    await compareBatch(all.batch);
    const { item } = all;
    if (item.found.kind === 'file') item.found = { ...item.found, content: undefined };
    return all;
  };

  it.each<[string, (at: string) => void]>([
    ['rewritten', (at) => writeFileSync(at, 'theirs')],
    ['gone', (at) => rmSync(at)],
    [
      'a link',
      (at) => {
        rmSync(at);
        symlinkSync('x', at);
      },
    ],
  ])('keeps nothing of a file that is %s when it is read again', async (_, touch) => {
    const scene = createChangeScene();
    const at = join(scene.root, 'dir/a.txt');
    const { batch, kept } = await withoutContent(scene, scene.write('dir/a.txt', 'new'));
    touch(at);
    expect(await keepBatch(batch)).toEqual([{ path: 'dir/a.txt', expected: file('old\n'), found: versionAt(at) }]);
    expect(kept).toEqual([]);
  });

  it('keeps what will be lost, and nothing that stays', async () => {
    const scene = createChangeScene();
    symlinkSync('x', join(scene.root, 'link'));
    const keptOf = async (write: PathWrite): Promise<readonly string[]> => {
      const { batch, kept } = await withoutContent(scene, write);
      expect(await keepBatch(batch)).toEqual([]);
      return kept;
    };
    expect(await keptOf(scene.write('dir/a.txt', 'new'))).toEqual(['old\n']);
    expect(await keptOf(scene.write('dir/a.txt', absent))).toEqual(['old\n']);
    expect(await keptOf(scene.write('dir/a.txt', link('x')))).toEqual(['old\n']);
    expect(await keptOf(scene.write('dir/a.txt', file('old\n', 0o600)))).toEqual([]);
    expect(await keptOf(scene.write('link', absent))).toEqual([]);
    expect(await keptOf(scene.write('new', 'new'))).toEqual([]);
  });
});

describe('right before a change', () => {
  /** Compared a good while after it was made, by a write that expects something else there. */
  async function trusted(scene: ChangeScene, path: string, { aged = true } = {}) {
    const { batch, item } = opened(scene, [scene.write(path, absent)]);
    await compareBatch(batch);
    const { found } = item;
    if (found.kind === 'absent') throw new Error(`${path} is not there`);
    item.found = { ...found, marks: { ...found.marks, lookedAt: Date.now() + (aged ? 5000 : 0) } };
    const before = found.kind === 'link' ? link('other') : file('other');
    return { batch, item: { ...item, write: { ...item.write, before } } };
  }

  it('reads a small file once more, and trusts the marks of a large one and of a link', async () => {
    const scene = createChangeScene();
    for (const size of [256 * 1024, 256 * 1024 + 1]) writeFileSync(join(scene.root, `${size}`), Buffer.alloc(size));
    symlinkSync('x', join(scene.root, 'link'));
    const changed = async (path: string, options?: { readonly aged: boolean }): Promise<boolean> => {
      const { batch, item } = await trusted(scene, path, options);
      return changedSince(batch, item) !== undefined;
    };
    expect(await changed('262144')).toBe(true);
    expect(await changed('262145')).toBe(false);
    expect(await changed('link')).toBe(false);
    // What was touched as late may have been touched once more.
    expect(await changed('262145', { aged: false })).toBe(true);
    expect(await changed('link', { aged: false })).toBe(true);
  });

  it('misses a large file whose folder is gone', async () => {
    const scene = createChangeScene();
    writeFileSync(join(scene.root, 'dir/large'), Buffer.alloc(300_000));
    const { batch, item } = await trusted(scene, 'dir/large');
    renameSync(join(scene.root, 'dir'), join(scene.root, 'away'));
    batch.folders.forget(join(scene.root, 'dir'));
    expect(changedSince(batch, item)).toMatchObject({ path: 'dir/large', found: absent });
  });

  it.each<[string, (at: string) => void, boolean]>([
    ['mode', (at) => chmodSync(at, 0o600), false],
    ['owner', (at) => chownSync(at, 1234, 0), true],
    ['group', (at) => chownSync(at, 0, 1234), true],
  ])('notices another %s, which the new file would not have', async (_, touch, asRoot) => {
    if (asRoot && process.geteuid?.() !== 0) return;
    const scene = createChangeScene();
    const { batch, item } = opened(scene, [scene.write('dir/a.txt', 'new')]);
    expect(await compareBatch(batch)).toEqual([]);
    expect(changedSince(batch, item)).toBeUndefined();
    touch(join(scene.root, 'dir/a.txt'));
    expect(changedSince(batch, item)).toMatchObject({ path: 'dir/a.txt' });
  });

  it('finds what came where nothing was', async () => {
    const scene = createChangeScene();
    const { batch, item } = opened(scene, [scene.write('new', 'new')]);
    await compareBatch(batch);
    expect(changedSince(batch, item)).toBeUndefined();
    writeFileSync(join(scene.root, 'new'), 'theirs');
    expect(changedSince(batch, item)).toEqual({ path: 'new', expected: absent, found: file('theirs') });
  });
});

describe.each(['descriptor', 'identity'] as const)('what becomes a folder, walked by %s', (walk) => {
  const within = (scene: ChangeScene): PathWrite[] =>
    ['way', 'way/sub', 'way/sub/in'].map((path) => {
      const write = scene.write(path, path.endsWith('in') ? 'in' : folder());
      return path === 'way' ? write : { ...write, before: absent };
    });

  it.each<[string, (at: string, scene: ChangeScene) => void]>([
    ['a file', (at) => writeFileSync(at, 'old')],
    ['a link to nothing', (at) => symlinkSync('nowhere', at)],
    ['a link to itself', (at) => symlinkSync('way', at)],
    ['a link to a file', (at) => symlinkSync('dir/a.txt', at)],
    [
      'a link to a folder that holds as much',
      (at, { root }) => {
        mkdirSync(join(root, 'other/sub'), { recursive: true });
        writeFileSync(join(root, 'other/sub/in'), 'theirs');
        symlinkSync('other', at);
      },
    ],
  ])('holds nothing yet when it is %s', async (_, put) => {
    const scene = createChangeScene({ walk });
    put(join(scene.root, 'way'), scene);
    expect(await scene.apply(within(scene))).toMatchObject({ type: 'applied' });
    expect(treeOf(join(scene.root, 'way'))).toEqual(['sub/ 755', 'sub/in 644 "in"']);
  });

  it('is no excuse for what cannot be looked at, nor for another way', async () => {
    const scene = createChangeScene({ walk });
    const { root } = scene;
    const before = treeOf(root);
    const name = 'n'.repeat(300);
    const long: PathWrite = { ...scene.write('new/x', 'x'), path: 'long', at: join(root, 'dir', name) };
    const dir: PathWrite = { path: 'dir', at: join(root, 'dir'), before: absent, after: folder() };
    expect(await scene.apply([dir, long])).toMatchObject({
      type: 'refused',
      failure: { errorType: 'validation_failed', message: expect.stringContaining('too long') },
    });
    expect(scene.steps).toEqual(['compare dir', 'compare long', 'clean']);
    writeFileSync(join(root, 'wayward'), 'theirs');
    const beside = { ...scene.write('wayward/in', 'in'), before: absent };
    for (const other of [[], [scene.write('way', folder())], [scene.write('wayward', 'new')]]) {
      scene.steps.splice(0);
      const end = await scene.apply([...other, beside]);
      expect(end).toMatchObject({ type: 'refused', failure: { errorType: 'stale' } });
      expect(scene.steps.filter((step) => !step.startsWith('compare'))).toEqual(['clean']);
    }
    rmSync(join(root, 'wayward'));
    expect(treeOf(root)).toEqual(before);
  });
});

it('refuses what is neither file nor folder nor link', async () => {
  const scene = createChangeScene();
  const { batch } = opened(scene, [{ path: 'null', at: '/dev/null', before: file(''), after: absent }]);
  await expect(compareBatch(batch)).rejects.toMatchObject({ code: 'ENOTREG' });
});
