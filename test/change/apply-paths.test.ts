import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PathWrite } from '../../src/change/path-write.js';
import { absent } from '../../src/tool/version.js';
import { verifies } from '../requirements.js';
import { asOrdinaryUser } from '../support/ordinary-user.js';
import { createChangeScene, fileVersion, treeOf, versionAt } from './change-scene.js';

const folder = (mode = 0o755) => ({ kind: 'folder', mode }) as const;

function setUp(walk: 'descriptor' | 'identity') {
  const scene = createChangeScene({ walk });
  const { root } = scene;
  for (const name of ['gone.txt', 'mode.txt', 'to-folder', 'to-link']) writeFileSync(join(root, name), `${name}\n`);
  chmodSync(join(root, 'mode.txt'), 0o640);
  symlinkSync('dir/a.txt', join(root, 'link'));
  symlinkSync('nowhere', join(root, 'gone-link'));
  mkdirSync(join(root, 'old/sub'), { recursive: true });
  writeFileSync(join(root, 'old/sub/x'), 'x');
  mkdirSync(join(root, 'to-file'));
  const all = (): PathWrite[] => [
    scene.write('dir/a.txt', 'new\n'),
    scene.write('dir/b.txt', 'made\n'),
    scene.write('gone.txt', absent),
    scene.write('gone-link', absent),
    { ...scene.write('mode.txt', 'mode.txt\n'), after: fileVersion(Buffer.from('mode.txt\n'), 0o600) },
    scene.write('fresh', folder(0o750)),
    scene.write('fresh/deep', folder(0o500)),
    scene.write('fresh/deep/file', 'deep\n'),
    scene.write('link', { kind: 'link', target: 'elsewhere' }),
    scene.write('new-link', { kind: 'link', target: 'dir' }),
    scene.write('to-folder', folder()),
    scene.write('to-folder/in', 'in\n'),
    scene.write('to-link', { kind: 'link', target: 'x' }),
    scene.write('to-file', 'was a folder\n'),
    scene.write('old', absent),
    scene.write('old/sub', absent),
    scene.write('old/sub/x', absent),
  ];
  const done = [
    'dir/ 755',
    'dir/a.txt 644 "new\\n"',
    'dir/b.txt 644 "made\\n"',
    'fresh/ 750',
    'fresh/deep/ 500',
    'fresh/deep/file 644 "deep\\n"',
    'link -> elsewhere',
    'mode.txt 600 "mode.txt\\n"',
    'new-link -> dir',
    'to-file 644 "was a folder\\n"',
    'to-folder/ 755',
    'to-folder/in 644 "in\\n"',
    'to-link -> x',
  ];
  return { ...scene, scene, all, done };
}

