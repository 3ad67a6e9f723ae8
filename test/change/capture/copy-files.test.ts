import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Copy } from '../../../src/change/capture/copy.js';
import { copyFiles } from '../../../src/change/capture/copy-files.js';
import { createCaptures } from '../../../src/change/capture/create-captures.js';
import { createKeptCopies, type KeptCopies } from '../../../src/change/capture/kept-copies.js';
import { type Scan, scanScope } from '../../../src/change/capture/scan-scope.js';
import { createMemoryBlobs } from '../../../src/store/memory-blobs.js';
import { defaultWalkMode } from '../../../src/workspace/descriptor-walk.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { createCaptureBench, linesOf, unknownFacts } from './capture-bench.js';

const mode = defaultWalkMode();

async function setUp(names: readonly string[]) {
  const base = temporaryFolder();
  const root = join(base, 'ws');
  mkdirSync(join(root, 'dir'), { recursive: true });
  for (const name of names) writeFileSync(join(root, name), name);
  const shelf = createKeptCopies(join(base, 'shelf'));
  onTestFinished(() => shelf.clear());
  const scan = await scanScope({ kind: 'whole' }, { root, mode, own: [] });
  if ('refused' in scan) throw new Error(scan.refused);
  return { base, root, shelf, scan };
}

/** A shelf that does something before it takes a file. */
const before = (shelf: KeptCopies, come: (path: string, times: number) => void): KeptCopies => {
  let times = 0;
  const take: KeptCopies['take'] = (path, entry, descriptor) => {
    times += 1;
    come(path, times);
    return shelf.take(path, entry, descriptor);
  };
  return { ...shelf, bytes: 0, take };
};

const entryOf = ({ entries }: Pick<Scan, 'entries'>, path: string) => entries.get(path);

it('says of each file why it could not be copied', async () => {
  const { root, shelf, scan } = await setUp(['a', 'dir/b', 'dir/c', 'd']);
  rmSync(join(root, 'a'));
  rmSync(join(root, 'd'));
  symlinkSync('dir/b', join(root, 'd'));
  const { copies, uncopied, entries } = await copyFiles(scan, { root, mode, shelf });
  expect([...copies.keys()].sort()).toEqual(['dir/b', 'dir/c']);
  expect(Object.fromEntries(uncopied)).toEqual({
    a: 'it cannot be read (ENOENT)',
    d: 'it cannot be read (ESTALE)',
  });
  expect([...entries.keys()]).toEqual([...scan.entries.keys()]);
});

it('copies a file that changes meanwhile again, three times in all', async () => {
  const { root, shelf, scan } = await setUp(['a']);
  const grow = (until: number) =>
    before(shelf, (path, times) => times <= until && writeFileSync(join(root, path), 'x'.repeat(times)));
  const changed = await copyFiles(scan, { root, mode, shelf: grow(2) });
  expect([...changed.copies.keys()]).toEqual(['a']);
  // It is told with the copy that was taken.
  expect(entryOf(changed, 'a')).toMatchObject({ kind: 'file', bytes: 2 });
  expect(entryOf(scan, 'a')).toMatchObject({ bytes: 1 });
  const changing = await copyFiles(scan, { root, mode, shelf: grow(99) });
  expect(Object.fromEntries(changing.uncopied)).toEqual({ a: 'it was being written while it was copied' });
  expect(changing.copies.size).toBe(0);
});

it('fails when the copies cannot be written, and does not take that for a file that cannot be read', async () => {
  const { base, root, shelf, scan } = await setUp(['a']);
  writeFileSync(join(base, 'shelf'), 'a file is in the way');
  await expect(copyFiles(scan, { root, mode, shelf })).rejects.toMatchObject({ code: 'ENOTDIR' });
  const captures = createCaptures({
    root,
    blobs: createMemoryBlobs(),
    folder: join(base, 'shelf'),
    lasting: false,
    own: [],
    sandboxed: () => false,
  });
  const capture = await captures.begin(unknownFacts, { callId: 'call_1' });
  expect(capture.missing).toBe('what is there could not be kept (ENOTDIR)');
});

it('lets others have their turn while it copies many files', async () => {
  const names = Array.from({ length: 210 }, (_, at) => `f${at}`);
  const { root, shelf, scan } = await setUp(names);
  let copied = 0;
  const turns = new Set<number>();
  let isDone = false;
  const watch = (): void => {
    turns.add(copied);
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  const counted = before(shelf, () => {
    copied += 1;
  });
  await copyFiles(scan, { root, mode, shelf: counted });
  isDone = true;
  expect([...turns].filter((count) => count < 210)).toEqual([100, 200]);
});

it('takes no copy again of what was not touched, and none of what is no file', async () => {
  const { root, shelf, scan } = await setUp(['a']);
  symlinkSync('a', join(root, 'link'));
  chmodSync(join(root, 'a'), 0o600);
  const taken: string[] = [];
  const copy: Copy = { file: 'x', offset: 0, bytes: 1 };
  const known: KeptCopies = { ...before(shelf, (path) => void taken.push(path)), find: () => copy };
  expect((await copyFiles(scan, { root, mode, shelf: known })).copies).toEqual(new Map([['a', copy]]));
  expect(taken).toEqual([]);
});

it('keeps the capture on disk until what changed is on record, and not when nothing did', async () => {
  const bench = createCaptureBench();
  const isThere = (): boolean => existsSync(join(bench.folder, 'capture.jsonl'));
  bench.write('a.txt');
  expect(linesOf(await bench.captured('echo x > a.txt', unknownFacts))).toEqual(['M a.txt']);
  expect(isThere()).toBe(true);
  expect(linesOf(await bench.captured('true', unknownFacts))).toEqual([]);
  expect(isThere()).toBe(false);
});

it('says of a pipe nothing before a command: only its change would stay', async () => {
  const bench = createCaptureBench();
  bench.write('a.txt');
  bench.run('mkfifo pipe');
  const facts = await bench.facts('rm -r .');
  expect(await bench.captures.undoOf(facts)).toEqual({ possible: true });
  bench.run(String.raw`ln -s $'t\xfd' link`);
  expect(await bench.captures.undoOf(facts)).toEqual({
    possible: true,
    note: 'not what it changes in link, which cannot be looked into',
  });
});
