import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFailure } from '../../src/tool/outcome.js';
import type { Place } from '../../src/tool/port.js';
import { createWorkspace } from '../../src/workspace/workspace.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';

function setUp() {
  const base = temporaryFolder();
  const root = join(base, 'ws');
  const outside = join(base, 'out');
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'src/a.txt'), 'hello');
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  const workspace = createWorkspace({ root });
  const place = (path: string): Place => {
    const found = workspace.resolve(path);
    if (isFailure(found)) throw new Error(found.message);
    return found;
  };
  const failure = (path: string) => {
    const found = workspace.resolve(path);
    if (!isFailure(found)) throw new Error(`resolved to ${found.path}`);
    return found;
  };
  return { base, root, outside, workspace, place, failure };
}

describe('resolving a path', () => {
  it('is relative to the root', () => {
    verifies('core.workspace.relative');
    const { root, place } = setUp();
    expect(place('src/a.txt')).toEqual({
      given: 'src/a.txt',
      path: join(root, 'src/a.txt'),
      shown: 'src/a.txt',
      inside: true,
      kind: 'file',
      size: 5,
      mode: 0o666 & ~process.umask(),
    });
    expect(place('.')).toMatchObject({ path: root, shown: '.', inside: true, kind: 'directory' });
    expect(place('./src//./a.txt').path).toBe(join(root, 'src/a.txt'));
    expect(place('src/').kind).toBe('directory');
  });

  it('takes an absolute path inside as inside and one elsewhere as outside', () => {
    verifies('core.workspace.absolute');
    const { root, outside, place } = setUp();
    expect(place(join(root, 'src/a.txt'))).toMatchObject({ shown: 'src/a.txt', inside: true });
    expect(place(join(outside, 'secret.txt'))).toMatchObject({
      shown: join(outside, 'secret.txt'),
      inside: false,
      kind: 'file',
    });
    expect(place(`${root}2`)).toMatchObject({ inside: false, kind: 'missing' });
    expect(place('/')).toMatchObject({ path: '/', inside: false, kind: 'directory' });
  });

  it('reports what climbs out by .. as outside', () => {
    verifies('core.workspace.dot-dot');
    const { base, outside, place } = setUp();
    expect(place('../out/secret.txt')).toMatchObject({ path: join(outside, 'secret.txt'), inside: false });
    expect(place('..')).toMatchObject({ path: base, inside: false });
    expect(place('src/../src/a.txt')).toMatchObject({ shown: 'src/a.txt', inside: true });
    expect(place('../../../../../../../../../..').path).toBe('/');
    expect(place('no/../../out/secret.txt')).toMatchObject({ path: join(outside, 'secret.txt'), inside: false });
  });

  it('follows links, at the end and among the parents', () => {
    verifies(
      'core.workspace.link-outside',
      'core.workspace.link-inside',
      'core.workspace.link-parent',
      'design.rooms.descriptor-walk',
    );
    const { root, outside, place } = setUp();
    symlinkSync(join(outside, 'secret.txt'), join(root, 'out-file'));
    symlinkSync('../out', join(root, 'out-folder'));
    symlinkSync('src', join(root, 'in-folder'));
    expect(place('out-file')).toMatchObject({ path: join(outside, 'secret.txt'), inside: false, size: 6 });
    expect(place('out-folder/secret.txt')).toMatchObject({ path: join(outside, 'secret.txt'), inside: false });
    expect(place('in-folder/a.txt')).toMatchObject({ shown: 'src/a.txt', inside: true });
    // `..` behind a link is the parent of where it leads, as for the system.
    expect(place('out-folder/../ws/src/a.txt')).toMatchObject({ shown: 'src/a.txt', inside: true });
    expect(place('no/../out-file').inside).toBe(false);
  });

  it('follows chains and dangling links to where the file would be made', () => {
    verifies('core.workspace.new-file');
    const { root, outside, place } = setUp();
    symlinkSync(join(outside, 'new.txt'), join(root, 'dangling'));
    symlinkSync('dangling', join(root, 'second'));
    symlinkSync('second', join(root, 'third'));
    symlinkSync('../out/no/such', join(root, 'deep'));
    expect(place('third')).toMatchObject({ path: join(outside, 'new.txt'), inside: false, kind: 'missing' });
    expect(place('deep/x.txt')).toMatchObject({ path: join(outside, 'no/such/x.txt'), inside: false, kind: 'missing' });
    expect(place('not/yet/there.txt')).toMatchObject({ shown: 'not/yet/there.txt', inside: true, kind: 'missing' });
  });

  it('tells the name that links lead away from, and whether a file has other names', () => {
    const { root, outside, place } = setUp();
    symlinkSync('../out', join(root, 'out-folder'));
    symlinkSync('src', join(root, 'in-folder'));
    linkSync(join(outside, 'secret.txt'), join(root, 'twin'));
    expect(place('./in-folder//a.txt')).toEqual({
      given: './in-folder//a.txt',
      path: join(root, 'src/a.txt'),
      shown: 'src/a.txt',
      inside: true,
      via: 'in-folder/a.txt',
      kind: 'file',
      size: 5,
      mode: 0o666 & ~process.umask(),
    });
    expect(place('out-folder/new.txt')).toMatchObject({ shown: join(outside, 'new.txt'), via: 'out-folder/new.txt' });
    expect(place(join(outside, '../ws/src/a.txt'))).not.toHaveProperty('via');
    expect(place('twin')).toMatchObject({ shown: 'twin', inside: true, shared: true });
    expect(place('src/a.txt')).not.toHaveProperty('shared');
    expect(place('src')).not.toHaveProperty('shared');
  });

  it('ends at a loop of links', () => {
    verifies('core.workspace.link-loop');
    const { root, place, failure } = setUp();
    symlinkSync('loop-b', join(root, 'loop-a'));
    symlinkSync('loop-a', join(root, 'loop-b'));
    symlinkSync('self/x', join(root, 'self'));
    expect(failure('loop-a')).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('40 links'),
    });
    expect(failure('self').errorType).toBe('validation_failed');
    for (let index = 0; index < 41; index += 1)
      symlinkSync(index === 0 ? 'src' : `chain-${index - 1}`, join(root, `chain-${index}`));
    expect(place('chain-39').shown).toBe('src');
    expect(failure('chain-40').errorType).toBe('validation_failed');
  });

  it('refuses empty, NUL, overlong and half characters', () => {
    verifies('core.workspace.nul');
    const { failure } = setUp();
    for (const path of ['', '  ', 'a\0b', 'x/'.repeat(3000), 'half\ud800', `long/${'n'.repeat(300)}`]) {
      expect(failure(path).errorType).toBe('validation_failed');
    }
  });

  it('expands nothing', () => {
    const { root, place } = setUp();
    for (const name of ['~', '~/x', '$HOME', '%2e%2e/x', '`id`', 'C:\\x', '..\\x']) {
      expect(place(name)).toMatchObject({ path: join(root, name), inside: true, kind: 'missing' });
    }
  });

  it('says when a file is used as a folder', () => {
    const { failure } = setUp();
    expect(failure('src/a.txt/b')).toMatchObject({
      errorType: 'not_found',
      message: expect.stringContaining('not a folder'),
    });
    expect(failure('src/a.txt/')).toMatchObject({ errorType: 'not_found' });
    expect(failure('src/a.txt/../b').errorType).toBe('not_found');
  });

  it('works when the root itself is a link', () => {
    verifies('core.workspace.root-link');
    const { base, root } = setUp();
    symlinkSync(root, join(base, 'link'));
    const workspace = createWorkspace({ root: join(base, 'link') });
    expect(workspace.root).toBe(root);
    expect(workspace.resolve('src/a.txt')).toMatchObject({ inside: true, shown: 'src/a.txt' });
    expect(workspace.resolve(join(base, 'link/src/a.txt'))).toMatchObject({ inside: true, shown: 'src/a.txt' });
  });

  it('refuses a root that is not a folder, and tells when it is gone later', async () => {
    verifies('core.bad-input.workspace-missing', 'core.bad-input.workspace-deleted');
    const { root, place, failure, workspace } = setUp();
    for (const bad of ['', join(root, 'none'), join(root, 'src/a.txt'), 'a\0b']) {
      expect(() => createWorkspace({ root: bad })).toThrowError(expect.objectContaining({ code: 'workspace-missing' }));
    }
    const before = place('src/a.txt');
    rmSync(root, { recursive: true });
    const gone = { errorType: 'io_error', message: expect.stringContaining(`The workspace ${root} is gone`) };
    expect(failure('src/a.txt')).toMatchObject(gone);
    expect(failure('.')).toMatchObject(gone);
    expect(await workspace.read(before)).toMatchObject(gone);
    expect(await workspace.list({ ...before, kind: 'directory' })).toMatchObject(gone);
    expect(workspace.hold({ ...before, kind: 'directory' })).toMatchObject(gone);
  });
});
