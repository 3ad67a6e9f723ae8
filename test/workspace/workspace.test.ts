import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFailure } from '../../src/tool/outcome.js';
import type { Place } from '../../src/tool/port.js';
import type { WalkMode } from '../../src/workspace/descriptor-walk.js';
import { createWorkspace } from '../../src/workspace/workspace.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { heldBelow } from '../support/held-below.js';

function setUp(walk: WalkMode) {
  const base = temporaryFolder();
  const root = join(base, 'ws');
  const outside = join(base, 'out');
  mkdirSync(join(root, 'dir'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'dir/a.txt'), 'inside');
  writeFileSync(join(outside, 'a.txt'), 'SECRET');
  const workspace = createWorkspace({ root, walk });
  const place = (path: string): Place => {
    const found = workspace.resolve(path);
    if (isFailure(found)) throw new Error(found.message);
    return found;
  };
  return { base, root, outside, workspace, place };
}

const text = (content: unknown): unknown => (content instanceof Uint8Array ? Buffer.from(content).toString() : content);

describe.each(['descriptor', 'identity'] as const)('a workspace walked by %s', (walk) => {
  it('reads whole files and their first bytes', async () => {
    const { workspace, place } = setUp(walk);
    expect(text(await workspace.read(place('dir/a.txt')))).toBe('inside');
    expect(text(await workspace.peek(place('dir/a.txt'), 3))).toBe('ins');
    expect(text(await workspace.peek(place('dir/a.txt'), 300))).toBe('inside');
    expect(await workspace.read(place('dir/b.txt'))).toMatchObject({ errorType: 'not_found' });
    expect(await workspace.read(place('dir'))).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('list_dir'),
    });
    expect(await workspace.read(place('/'))).toMatchObject({ errorType: 'validation_failed' });
  });

  it('bounds what it reads', async () => {
    const { root, workspace, place } = setUp(walk);
    writeFileSync(join(root, 'big'), '');
    truncateSync(join(root, 'big'), 3_000_000_000);
    expect(await workspace.read(place('big'))).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('3.0 GB'),
    });
    expect(await workspace.read(place('dir/a.txt'), { maxBytes: 5 })).toMatchObject({ errorType: 'validation_failed' });
    expect(text(await workspace.read(place('dir/a.txt'), { maxBytes: 6 }))).toBe('inside');
    // Files of /proc say they have no bytes.
    expect(String(text(await workspace.read(place('/proc/self/status'))))).toContain('Name:');
  });

  it('never follows a link put in place of a file after resolving', async () => {
    verifies('core.workspace.race');
    const { root, outside, workspace, place } = setUp(walk);
    const before = place('dir/a.txt');
    rmSync(join(root, 'dir/a.txt'));
    symlinkSync(join(outside, 'a.txt'), join(root, 'dir/a.txt'));
    expect(await workspace.read(before)).toMatchObject({ errorType: 'stale' });
    expect(await workspace.peek(before, 10)).toMatchObject({ errorType: 'stale' });
  });

  it('never follows a link put in place of a folder after resolving', async () => {
    verifies('core.workspace.race');
    const { root, outside, workspace, place } = setUp(walk);
    const file = place('dir/a.txt');
    const folder = place('dir');
    renameSync(join(root, 'dir'), join(root, 'moved'));
    symlinkSync(outside, join(root, 'dir'));
    expect(await workspace.read(file)).toMatchObject({ errorType: 'stale' });
    expect(await workspace.list(folder)).toMatchObject({ errorType: 'stale' });
    expect(workspace.hold(folder)).toMatchObject({ errorType: 'stale' });
  });

  it('refuses pipes, sockets and devices without waiting', async () => {
    const { root, workspace, place } = setUp(walk);
    execFileSync('mkfifo', [join(root, 'fifo')]);
    const server = createServer().listen(join(root, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      expect(await workspace.read(place('fifo'))).toMatchObject({
        errorType: 'validation_failed',
        message: expect.stringContaining('FIFO'),
      });
      expect(await workspace.read(place('socket'))).toMatchObject({
        errorType: 'validation_failed',
        message: expect.stringContaining('socket'),
      });
      expect(await workspace.read(place('/dev/zero'))).toMatchObject({
        errorType: 'validation_failed',
        message: expect.stringContaining('device'),
      });
    } finally {
      server.close();
    }
  });

  it('lists a folder without following links', async () => {
    const { root, workspace, place } = setUp(walk);
    mkdirSync(join(root, 'dir/sub'));
    symlinkSync('nowhere', join(root, 'dir/link'));
    const entries = await workspace.list(place('dir'));
    if (isFailure(entries)) throw new Error(entries.message);
    expect(entries.map(({ name, type }) => `${type} ${name}`).sort()).toEqual(['DIR sub', 'FILE a.txt', 'LINK link']);
    expect(entries.find(({ name }) => name === 'a.txt')).toMatchObject({ size: 6, modifiedMs: expect.any(Number) });
    expect(await workspace.list(place('dir/a.txt'))).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('read_file'),
    });
    expect(await workspace.list(place('none'))).toMatchObject({ errorType: 'not_found' });
  });

  it('closes every descriptor, also after failures', async () => {
    const { root, outside, workspace, place } = setUp(walk);
    symlinkSync(outside, join(root, 'link'));
    const swapped: Place = { ...place('dir/a.txt'), path: join(root, 'link/a.txt') };
    for (let round = 0; round < 20; round += 1) {
      await workspace.read(place('dir/a.txt'));
      await workspace.read(place('none/none'));
      await workspace.read(place('dir'));
      await workspace.read(swapped);
      await workspace.list(place('dir'));
      await workspace.list(place('dir/a.txt'));
      const held = workspace.hold(place('dir'));
      if (!isFailure(held)) {
        held.close();
        held.close();
      }
    }
    expect(heldBelow(dirname(root))).toEqual([]);
    const held = workspace.hold(place('dir'));
    if (isFailure(held)) throw new Error(held.message);
    // They would be seen.
    if (walk === 'descriptor') expect(heldBelow(dirname(root))).toHaveLength(1);
    held.close();
  });
});

it('holds a folder whose name is swapped', () => {
  const { root, outside, workspace, place } = setUp('descriptor');
  const held = workspace.hold(place('dir'));
  if (isFailure(held)) throw new Error(held.message);
  renameSync(join(root, 'dir'), join(root, 'moved'));
  symlinkSync(outside, join(root, 'dir'));
  expect(execFileSync('cat', ['a.txt'], { cwd: held.path, encoding: 'utf8' })).toBe('inside');
  expect(execFileSync('/bin/pwd', { cwd: held.path, encoding: 'utf8', env: {} })).toBe(`${join(root, 'moved')}\n`);
  expect(held.modifiedMs('a.txt')).toBeTypeOf('number');
  expect(held.modifiedMs('none')).toBeUndefined();
  held.close();
});

it('reads through a folder that may be passed but not listed', async () => {
  const { root, workspace, place } = setUp('descriptor');
  execFileSync('chmod', ['0311', join(root, 'dir')]);
  expect(text(await workspace.read(place('dir/a.txt')))).toBe('inside');
  execFileSync('chmod', ['0755', join(root, 'dir')]);
});
