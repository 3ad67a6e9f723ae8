import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { copyFiles } from '../../../src/change/capture/copy-files.js';
import type { Entry } from '../../../src/change/capture/entry.js';
import { type Before, findChanges } from '../../../src/change/capture/find-changes.js';
import { createKeptCopies } from '../../../src/change/capture/kept-copies.js';
import { type Scan, scanScope } from '../../../src/change/capture/scan-scope.js';
import type { Shield } from '../../../src/change/capture/shield.js';
import { createMemoryBlobs } from '../../../src/store/memory-blobs.js';
import { absent, type Version } from '../../../src/tool/version.js';
import { defaultWalkMode } from '../../../src/workspace/descriptor-walk.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { fileVersion } from '../change-scene.js';

const mode = defaultWalkMode();
const file = (content: string | Buffer, bits?: number): Version => fileVersion(Buffer.from(content), bits);

/** A workspace whose files are copied, and what is found when something was done to it. */
function setUp(files: Readonly<Record<string, string | Buffer>>) {
  const base = temporaryFolder();
  const root = join(base, 'ws');
  const folder = join(base, 'copies');
  mkdirSync(root);
  const at = (path: string): string => join(root, path);
  for (const [path, content] of Object.entries(files)) writeFileSync(at(path), content);
  const blobs = createMemoryBlobs();
  const streamed: string[] = [];
  const writer: typeof blobs.writer = (...options) => {
    streamed.push('writer');
    return blobs.writer(...options);
  };
  const shelf = createKeptCopies(folder);
  onTestFinished(() => shelf.clear());
  const scan = async (): Promise<Scan> => {
    const found = await scanScope({ kind: 'whole' }, { root, mode, own: [] });
    if ('refused' in found) throw new Error(found.refused);
    return found;
  };
  const copied = async (): Promise<Before> => {
    const before = await copyFiles(await scan(), { root, mode, shelf });
    shelf.flush();
    return before;
  };
  const find = (before: Before, after: Scan, shield?: Shield) =>
    findChanges(before, after, { root, mode, folder, blobs: { ...blobs, writer }, ...(shield && { shield }) });
  return { root, at, blobs, streamed, scan, copied, find };
}

const isKept = async (blobs: ReturnType<typeof createMemoryBlobs>, content: string | Buffer): Promise<boolean> =>
  (await blobs.size(`blob:${sha256(content)}`)) !== undefined;

/** Entries as a scan finds them, with something else about some. */
function altered<One extends Pick<Scan, 'entries'>>(scan: One, change: (entry: Entry, path: string) => Entry): One {
  return { ...scan, entries: new Map([...scan.entries].map(([path, entry]) => [path, change(entry, path)])) };
}

const settled = (entry: Entry): Entry => (entry.kind === 'file' ? { ...entry, fresh: false } : entry);

