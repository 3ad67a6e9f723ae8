import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.js';
import { inspectPlan } from '../../src/change/undo-inspection.js';
import type { RevertPath } from '../../src/change/undo-plan.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';
import { absent, type Version } from '../../src/tool/version.js';
import { defaultWalkMode } from '../../src/workspace/descriptor-walk.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { fileVersion } from './change-scene.js';
import { treeOf, undoScene } from './undo-scene.js';

const folder = (mode = 0o755): Version => ({ kind: 'folder', mode });
const link = (target: string): Version => ({ kind: 'link', target });
const file = (content: string, mode?: number): Version => fileVersion(Buffer.from(content), mode);

async function setUp() {
  const root = temporaryFolder();
  const blobs = createMemoryBlobs();
  await blobs.write(Buffer.from('before\n'));
  const one = (path: string, before: Version, after: Version): RevertPath => ({
    path,
    at: join(root, path),
    changeIds: [`chg_${path}`],
    before,
    after,
  });
  const inspect = (...paths: readonly RevertPath[]) =>
    inspectPlan({ paths, obstacles: [] }, { blobs, walk: defaultWalkMode() });
  return { root, blobs, one, inspect };
}

const nothing = { writes: [], settled: [], obstacles: [] };

it('writes what was there before, with the lines that come and go', async () => {
  const { root, one, inspect } = await setUp();
  writeFileSync(join(root, 'a'), 'now\nand\n');
  mkdirSync(join(root, 'd'));
  const given = [
    one('a', file('now\nand\n'), file('before\n')),
    one('b', absent, link('x')),
    one('d', folder(), absent),
  ];
  const { writes, ...rest } = await inspect(...given);
  expect(rest).toEqual({ settled: [], obstacles: [] });
  const counts = [
    { added: 0, removed: 0 },
    { added: 0, removed: 0 },
    { added: 1, removed: 2 },
  ];
  const wanted = given.toReversed().map(({ changeIds: _, ...path }, index) => ({ ...path, ...counts[index] }));
  expect(writes.map(({ content: _, ...write }) => write)).toEqual(wanted);
  expect(Buffer.from((await writes.at(-1)?.content?.()) ?? []).toString()).toBe('before\n');
});

it('leaves what is as it was before, and refuses what is neither that nor what the change left', async () => {
  const { root, one, inspect } = await setUp();
  writeFileSync(join(root, 'a'), 'before\n');
  const settled = one('a', file('now'), file('before\n'));
  expect(await inspect(settled)).toEqual({ ...nothing, settled: [settled] });
  const changed = one('a', file('now'), absent);
  const { at: _, before: left, after: before, ...named } = changed;
  const found = file('before\n');
  expect(await inspect(changed)).toEqual({
    ...nothing,
    obstacles: [{ type: 'changed', ...named, before, left, found }],
  });
});

it.each<[string, Version, Version, number, boolean]>([
  ['a folder made without its mode yet', absent, folder(), 0o700, true],
  ['a folder of any other mode', absent, folder(), 0o711, false],
  ['a folder that was something else before', link('x'), folder(), 0o700, false],
  ['a folder where a file shall be', absent, file('before\n'), 0o700, false],
])('goes on with a killed undo: %s', async (_, before, after, mode, goesOn) => {
  const { root, one, inspect } = await setUp();
  mkdirSync(join(root, 'd'));
  chmodSync(join(root, 'd'), mode);
  const { writes, obstacles } = await inspect(one('d', before, after));
  expect(obstacles.map(({ type }) => type)).toEqual(goesOn ? [] : ['changed']);
  // It starts from what is there.
  expect(writes).toMatchObject(goesOn ? [{ before: folder(0o700), after }] : []);
});

it('is not mistaken for a killed undo when it is a file', async () => {
  const { root, one, inspect } = await setUp();
  writeFileSync(join(root, 'd'), '');
  chmodSync(join(root, 'd'), 0o700);
  expect(await inspect(one('d', absent, folder()))).toMatchObject({ writes: [], obstacles: [{ type: 'changed' }] });
});

