import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { asOrdinaryUser } from '../../support/ordinary-user.js';
import { createCaptureBench, linesOf, unknownFacts } from './capture-bench.js';

it('captures only what a proved command names', async () => {
  verifies('capture.command.named-paths');
  const bench = createCaptureBench();
  bench.write('secret/never.txt');
  bench.write('dir/a.txt');
  symlinkSync('dir', join(bench.root, 'link'));
  const captured = async (command: string) => {
    const facts = await bench.facts(command);
    return linesOf(await bench.captured(`${command}; echo changed > secret/never.txt; rm -f secret/other`, facts));
  };
  expect(await captured('rm link/a.txt')).toEqual(['D dir/a.txt']);
  expect(await captured('echo x > made/b.txt || mkdir made')).toEqual(['A made']);
  expect(await captured('mkdir -p one/two/three')).toEqual(['A one', 'A one/two', 'A one/two/three']);
  expect(await captured('rm link')).toEqual(['D link']);
  expect(await captured('rm -r dir')).toEqual(['D dir']);
});

it('copies again only what was touched', async () => {
  verifies('capture.command.touched-only');
  const bench = createCaptureBench();
  for (let index = 0; index < 50; index += 1) bench.write(`f${index}`, 'x'.repeat(10_000));
  bench.run('sleep 0.1');
  const size = (): number =>
    readdirSync(bench.folder)
      .filter((name) => name.startsWith('pack'))
      .reduce((sum, name) => sum + statSync(join(bench.folder, name)).size, 0);
  expect((await bench.captured('true', unknownFacts)).paths).toEqual([]);
  expect(size()).toBe(500_000);
  expect(linesOf(await bench.captured('printf y >> f1; touch f2; mv f3 f30; sleep 0.1', unknownFacts))).toEqual([
    'M f1',
    'D f3',
  ]);
  expect(size()).toBe(500_000);
  bench.run('sleep 0.1');
  await bench.captured('true', unknownFacts);
  expect(size()).toBe(510_001);
});

it('opens no pipe, socket or device, and says that their changes stay', { timeout: 20_000 }, async () => {
  verifies('capture.command.odd-files');
  const bench = createCaptureBench();
  bench.write('a.txt');
  bench.run('mkfifo pipe pipe2');
  const server = createServer().listen(join(bench.root, 'socket'));
  const found = await bench.captured(
    'rm pipe; mkfifo made; rm a.txt; mkfifo a.txt; rm pipe2; echo x > pipe2',
    unknownFacts,
  );
  server.close();
  const pipe = 'it is a pipe (FIFO)';
  expect(found).toEqual({
    paths: [],
    lost: [
      { path: 'a.txt', why: pipe },
      { path: 'made', why: pipe },
      { path: 'pipe', why: pipe },
      { path: 'pipe2', why: pipe },
    ],
  });
});

it('takes names and targets that are not UTF-8', async () => {
  verifies('capture.command.odd-files');
  const bench = createCaptureBench();
  bench.write('a.txt');
  bench.run(String.raw`printf x > $'n\xff'; mkdir $'d\xfe'; ln -s $'t\xfd' link`);
  expect(await bench.captures.undoOf(unknownFacts)).toMatchObject({
    possible: true,
    note: expect.stringContaining('and 2 more places, which cannot be looked into'),
  });
  expect((await bench.captured('true', unknownFacts)).lost).toEqual([]);
  const found = await bench.captured(
    String.raw`printf yy > $'n\xff'; rm a.txt; rm link; ln -s b link; rmdir $'d\xfe'`,
    unknownFacts,
  );
  expect(linesOf(found)).toEqual(['D a.txt']);
  expect(found.lost).toEqual([
    { path: 'd\ufffd (64fe)', why: 'its name is not UTF-8' },
    { path: 'link', why: 'it is a link whose target is not UTF-8' },
    { path: 'n\ufffd (6eff)', why: 'its name is not UTF-8' },
  ]);
});

it('says what it may not read, and does not take it for deleted', async () => {
  verifies('capture.command.odd-files');
  const bench = createCaptureBench();
  bench.write('closed/a.txt');
  bench.write('hidden.txt');
  bench.write('open/b.txt');
  chmodSync(join(bench.root, 'closed'), 0o000);
  chmodSync(join(bench.root, 'hidden.txt'), 0o000);
  await asOrdinaryUser(bench.base, async () => {
    expect(await bench.captures.undoOf(unknownFacts)).toMatchObject({
      note: expect.stringContaining('not what it changes in closed, which cannot be looked into'),
    });
    const capture = await bench.captures.begin(unknownFacts, { callId: 'call_1' });
    renameSync(join(bench.root, 'hidden.txt'), join(bench.root, 'moved.txt'));
    chmodSync(join(bench.root, 'closed'), 0o700);
    writeFileSync(join(bench.root, 'closed/a.txt'), 'other');
    chmodSync(join(bench.root, 'open'), 0o300);
    const found = await capture.end();
    expect(linesOf(found)).toEqual(['M closed', 'M open']);
    expect(found.lost.map(({ path, why }) => `${path}: ${why}`)).toEqual([
      'hidden.txt: it cannot be read (EACCES)',
      'moved.txt: it cannot be read (EACCES)',
      'open: it cannot be listed (EACCES)',
      'closed: it cannot be listed (EACCES)',
    ]);
  });
});

