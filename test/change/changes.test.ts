import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { sha256 } from '../../src/base/digest.js';
import { createChanges } from '../../src/change/changes.js';
import type { ChangeBody } from '../../src/change/event.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';
import { isFailure } from '../../src/tool/outcome.js';
import type { Place, StagedWrite } from '../../src/tool/port.js';
import type { WalkMode } from '../../src/workspace/descriptor-walk.js';
import { createWorkspace } from '../../src/workspace/workspace.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { heldBelow } from '../support/held-below.js';
import { asOrdinaryUser } from '../support/ordinary-user.js';

function setUp(walk: WalkMode) {
  const base = temporaryFolder();
  const root = join(base, 'ws');
  const outside = join(base, 'out');
  mkdirSync(join(root, 'dir'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'dir/a.txt'), 'old\n');
  writeFileSync(join(outside, 'a.txt'), 'old\n');
  const workspace = createWorkspace({ root, walk });
  const blobs = createMemoryBlobs();
  const applied: ChangeBody[] = [];
  const changes = createChanges({
    workspace,
    walk,
    blobs,
    clock: systemClock,
    record: ({ type, body }) => void (type === 'change-applied' && applied.push(body)),
  }).forCall('call_1');
  const place = (path: string): Place => {
    const found = workspace.resolve(path);
    if (isFailure(found)) throw new Error(found.message);
    return found;
  };
  const stage = (path: string, content: string): StagedWrite => {
    const at = place(path);
    const old = at.kind === 'file' ? readFileSync(at.path) : undefined;
    return changes.stage({ place: at, operation: 'write', base: old, content: Buffer.from(content) });
  };
  return { base, root, outside, blobs, changes, applied, place, stage };
}