describe.each(['descriptor', 'identity'] as const)('a batch walked by %s', (walk) => {
  it('does everything, tells what it found and left, and keeps what is lost', async () => {
    verifies('design.tool.change-port');
    const { root, all, apply, done, blobs } = setUp(walk);
    const writes = all();
    const end = await apply(writes);
    expect(treeOf(root)).toEqual(done);
    expect(end).toMatchObject({ type: 'applied', bytes: 4 + 5 + 5 + 3 + 13 });
    const plain = writes.map(({ path, before, after }) => ({ path, before, after }));
    expect(end.type === 'applied' && end.paths).toEqual(plain);
    for (const { before, after } of plain) {
      if (before.kind !== 'file' || (after.kind === 'file' && after.hash === before.hash)) continue;
      expect(await blobs.size(`blob:${before.hash}`)).toBe(before.bytes);
    }
  });

  it('goes back the same way, byte for byte', async () => {
    const { root, all, apply, blobs, scene } = setUp(walk);
    const before = treeOf(root);
    const writes = all();
    expect(await apply(writes)).toMatchObject({ type: 'applied' });
    const back = writes.map((write): PathWrite => {
      const { before: after, path, at } = write;
      const content = async () =>
        (after.kind === 'file' ? await blobs.read(`blob:${after.hash}`) : undefined) ?? new Uint8Array();
      return { path, at, before: versionAt(join(scene.root, path)), after, content };
    });
    expect(await apply(back)).toMatchObject({ type: 'applied' });
    expect(treeOf(root)).toEqual(before);
  });

  it('collects every conflict and then does nothing', async () => {
    verifies('design.tool.change-port');
    const { root, all, apply, steps } = setUp(walk);
    const writes = all();
    writeFileSync(join(root, 'dir/a.txt'), 'theirs\n');
    writeFileSync(join(root, 'dir/b.txt'), 'theirs\n');
    rmSync(join(root, 'gone.txt'));
    rmSync(join(root, 'link'));
    symlinkSync('theirs', join(root, 'link'));
    chmodSync(join(root, 'mode.txt'), 0o644);
    const now = treeOf(root);
    const end = await apply(writes);
    expect(end).toMatchObject({ type: 'refused', failure: { errorType: 'stale' } });
    expect(end.type === 'refused' && end.conflicts.map(({ path, found }) => `${path} ${found.kind}`)).toEqual([
      'dir/a.txt file',
      'dir/b.txt file',
      'gone.txt absent',
      'mode.txt file',
      'link link',
    ]);
    expect(treeOf(root)).toEqual(now);
    expect(steps.filter((step) => !step.startsWith('compare'))).toEqual(['clean']);
  });

  it('takes back what it did when a later step fails, at whichever step', async () => {
    verifies('design.durability.files-whole', 'design.durability.batch-whole');
    const { all, apply, steps } = setUp(walk);
    await apply(all());
    const commits = steps.filter((step) => step.startsWith('commit '));
    expect(commits.length).toBeGreaterThan(15);
    for (const failing of commits) {
      const { root, scene } = setUp(walk);
      const before = treeOf(root);
      scene.onStep = (step) => {
        if (step === failing) throw Object.assign(new Error('made to fail'), { code: 'EIO' });
      };
      const writes = setUpWrites(scene);
      expect(await scene.apply(writes), failing).toMatchObject({ type: 'refused', failure: { errorType: 'io_error' } });
      expect(treeOf(root), failing).toEqual(before);
    }

    function setUpWrites(scene: ReturnType<typeof setUp>['scene']): PathWrite[] {
      return all().map((write) => ({ ...write, ...scene.write(write.path, absent), after: write.after }));
    }
  });

  it('leaves alone what others changed while it takes back', async () => {
    const { root, scene, apply } = setUp(walk);
    const writes = [scene.write('dir/a.txt', 'new\n'), scene.write('dir/b.txt', 'made\n'), scene.write('c', 'c')];
    scene.onStep = (step) => {
      if (step !== 'commit c') return;
      writeFileSync(join(root, 'dir/a.txt'), 'theirs\n');
      throw Object.assign(new Error('made to fail'), { code: 'EIO' });
    };
    expect(await apply(writes)).toMatchObject({
      type: 'refused',
      failure: { message: expect.stringContaining('changed meanwhile: dir/a.txt') },
    });
    expect(readFileSync(join(root, 'dir/a.txt'), 'utf8')).toBe('theirs\n');
    expect(readdirSync(join(root, 'dir'))).toEqual(['a.txt']);
  });

  it('leaves a folder that is not empty, and one that is there already', async () => {
    const { root, apply, scene } = setUp(walk);
    const writes = [scene.write('old', absent), scene.write('old/sub', absent), scene.write('old/sub/x', absent)];
    writeFileSync(join(root, 'old/theirs'), 'y');
    const made = scene.write('soon', folder());
    mkdirSync(join(root, 'soon'));
    const end = await apply([...writes, made]);
    expect(end.type === 'applied' && end.paths.map(({ path }) => path)).toEqual(['old/sub', 'old/sub/x']);
    expect(treeOf(join(root, 'old'))).toEqual(['theirs 644 "y"']);
  });

  it('refuses two changes of one path made from the same state, and joins those that follow each other', async () => {
    const { root, changes, stage, workspace } = setUp(walk);
    expect(await changes.apply([stage('dir/a.txt', '1'), stage('dir/a.txt', '2')])).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('twice'),
    });
    const first = stage('dir/a.txt', '1');
    const place = workspace.resolve('dir/a.txt') as ReturnType<typeof createChangeScene>['place'] extends (
      path: string,
    ) => infer Found
      ? Found
      : never;
    const second = changes.stage({ place, operation: 'write', base: Buffer.from('1'), content: Buffer.from('12') });
    expect(await changes.apply([first, second, stage('n/m/1', 'x'), stage('n/m/2', 'y')])).toEqual({ bytes: 4 });
    expect(treeOf(root)).toEqual(expect.arrayContaining(['dir/a.txt 644 "12"', 'n/m/1 644 "x"', 'n/m/2 644 "y"']));
  });

  it('stops before anything is changed when it is cancelled or cannot be recorded', async () => {
    const { root, scene, apply } = setUp(walk);
    const before = treeOf(root);
    const controller = new AbortController();
    scene.onStep = (step) => step === 'write dir/a.txt' && controller.abort();
    const write = scene.write('dir/a.txt', 'new\n');
    expect(await apply([write], { signal: controller.signal })).toMatchObject({
      failure: { errorType: 'cancelled', message: expect.stringContaining('dir/a.txt') },
    });
    const failure = { errorType: 'io_error', message: 'no store' } as never;
    expect(await apply([write], { ready: async () => failure })).toMatchObject({ type: 'refused', failure });
    expect(treeOf(root)).toEqual(before);
  });

  it('refuses content that is not what was staged', async () => {
    const { root, scene, apply } = setUp(walk);
    const before = treeOf(root);
    const other = { ...scene.write('dir/a.txt', 'new\n'), content: () => Buffer.from('other') };
    expect(await apply([scene.write('z', 'z'), other])).toMatchObject({ failure: { errorType: 'stale' } });
    expect(treeOf(root)).toEqual(before);
  });

  it('puts on disk what the setting says', async () => {
    const { scene, apply, steps } = setUp(walk);
    const stepsWith = async (fsync: 'off' | 'on' | 'full'): Promise<readonly string[]> => {
      steps.splice(0);
      expect(await apply([scene.write('dir/a.txt', `${fsync}\n`)], { fsync })).toMatchObject({ type: 'applied' });
      return steps.map((step) => step.split(' ')[0] ?? '');
    };
    expect(await stepsWith('off')).toEqual(['compare', 'keep', 'write', 'commit', 'clean']);
    expect(await stepsWith('on')).toEqual(['compare', 'keep', 'write', 'sync', 'commit', 'clean']);
    expect(await stepsWith('full')).toEqual(['compare', 'keep', 'write', 'sync', 'commit', 'sync-folder', 'clean']);
  });

  it('keeps the bits that lend rights only where they are asked for', async () => {
    const { root, changes, stage, apply, scene } = setUp(walk);
    chmodSync(join(root, 'dir/a.txt'), 0o4755);
    await changes.apply(stage('dir/a.txt', 'new\n'));
    expect(statSync(join(root, 'dir/a.txt')).mode & 0o7777).toBe(0o755);
    const back = { ...scene.write('dir/a.txt', 'old\n'), after: fileVersion(Buffer.from('old\n'), 0o4755) };
    expect(await apply([back])).toMatchObject({ type: 'applied' });
    expect(statSync(join(root, 'dir/a.txt')).mode & 0o7777).toBe(0o4755);
  });

  it('removes and moves trees in one step', async () => {
    verifies('design.tool.change-port');
    const { root, changes, place, events } = setUp(walk);
    const inode = lstatSync(join(root, 'old/sub/x')).ino;
    const move = await changes.stageMove(place('old'), place('n/m/moved'));
    expect(move).toMatchObject({
      operation: 'move',
      undo: { possible: true },
      diff: expect.stringContaining('rename to'),
    });
    expect(await changes.apply(move as never)).toEqual({ bytes: 0 });
    expect(lstatSync(join(root, 'n/m/moved/sub/x')).ino).toBe(inode);
    expect(existsSync(join(root, 'old'))).toBe(false);
    const remove = await changes.stageDelete(place('n'));
    expect(remove).toMatchObject({ operation: 'delete', removed: 1, diff: expect.stringContaining('+++ /dev/null') });
    expect(await changes.apply(remove as never)).toEqual({ bytes: 0 });
    expect(existsSync(join(root, 'n'))).toBe(false);
    const applied = events.flatMap(({ type, body }) => (type === 'change-applied' ? [body] : []));
    expect(
      applied.map(({ paths }) => paths.map(({ path, before, after }) => `${path} ${before.kind} ${after.kind}`)),
    ).toEqual([
      [
        'n absent folder',
        'n/m absent folder',
        'old folder absent',
        'old/sub folder absent',
        'old/sub/x file absent',
        'n/m/moved absent folder',
        'n/m/moved/sub absent folder',
        'n/m/moved/sub/x absent file',
      ],
      [
        'n folder absent',
        'n/m folder absent',
        'n/m/moved folder absent',
        'n/m/moved/sub folder absent',
        'n/m/moved/sub/x file absent',
      ],
    ]);
  });

  it('takes away a link, never what it leads to', async () => {
    const { root, outside, changes, place } = setUp(walk);
    symlinkSync(outside, join(root, 'out-link'));
    symlinkSync('../out/a.txt', join(root, 'dir/file-link'));
    for (const path of ['out-link', 'link', 'dir/file-link', 'gone-link']) {
      const change = await changes.stageDelete(place(path));
      expect(change).toMatchObject({ paths: [{ path, before: { kind: 'link' } }] });
      expect(await changes.apply(change as never)).toEqual({ bytes: 0 });
      expect(existsSync(join(root, path))).toBe(false);
    }
    symlinkSync('dir', join(root, 'again'));
    expect(await changes.apply((await changes.stageMove(place('again'), place('dir/again'))) as never)).toEqual({
      bytes: 0,
    });
    expect(treeOf(join(root, 'dir'))).toEqual(['a.txt 644 "old\\n"', 'again -> dir']);
    expect(treeOf(outside)).toEqual(['a.txt 644 "old\\n"']);
    symlinkSync(outside, join(root, 'way'));
    symlinkSync(join(root, 'dir/a.txt'), join(outside, 'back'));
    expect(await changes.stageDelete(place('way/back'))).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining(join(outside, 'back')),
    });
  });

  it('refuses to take away what it must not, or to put it where something is', async () => {
    const { root, changes, place } = setUp(walk);
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const refused = async (end: Promise<unknown>, errorType: string) => expect(await end).toMatchObject({ errorType });
    await refused(changes.stageDelete(place('.')), 'validation_failed');
    await refused(changes.stageDelete(place('..')), 'validation_failed');
    await refused(changes.stageDelete(place('/')), 'validation_failed');
    await refused(changes.stageDelete(place('no/such')), 'not_found');
    await refused(changes.stageDelete(place('pipe')), 'validation_failed');
    await refused(changes.stageMove(place('old'), place('old/sub/in')), 'validation_failed');
    await refused(changes.stageMove(place('old'), place('dir')), 'validation_failed');
    await refused(changes.stageMove(place('old'), place('gone-link')), 'validation_failed');
    await refused(changes.stageMove(place('no/such'), place('x')), 'not_found');
  });

  it('refuses a tree in which something changed or appeared', async () => {
    const { root, changes, place } = setUp(walk);
    const change = await changes.stageDelete(place('old'));
    writeFileSync(join(root, 'old/sub/appeared'), 'y');
    expect(await changes.apply(change as never)).toMatchObject({
      errorType: 'stale',
      message: expect.stringContaining('old/sub/appeared'),
    });
    rmSync(join(root, 'old/sub/appeared'));
    writeFileSync(join(root, 'old/sub/x'), 'other');
    const move = await changes.stageMove(place('old'), place('elsewhere'));
    writeFileSync(join(root, 'old/sub/x'), 'another');
    expect(await changes.apply(move as never)).toMatchObject({ errorType: 'stale' });
    expect(treeOf(join(root, 'old'))).toEqual(['sub/ 755', 'sub/x 644 "another"']);
  });
});

