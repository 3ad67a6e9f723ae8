import { mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createCaptureBench, linesOf, unknownFacts } from './capture-bench.js';

const notSandboxed = 'only what it changes inside the workspace: it is not sandboxed and may change more';

function makeFiles(root: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const folder = join(root, `d${Math.floor(index / 100)}`);
    if (index % 100 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `f${index}`), `${index}`);
  }
}

it('captures 10,000 files and not one more', { timeout: 180_000 }, async () => {
  verifies('capture.command.limits', 'capture.command.restores');
  const bench = createCaptureBench();
  makeFiles(bench.root, 10_000);
  expect(await bench.captures.undoOf(unknownFacts)).toEqual({ possible: true, note: notSandboxed });
  const before = bench.tree();
  const found = await bench.captured('rm -r d1 d2*; sed -i s/1/2/ d9/*; mv d5 d7/');
  expect(found.lost).toEqual([]);
  await bench.undo(found);
  expect(bench.tree()).toEqual(before);
  bench.write('one more');
  const refused = { possible: false, why: 'the workspace has more than 10,000 files' };
  expect(await bench.captures.undoOf(unknownFacts)).toEqual(refused);
  expect(await bench.captures.undoOf(await bench.facts('rm -r .'))).toEqual({
    possible: false,
    why: 'it can change more than 10,000 files',
  });
  const kept = readdirSync(bench.folder);
  expect(await bench.captured('rm d1/*', unknownFacts)).toEqual({ paths: [], lost: [], unknown: refused.why });
  expect(readdirSync(bench.folder)).toEqual(kept);
  // What is proved to touch few of them is captured all the same.
  expect(await bench.captures.undoOf(await bench.facts('rm d3/f300'))).toEqual({ possible: true });
  expect(linesOf(await bench.captured('rm d3/f300'))).toEqual(['D d3/f300']);
});

it('captures 200 MB and no more', async () => {
  verifies('capture.command.limits');
  const bench = createCaptureBench();
  bench.write('large.bin', '');
  truncateSync(join(bench.root, 'large.bin'), 201_000_000);
  bench.write('small.txt');
  const why = 'the workspace has more than 200 MB of files';
  expect(await bench.captures.undoOf(unknownFacts)).toEqual({ possible: false, why });
  expect(await bench.captured('rm small.txt', unknownFacts)).toEqual({ paths: [], lost: [], unknown: why });
  expect(() => statSync(bench.folder)).toThrow('ENOENT');
  truncateSync(join(bench.root, 'large.bin'), 100_000_000);
  const before = bench.tree();
  const found = await bench.captured('printf x | dd of=large.bin bs=1 seek=99999999 conv=notrunc', unknownFacts);
  expect(linesOf(found)).toEqual(['M large.bin']);
  await bench.undo(found);
  expect(bench.tree()).toEqual(before);
});

it('puts back what was there when a command makes more than is kept track of', { timeout: 120_000 }, async () => {
  verifies('capture.command.grown');
  const bench = createCaptureBench();
  bench.write('z/a.txt');
  bench.write('b.txt');
  const command = 'mkdir m; cd m; seq 12000 | split -l 1 -a 4; cd ..; rm -r z; echo x > b.txt';
  const found = await bench.captured(command, unknownFacts);
  expect(linesOf(found)).toEqual(expect.arrayContaining(['M b.txt', 'D z', 'D z/a.txt', 'A m']));
  expect(found.paths).toHaveLength(10_004);
  expect(found.lost).toEqual([{ path: '.', why: '2000 more files or folders were made than are kept track of' }]);
});

it('says when it cannot undo all of it', async () => {
  verifies('capture.command.beyond', 'capture.command.reads-nothing');
  const bench = createCaptureBench();
  bench.write('a.txt');
  const undoOf = async (command: string) => bench.captures.undoOf(await bench.facts(command));
  const inside = { possible: true, note: 'only what it changes inside the workspace' };
  expect(await undoOf('rm a.txt')).toEqual({ possible: true });
  expect(await undoOf('rm a.txt ../outside/b')).toEqual(inside);
  expect(await undoOf('curl -o a.txt http://127.0.0.1/')).toEqual(inside);
  expect(await undoOf('rm a.txt; kill 1')).toEqual(inside);
  expect(await undoOf('make')).toEqual({ possible: true, note: notSandboxed });
  const nowhere = { possible: false, why: 'what it does outside the workspace is not kept' };
  expect(await undoOf('rm ../outside/b')).toEqual(nowhere);
  expect(await undoOf('curl http://127.0.0.1/')).toEqual(nowhere);
  expect(await bench.captured('cat a.txt')).toEqual({ paths: [], lost: [] });
  expect(() => statSync(bench.folder)).toThrow('ENOENT');
});

it('stops looking when it is cancelled', async () => {
  const bench = createCaptureBench();
  makeFiles(bench.root, 2000);
  const signal = AbortSignal.abort();
  const capture = await bench.captures.begin(unknownFacts, { callId: 'call_1', signal });
  expect(await capture.end()).toEqual({ paths: [], lost: [], unknown: 'it was cancelled before' });
});

it('says of a confined command that only the workspace is put back, and not that it may change more', async () => {
  verifies('capture.command.beyond');
  const bench = createCaptureBench({ sandboxed: true });
  bench.write('a.txt');
  const undoOf = async (command: string) => bench.captures.undoOf(await bench.facts(command));
  const inside = { possible: true, note: 'only what it changes inside the workspace' };
  expect(await undoOf('rm a.txt')).toEqual({ possible: true });
  expect(await undoOf('make')).toEqual(inside);
  expect(await undoOf('rm a.txt ../outside/b')).toEqual(inside);
  expect(await undoOf('npm install')).toEqual(inside);
});