describe.each(['descriptor', 'identity'] as const)('changes walked by %s', (walk) => {
  it('knows the content of what was moved by its new name, and of its neighbours by the old', async () => {
    const { root, changes, place } = setUp(walk);
    for (const path of ['directory.txt', 'dir.txt']) writeFileSync(join(root, path), path);
    const names = ['dir/a.txt', 'directory.txt', 'dir.txt', 'new/a.txt', 'newectory.txt', 'new.txt'];
    for (const path of names.slice(0, 3)) {
      const at = place(path);
      if (at.kind === 'file') changes.saw(at, sha256(readFileSync(at.path)));
    }
    const move = await changes.stageMove(place('dir'), place('new'));
    if (isFailure(move)) throw new Error(move.message);
    expect(await changes.apply(move)).toEqual({ bytes: expect.any(Number) });
    const seen = (path: string) => changes.seen({ shown: path });
    expect(Object.fromEntries(names.map((path) => [path, seen(path)]))).toEqual({
      'directory.txt': sha256('directory.txt'),
      'dir.txt': sha256('dir.txt'),
      'new/a.txt': sha256('old\n'),
    });
  });

  it('stages what it would do', () => {
    const { stage } = setUp(walk);
    expect(stage('dir/a.txt', 'new\n')).toMatchObject({
      operation: 'overwrite',
      baseHash: sha256('old\n'),
      contentHash: sha256('new\n'),
      diff: '--- a/dir/a.txt\n+++ b/dir/a.txt\n@@ -1 +1 @@\n-old\n+new\n',
      added: 1,
      removed: 1,
    });
    expect(stage('new.txt', 'x')).toMatchObject({ operation: 'create', baseHash: undefined });
  });

  it('replaces a file and keeps its mode', async () => {
    const { root, blobs, changes, applied, stage } = setUp(walk);
    chmodSync(join(root, 'dir/a.txt'), 0o754);
    const change = stage('dir/a.txt', 'new ünï\n');
    expect(await changes.apply(change)).toEqual({ bytes: 11 - 1 });
    expect(readFileSync(join(root, 'dir/a.txt'), 'utf8')).toBe('new ünï\n');
    expect(statSync(join(root, 'dir/a.txt')).mode & 0o7777).toBe(0o754);
    expect(readdirSync(join(root, 'dir'))).toEqual(['a.txt']);
    const { id: changeId, baseHash } = change;
    const paths = [
      {
        path: 'dir/a.txt',
        before: { kind: 'file', hash: baseHash, bytes: 4, mode: 0o754 },
        after: { kind: 'file', hash: change.contentHash, bytes: 10, mode: 0o754 },
      },
    ];
    const kept = [`blob:${baseHash}`, `blob:${change.contentHash}`];
    expect(applied).toEqual([{ changeId, callId: 'call_1', operation: 'overwrite', paths, kept }]);
    expect(await blobs.read(`blob:${baseHash}`)).toEqual(Buffer.from('old\n'));
  });

  it('makes a file with its missing folders, with the mode the umask leaves', async () => {
    const { root, changes, stage } = setUp(walk);
    expect(await changes.apply(stage('x/y/z/new.txt', 'content'))).toEqual({ bytes: 7 });
    expect(readFileSync(join(root, 'x/y/z/new.txt'), 'utf8')).toBe('content');
    expect(statSync(join(root, 'x/y/z/new.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(readdirSync(join(root, 'x/y/z'))).toEqual(['new.txt']);
    expect(await changes.apply(stage('empty.txt', ''))).toEqual({ bytes: 0 });
  });

  it('writes nothing when the file changed, appeared or went', async () => {
    const { root, changes, applied, stage } = setUp(walk);
    const changed = stage('dir/a.txt', 'new\n');
    writeFileSync(join(root, 'dir/a.txt'), 'theirs\n');
    expect(await changes.apply(changed)).toMatchObject({
      errorType: 'stale',
      message: expect.stringContaining('read it again'),
    });
    expect(readFileSync(join(root, 'dir/a.txt'), 'utf8')).toBe('theirs\n');
    const appeared = stage('dir/b.txt', 'mine\n');
    writeFileSync(join(root, 'dir/b.txt'), 'theirs\n');
    expect(await changes.apply(appeared)).toMatchObject({ errorType: 'stale' });
    expect(readFileSync(join(root, 'dir/b.txt'), 'utf8')).toBe('theirs\n');
    const gone = stage('dir/b.txt', 'mine\n');
    rmSync(join(root, 'dir/b.txt'));
    expect(await changes.apply(gone)).toMatchObject({
      errorType: 'stale',
      message: expect.stringContaining('deleted'),
    });
    expect(readdirSync(join(root, 'dir'))).toEqual(['a.txt']);
    expect(applied).toEqual([]);
  });

  it('lets one of several changes made from the same base win', async () => {
    const { root, changes, stage } = setUp(walk);
    const results = await Promise.all(['1', '2', '3'].map((text) => changes.apply(stage('dir/a.txt', text))));
    expect(results.filter((result) => isFailure(result) && result.errorType === 'stale')).toHaveLength(2);
    const created = await Promise.all(['1', '2', '3'].map((text) => changes.apply(stage('dir/new.txt', text))));
    expect(created.filter((result) => isFailure(result) && result.errorType === 'stale')).toHaveLength(2);
    expect(readdirSync(join(root, 'dir')).sort()).toEqual(['a.txt', 'new.txt']);
  });

  it('never writes through a link put in place of the file', async () => {
    verifies('core.workspace.race');
    const { root, outside, changes, stage } = setUp(walk);
    const change = stage('dir/a.txt', 'new\n');
    const created = stage('dir/new.txt', 'new\n');
    rmSync(join(root, 'dir/a.txt'));
    symlinkSync(join(outside, 'a.txt'), join(root, 'dir/a.txt'));
    symlinkSync(join(outside, 'new.txt'), join(root, 'dir/new.txt'));
    expect(await changes.apply(change)).toMatchObject({ errorType: 'stale' });
    expect(await changes.apply(created)).toMatchObject({ errorType: 'stale' });
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('old\n');
    expect(readdirSync(outside)).toEqual(['a.txt']);
    expect(readdirSync(join(root, 'dir')).sort()).toEqual(['a.txt', 'new.txt']);
  });

  it('never writes through a link put in place of a folder', async () => {
    verifies('core.workspace.race');
    const { root, outside, changes, stage } = setUp(walk);
    const change = stage('dir/a.txt', 'new\n');
    const created = stage('dir/sub/new.txt', 'new\n');
    renameSync(join(root, 'dir'), join(root, 'moved'));
    symlinkSync(outside, join(root, 'dir'));
    expect(await changes.apply(change)).toMatchObject({ errorType: 'stale' });
    expect(await changes.apply(created)).toMatchObject({ errorType: 'stale' });
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('old\n');
    expect(readdirSync(outside)).toEqual(['a.txt']);
  });

  it('keeps a link and writes where it leads', async () => {
    const { root, changes, stage } = setUp(walk);
    symlinkSync('dir/a.txt', join(root, 'link'));
    symlinkSync('dir/made.txt', join(root, 'dangling'));
    await changes.apply(stage('link', 'new\n'));
    await changes.apply(stage('dangling', 'made\n'));
    expect(lstatSync(join(root, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, 'dir/a.txt'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(root, 'dir/made.txt'), 'utf8')).toBe('made\n');
  });

  it('leaves other names of a file alone', async () => {
    const { root, outside, changes, stage } = setUp(walk);
    linkSync(join(outside, 'a.txt'), join(root, 'hard.txt'));
    await changes.apply(stage('hard.txt', 'new\n'));
    expect(readFileSync(join(root, 'hard.txt'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('old\n');
  });

  it('does not make a deleted workspace anew', async () => {
    verifies('core.bad-input.workspace-deleted');
    const { root, changes, stage } = setUp(walk);
    const change = stage('new/file.txt', 'x');
    rmSync(root, { recursive: true });
    expect(await changes.apply(change)).toMatchObject({
      errorType: 'io_error',
      message: expect.stringContaining(root),
    });
    expect(existsSync(root)).toBe(false);
  });

  it('says what is in the way', async () => {
    const { root, changes, place, stage } = setUp(walk);
    const change = stage('dir/a.txt', 'new\n');
    rmSync(join(root, 'dir/a.txt'));
    mkdirSync(join(root, 'dir/a.txt'));
    expect(await changes.apply(change)).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('folder'),
    });
    rmSync(join(root, 'dir/a.txt'), { recursive: true });
    execFileSync('mkfifo', [join(root, 'dir/a.txt')]);
    expect(await changes.apply(change)).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('FIFO'),
    });
    const tampered = { ...stage('dir/c.txt', 'shown'), content: Buffer.from('other') };
    expect(await changes.apply(tampered)).toMatchObject({ errorType: 'stale' });
    expect(
      await changes.apply({ ...stage('x', 'y'), place: { ...place('x'), path: '/proc/no-such-folder/x' } }),
    ).toMatchObject({ errorType: expect.stringMatching(/io_error|not_found/) });
  });

  it('does not replace a file its owner made read-only', async () => {
    const { root, changes, stage } = setUp(walk);
    chmodSync(join(root, 'dir/a.txt'), 0o444);
    await asOrdinaryUser(dirname(root), async () => {
      expect(await changes.apply(stage('dir/a.txt', 'new\n'))).toMatchObject({ errorType: 'io_error' });
    });
  });

  it('closes every descriptor', async () => {
    const { root, changes, stage } = setUp(walk);
    for (let round = 0; round < 10; round += 1) {
      await changes.apply(stage('dir/a.txt', `${round}`));
      const stale = [stage('dir/a.txt', 'x'), stage('dir/sub/new.txt', 'x'), stage('there.txt', 'x')];
      writeFileSync(join(root, 'there.txt'), 'theirs');
      expect(await changes.apply(stale)).toMatchObject({ errorType: 'stale' });
      rmSync(join(root, 'there.txt'));
    }
    expect(heldBelow(root)).toEqual([]);
    expect(readdirSync(join(root, 'dir'))).toEqual(['a.txt']);
  });
});

it('leaves the old file when the disk is full or read-only', async ({ skip }) => {
  // A tiny file system can be filled where mounting is allowed.
  const { root, changes, stage } = setUp('descriptor');
  const mount = join(root, 'small');
  mkdirSync(mount);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mount], { stdio: 'ignore' });
  } catch {
    skip();
  }
  try {
    writeFileSync(join(mount, 'a.txt'), 'old');
    expect(await changes.apply(stage('small/a.txt', 'x'.repeat(1_000_000)))).toMatchObject({
      errorType: 'io_error',
      message: expect.stringContaining('no space'),
    });
    expect(readFileSync(join(mount, 'a.txt'), 'utf8')).toBe('old');
    expect(readdirSync(mount)).toEqual(['a.txt']);
    execFileSync('mount', ['-o', 'remount,ro', mount]);
    expect(await changes.apply(stage('small/a.txt', 'new'))).toMatchObject({
      errorType: 'io_error',
      message: expect.stringContaining('read-only'),
    });
  } finally {
    execFileSync('umount', [mount]);
  }
});