it('follows no link out of the workspace, also one that is put there meanwhile', async () => {
  verifies('capture.command.no-links');
  const bench = createCaptureBench();
  writeFileSync(join(bench.outside, 'a.txt'), 'secret of others');
  bench.write('dir/a.txt', 'mine');
  symlinkSync('../outside', join(bench.root, 'out'));
  const before = bench.tree();
  const found = await bench.captured('rm -r dir; ln -s ../outside dir; echo x >> out/a.txt', unknownFacts);
  expect(linesOf(found)).toEqual(['M dir', 'D dir/a.txt']);
  await bench.undo(found);
  expect(bench.tree()).toEqual(before);
  // Swapped to and fro while it is captured: whatever is found, it is never what lies outside.
  mkdirSync(join(bench.root, 'many'));
  for (let index = 0; index < 1500; index += 1) writeFileSync(join(bench.root, `many/f${index}`), '');
  let swaps = 0;
  const swap = setInterval(() => {
    const [from, to] = swaps % 2 === 0 ? ['dir', 'dir.away'] : ['dir.link', 'dir'];
    if (swaps % 2 === 0) symlinkSync('../outside', join(bench.root, 'dir.link'));
    else renameSync(join(bench.root, 'dir.away'), join(bench.root, 'dir.back'));
    if (existsSync(join(bench.root, from))) renameSync(join(bench.root, from), join(bench.root, to));
    if (swaps % 2 === 1) execFileSync('bash', ['-c', 'rm dir; mv dir.back dir'], { cwd: bench.root });
    swaps += 1;
  }, 1);
  for (let round = 0; round < 4; round += 1) await (await bench.captures.begin(unknownFacts, { callId: 'c' })).end();
  clearInterval(swap);
  expect(swaps).toBeGreaterThan(1);
  for (const name of readdirSync(bench.folder))
    expect(readFileSync(join(bench.folder, name), 'utf8')).not.toContain('secret of others');
});

it('keeps its copies to itself and takes them away', async () => {
  verifies('capture.command.private');
  const bench = createCaptureBench();
  bench.write('a.txt');
  bench.write('large.bin', Buffer.alloc(300_000));
  chmodSync(join(bench.root, 'large.bin'), 0o777);
  const first = await bench.captures.begin(unknownFacts, { callId: 'call_1' });
  expect(statSync(bench.folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(bench.folder)) expect(statSync(join(bench.folder, name)).mode & 0o777).toBe(0o600);
  await first.end();
  const open = await bench.captures.begin(unknownFacts, { callId: 'call_2' });
  bench.captures.close();
  expect(existsSync(join(bench.folder, 'capture.jsonl'))).toBe(true);
  await open.end();
  bench.captures.close();
  expect(existsSync(bench.folder)).toBe(false);
});

it('goes only so deep, and says so', async () => {
  verifies('capture.command.odd-files');
  const bench = createCaptureBench();
  const found = await bench.captured(`mkdir -p ${'d/'.repeat(300)}`, unknownFacts);
  expect(found.paths).toHaveLength(257);
  expect(found.lost).toEqual([{ path: Array(257).fill('d').join('/'), why: 'it lies too deep' }]);
});

it('keeps nothing, and says so, where it cannot write', async () => {
  const bench = createCaptureBench();
  bench.write('a.txt');
  writeFileSync(bench.folder, 'a file is in the way');
  expect(await bench.captured('rm a.txt', unknownFacts)).toEqual({
    paths: [],
    lost: [],
    unknown: 'what is there could not be kept (ENOTDIR)',
  });
});

it('takes a workspace that is removed while a command runs', async () => {
  const bench = createCaptureBench();
  bench.write('dir/a.txt');
  const before = bench.tree();
  const found = await bench.captured('rm -r ../workspace', unknownFacts);
  expect(linesOf(found)).toEqual(['D .', 'D dir', 'D dir/a.txt']);
  await bench.undo(found);
  expect(bench.tree()).toEqual(before);
});