it('says what is lost, damaged or cannot be looked at', async () => {
  const { root, one, inspect, blobs } = await setUp();
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const paths = [one('gone', absent, file('not kept')), one('pipe', file('x'), absent)];
  expect(await inspect(...paths)).toEqual({
    ...nothing,
    obstacles: [
      { type: 'unreadable', path: 'pipe', changeIds: ['chg_pipe'], why: 'ENOTREG' },
      { type: 'lost', path: 'gone', changeIds: ['chg_gone'] },
    ],
  });
  const damaged = { ...blobs, read: () => Promise.reject(new Error('it is damaged')) };
  const plan = { paths: [one('gone', absent, file('before\n'))], obstacles: [] };
  expect(await inspectPlan(plan, { blobs: damaged, walk: defaultWalkMode() })).toMatchObject({
    writes: [],
    obstacles: [{ type: 'lost', path: 'gone' }],
  });
});

it('fails when content goes away between the look and the write', async () => {
  const { one, blobs } = await setUp();
  let reads = 0;
  const once = { ...blobs, read: async () => (++reads === 1 ? Buffer.from('before\n') : undefined) };
  const plan = { paths: [one('a', absent, file('before\n'))], obstacles: [] };
  const { writes } = await inspectPlan(plan, { blobs: once, walk: defaultWalkMode() });
  await expect(writes[0]?.content?.()).rejects.toThrow(`blob:${sha256('before\n')} went away`);
});

it('lets a folder that others use stay, and says so where something else was before', async () => {
  const { root, one, inspect } = await setUp();
  mkdirSync(join(root, 'd/in'), { recursive: true });
  writeFileSync(join(root, 'd/in/mine'), 'now');
  writeFileSync(join(root, 'd/theirs'), 'theirs');
  const going = [one('d/in', folder(), absent), one('d/in/mine', file('now'), absent)];
  const done = await inspect(one('d', folder(), absent), ...going);
  expect(done.writes.map(({ path }) => path)).toEqual(['d/in/mine', 'd/in']);
  expect(done).toMatchObject({ settled: [], obstacles: [] });
  for (const after of [link('x'), file('before\n')]) {
    expect((await inspect(one('d', folder(), after), ...going)).obstacles).toEqual([
      { type: 'occupied', path: 'd', changeIds: ['chg_d'] },
    ]);
  }
  // A folder that stays keeps the one it lies in.
  writeFileSync(join(root, 'd/in/theirs'), 'theirs');
  rmSync(join(root, 'd/theirs'));
  const kept = await inspect(one('d', folder(), absent), ...going);
  expect(kept.writes.map(({ path }) => path)).toEqual(['d/in/mine']);
  // Another mode does not ask it to give way.
  expect((await inspect(one('d', folder(), folder(0o711)))).writes.map(({ path }) => path)).toEqual(['d']);
});

it('undoes no command whose folder others use, but the rest when it is told so', async () => {
  const scene = undoScene();
  writeFileSync(scene.at('d'), 'a file');
  symlinkSync('x', scene.at('l'));
  scene.turn();
  await scene.write('a.txt', 'new\n');
  const callId = await scene.command(() => {
    for (const name of ['d', 'l']) rmSync(scene.at(name));
    for (const name of ['d', 'l']) mkdirSync(scene.at(name));
  });
  writeFileSync(scene.at('d/theirs'), 'theirs');
  const before = treeOf(scene.root);
  const message = 'd is a folder that now holds other things: move them away first.';
  expect(await scene.undo()).toEqual({
    type: 'refused',
    message: 'Nothing was undone: 1 path cannot be put back.',
    obstacles: [{ type: 'occupied', path: 'd', message }],
  });
  expect(treeOf(scene.root)).toEqual(before);
  expect(await scene.undo({ by: 'turn' }, { skipChanged: true })).toMatchObject({
    type: 'done',
    skipped: [{ type: 'occupied', path: 'd' }],
    paths: [{ path: 'a.txt' }],
  });
  rmSync(scene.at('d/theirs'));
  expect(await scene.undo({ by: 'call', callId })).toMatchObject({ type: 'done' });
  expect(readFileSync(scene.at('d'), 'utf8')).toBe('a file');
});