it('records a deletion of which something could not be removed', async () => {
  verifies('changes.undo.lost');
  const scene = createChangeScene();
  const { root, base, place, changes, events } = scene;
  await asOrdinaryUser(base, async () => {
    const remove = await changes.stageDelete(place('dir'));
    scene.onStep = (step) => {
      if (step !== 'remove dir') return;
      for (const name of readdirSync(root)) chmodSync(join(root, name), 0o555);
    };
    expect(await changes.apply(remove as never)).toMatchObject({
      errorType: 'io_error',
      message: expect.stringMatching(
        /^It was taken away, but could not be removed wholly.*\.tmp \(EACCES\): remove that\.$/,
      ),
    });
  });
  expect(events.at(-1)).toMatchObject({
    type: 'change-applied',
    body: { operation: 'delete', paths: [{ path: 'dir' }, { path: 'dir/a.txt' }] },
  });
});

describe('what is too much', () => {
  it('is taken away and moved as a whole, and cannot be undone', async () => {
    const { root, place, changes, events } = createChangeScene();
    mkdirSync(join(root, 'big'));
    for (let at = 0; at < 10_001; at += 1) writeFileSync(join(root, `big/${at}`), '');
    const move = await changes.stageMove(place('big'), place('moved/big'));
    expect(move).toMatchObject({ undo: { possible: false, why: 'it holds more than 10000 files' } });
    expect(await changes.apply(move as never)).toEqual({ bytes: 0 });
    expect(readdirSync(join(root, 'moved/big'))).toHaveLength(10_001);
    const remove = await changes.stageDelete(place('moved/big'));
    expect(remove).toMatchObject({ undo: { possible: false }, paths: [{ path: 'moved/big' }] });
    expect(await changes.apply(remove as never)).toEqual({ bytes: 0 });
    expect(readdirSync(join(root, 'moved'))).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'change-applied', body: { lost: 'it holds more than 10000 files' } });
  });

  it('is also what cannot be kept: names that are no text, pipes, too many bytes', async () => {
    const { root, place, changes } = createChangeScene();
    const why = async (path: string): Promise<unknown> => {
      const change = await changes.stageDelete(place(path));
      expect(await changes.apply(change as never)).toEqual({ bytes: 0 });
      expect(existsSync(join(root, path))).toBe(false);
      return 'undo' in change && change.undo;
    };
    for (const name of ['pipe', 'name', 'large']) mkdirSync(join(root, name));
    execFileSync('mkfifo', [join(root, 'pipe/p')]);
    writeFileSync(Buffer.concat([Buffer.from(`${root}/name/`), Buffer.from([0xff, 0xfe])]), '');
    writeFileSync(join(root, 'large/sparse'), '');
    truncateSync(join(root, 'large/sparse'), 201 * 1024 * 1024);
    expect(await why('pipe')).toEqual({ possible: false, why: 'it holds a pipe, a socket or a device (p)' });
    expect(await why('name')).toEqual({ possible: false, why: 'a name in it is not text' });
    expect(await why('large')).toMatchObject({ possible: false, why: expect.stringContaining('more than 200') });
    symlinkSync(Buffer.from([0x78, 0xff]), join(root, 'link'));
    expect(await why('link')).toEqual({ possible: false, why: 'a link leads to a name that is not text' });
  });

  it('is a tree of any depth, which is removed wholly', async () => {
    verifies('changes.undo.lost');
    const { root, place, changes } = createChangeScene();
    mkdirSync(join(root, `dir${'/d'.repeat(300)}`), { recursive: true });
    writeFileSync(join(root, `dir${'/d'.repeat(300)}/f`), 'x');
    const remove = await changes.stageDelete(place('dir'));
    expect(remove).toMatchObject({
      undo: { possible: false, why: 'it holds more than 256 folders in one another' },
    });
    expect(await changes.apply(remove as never)).toEqual({ bytes: 0 });
    expect(readdirSync(root)).toEqual([]);
  });

  it('is one large file, for which a command is named', async () => {
    verifies('changes.undo.lost');
    const { root, place, changes } = createChangeScene();
    writeFileSync(join(root, 'sparse'), '');
    truncateSync(join(root, 'sparse'), 3 * 1024 ** 3);
    const refused = { errorType: 'validation_failed', message: expect.stringContaining('Use run_command (rm, mv).') };
    expect(await changes.stageDelete(place('sparse'))).toMatchObject(refused);
    expect(await changes.stageMove(place('sparse'), place('moved'))).toMatchObject(refused);
  });
});