it('finds what became of each path, and keeps what files held', async () => {
  const { at, blobs, scan, copied, find } = setUp({ a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', m: 'm' });
  mkdirSync(at('folder'));
  mkdirSync(at('other'));
  symlinkSync('a', at('link'));
  symlinkSync('a', at('same'));
  const before = await copied();
  writeFileSync(at('a'), 'A');
  rmSync(at('b'));
  for (const name of ['c', 'd', 'link']) rmSync(at(name));
  symlinkSync('x', at('c'));
  mkdirSync(at('d'));
  symlinkSync('y', at('link'));
  chmodSync(at('m'), 0o600);
  rmSync(at('folder'), { recursive: true });
  writeFileSync(at('folder'), 'f');
  chmodSync(at('other'), 0o700);
  writeFileSync(at('new'), 'n');
  const link = (target: string): Version => ({ kind: 'link', target });
  const folder = (bits: number): Version => ({ kind: 'folder', mode: bits });
  expect(await find(before, await scan())).toEqual({
    paths: [
      { path: 'a', before: file('a'), after: file('A') },
      { path: 'b', before: file('b'), after: absent },
      { path: 'c', before: file('c'), after: link('x') },
      { path: 'd', before: file('d'), after: folder(0o755) },
      { path: 'folder', before: folder(0o755), after: file('f') },
      { path: 'link', before: link('a'), after: link('y') },
      { path: 'm', before: file('m'), after: file('m', 0o600) },
      { path: 'new', before: absent, after: file('n') },
      { path: 'other', before: folder(0o755), after: folder(0o700) },
    ],
    lost: [],
    touched: ['e'],
  });
  const kept = await Promise.all(
    ['a', 'b', 'c', 'd', 'm', 'A', 'f', 'n', 'e'].map((content) => isKept(blobs, content)),
  );
  expect(kept).toEqual([true, true, true, true, true, true, true, true, true]);
});

it('reads again what was touched, and what was so fresh that a touch would not tell', async () => {
  const { at, scan, copied, find } = setUp({ fresh: 'x', old: 'x', touched: 'x' });
  const found = await copied();
  const before = altered(found, (entry, path) =>
    entry.kind === 'file' ? { ...entry, fresh: path === 'fresh' } : entry,
  );
  utimesSync(at('touched'), 1, 1);
  expect(await find(before, await scan())).toEqual({ paths: [], lost: [], touched: ['fresh', 'touched'] });
});

it('keeps a large file piece by piece, and a small one at once', async () => {
  const small = Buffer.alloc(256 * 1024, 's');
  const large = Buffer.alloc(256 * 1024 + 1, 'l');
  const { at, blobs, streamed, scan, copied, find } = setUp({ small, large, stays: large });
  const before = await copied();
  writeFileSync(at('small'), large);
  writeFileSync(at('large'), small);
  utimesSync(at('stays'), 1, 1);
  const { paths, touched } = await find(before, await scan());
  expect(paths).toEqual([
    { path: 'large', before: file(large), after: file(small) },
    { path: 'small', before: file(small), after: file(large) },
  ]);
  expect(touched).toEqual(['stays']);
  expect(streamed).toEqual(['writer']);
  expect([await isKept(blobs, small), await isKept(blobs, large)]).toEqual([true, true]);
});

it('keeps what a hundred small files hold now, to be shown', async () => {
  const { blobs, scan, find } = setUp(Object.fromEntries(Array.from({ length: 102 }, (_, at) => [`f${at}`, `${at}`])));
  const none: Before = { entries: new Map(), blind: new Map(), copies: new Map(), uncopied: new Map() };
  const { paths } = await find(none, await scan());
  // The workspace itself counts as one.
  expect(paths).toHaveLength(103);
  const kept = await Promise.all(Array.from({ length: 102 }, (_, at) => isKept(blobs, `${at}`)));
  expect(kept.filter((is) => is)).toHaveLength(100);
});

it('reads so much again and no more, but for what is protected', async () => {
  const { scan, find } = setUp({ a: 'a', b: 'b', c: 'c' });
  const none: Before = { entries: new Map(), blind: new Map(), copies: new Map(), uncopied: new Map() };
  const sized = (sizes: Readonly<Record<string, number>>) => async (): Promise<Scan> =>
    altered(await scan(), (entry, path) => (entry.kind === 'file' ? { ...entry, bytes: sizes[path] ?? 0 } : entry));
  const lostOf = async (after: () => Promise<Scan>, shield?: Shield) => (await find(none, await after(), shield)).lost;
  expect(await lostOf(sized({ a: 500_000_000, b: 500_000_000 }))).toEqual([]);
  const why = 'it cannot be read (more was written than can be read again)';
  const tooMuch = sized({ a: 500_000_000, b: 500_000_001 });
  expect(await lostOf(tooMuch)).toEqual(['b', 'c'].map((path) => ({ path, why })));
  const asked: unknown[] = [];
  const shield: Shield = (path, how) => {
    asked.push([path, how]);
    return path === 'b';
  };
  expect(await lostOf(tooMuch, shield)).toEqual([]);
  expect(asked).toEqual(['a', 'b', 'c'].map((path) => [path, { written: true }]));
});

it('says what is lost, and why', async () => {
  const { at, scan, copied, find } = setUp({ a: 'a', b: 'b', c: 'c', swapped: 's' });
  const { copies, ...found } = await copied();
  const before: Before = {
    ...found,
    copies: new Map([...copies].filter(([path]) => path !== 'b')),
    uncopied: new Map([['a', 'it cannot be read (EACCES)']]),
  };
  for (const name of ['a', 'b', 'c']) writeFileSync(at(name), 'changed');
  const after = await scan();
  rmSync(at('c'));
  renameSync(at('swapped'), at('away'));
  symlinkSync('away', at('swapped'));
  expect(await find(before, { ...after, more: 3 })).toMatchObject({
    paths: [],
    lost: [
      { path: 'a', why: 'it cannot be read (EACCES)' },
      { path: 'b', why: 'it cannot be read (there is no copy of it)' },
      { path: 'c', why: 'it cannot be read (ENOENT)' },
      { path: 'swapped', why: 'it cannot be read (ESTALE)' },
      { path: '.', why: '3 more files or folders were made than are kept track of' },
    ],
  });
});

it('says nothing of what lies in folders that could not be looked into', async () => {
  const { at, scan, copied, find } = setUp({ a: 'a', top: 't' });
  for (const name of ['hid', 'hidden']) mkdirSync(at(name));
  for (const name of ['hid/x', 'hidden/x']) writeFileSync(at(name), 'x');
  const before = altered(await copied(), settled);
  for (const name of ['hid/x', 'hidden/x', 'a']) writeFileSync(at(name), 'changed');
  const after = await scan();
  const blind = new Map([['hid', 'it cannot be listed (EACCES)']]);
  const told = [{ path: 'hid', why: 'it cannot be listed (EACCES)' }];
  const pathsOf = async (one: Before, other: Scan) => {
    const { paths, lost } = await find(one, other);
    return { paths: paths.map(({ path }) => path), lost };
  };
  expect(await pathsOf(before, after)).toEqual({ paths: ['a', 'hid/x', 'hidden/x'], lost: [] });
  expect(await pathsOf({ ...before, blind }, after)).toEqual({ paths: ['a', 'hidden/x'], lost: told });
  expect(await pathsOf(before, { ...after, blind })).toEqual({ paths: ['a', 'hidden/x'], lost: told });
  expect(await pathsOf({ ...before, blind }, { ...after, blind })).toEqual({ paths: ['a', 'hidden/x'], lost: [] });
  const all = new Map([['.', 'it cannot be opened (EACCES)']]);
  const other = altered(after, (entry, path) =>
    path === '.' && entry.kind === 'folder' ? { ...entry, mode: 0o700 } : entry,
  );
  expect(await pathsOf(before, { ...other, blind: all })).toEqual({
    paths: ['.'],
    lost: [{ path: '.', why: 'it cannot be opened (EACCES)' }],
  });
});

it('tells one pipe from another by its mark', async () => {
  const { scan, find } = setUp({});
  const { entries, blind } = await scan();
  const pipe = (mark: string): ReadonlyMap<string, Entry> =>
    new Map([...entries, ['p', { kind: 'other', why: 'it is a pipe (FIFO)', mark }]]);
  const before: Before = { entries: pipe('one'), blind, copies: new Map(), uncopied: new Map() };
  expect((await find(before, { entries: pipe('one'), blind, more: 0 })).lost).toEqual([]);
  expect((await find(before, { entries: pipe('two'), blind, more: 0 })).lost).toEqual([
    { path: 'p', why: 'it is a pipe (FIFO)' },
  ]);
});