it('moves to another file system by copying, and takes everything back when that fails', async ({ skip }) => {
  const { root, place, changes } = createChangeScene();
  const mount = join(root, 'mnt');
  mkdirSync(mount);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', mount], { stdio: 'ignore' });
  } catch {
    skip();
  }
  try {
    mkdirSync(join(root, 'tree/empty'), { recursive: true, mode: 0o750 });
    writeFileSync(join(root, 'tree/x'), 'x', { mode: 0o600 });
    symlinkSync('x', join(root, 'tree/link'));
    const tree = treeOf(join(root, 'tree'));
    expect(await changes.apply((await changes.stageMove(place('tree'), place('mnt/tree'))) as never)).toMatchObject({
      bytes: 1,
    });
    expect(treeOf(join(root, 'mnt/tree'))).toEqual(tree);
    expect(existsSync(join(root, 'tree'))).toBe(false);
    mkdirSync(join(root, 'full'));
    writeFileSync(join(root, 'full/a'), 'a');
    writeFileSync(join(root, 'full/b'), 'b'.repeat(1_000_000));
    const before = treeOf(root);
    expect(await changes.apply((await changes.stageMove(place('full'), place('mnt/full'))) as never)).toMatchObject({
      errorType: 'io_error',
      message: expect.stringContaining('no space'),
    });
    expect(treeOf(root)).toEqual(before);
  } finally {
    execFileSync('umount', [mount]);
  }
});
