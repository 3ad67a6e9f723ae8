import { appendFileSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { followKept, type KeptProcess } from '../../../src/sandbox/kept/follow-kept.js';
import { type KeeperJob, keepCommand } from '../../../src/sandbox/kept/keeper.js';
import { connectIn } from '../../../src/sandbox/kept/keeper-socket.js';
import type { KeptRecord } from '../../../src/sandbox/kept/kept-files.js';
import { readEnd, writeRecord } from '../../../src/sandbox/kept/kept-files.js';
import { createOutputLog, logEnd, readLog } from '../../../src/sandbox/kept/output-log.js';
import { identityOf, isRunning } from '../../../src/sandbox/process-identity.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { verifies } from '../../requirements.js';
import { noMount, temporaryMount } from '../../store/support.js';
import { needs } from '../../support/needs.js';

const record: Omit<KeptRecord, 'keeper'> = {
  version: 1,
  sessionId: 'ses_1',
  commandId: 'cmd_1',
  command: '',
  cwd: '.',
  workspace: '/',
  facts: [],
  maxChars: 1000,
  startedAt: Date.now(),
  until: Date.now() + 60_000,
  token: 'right',
};

function jobOf(command: string, more: Partial<KeptRecord> = {}, base = temporaryFolder()): KeeperJob {
  const root = temporaryFolder();
  // Longer than the path of a socket may be.
  const folder = join(base, 'x'.repeat(120));
  mkdirSync(folder);
  return {
    folder,
    record: { ...record, command, ...more },
    process: {
      sandbox: { env: { PATH: process.env['PATH'] }, root, home: temporaryFolder(), own: [], mode: 'auto' },
      hosts: [],
      request: { command, cwd: root, facts: [], profile: 'server' },
    },
    secretNames: [],
  };
}

async function followed({ folder }: KeeperJob): Promise<KeptProcess> {
  let kept = await followKept(folder);
  for (; kept === undefined; kept = await followKept(folder)) await sleep(10);
  return kept;
}

async function outputOf(folder: string, range: Parameters<typeof readLog>[1]): Promise<string> {
  const chunks: Uint8Array[] = [];
  await readLog(folder, range, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks).toString();
}

const { signal } = new AbortController();
const scene = { ready: async () => true, signal };

describe.skipIf(needs('bwrap'))('the keeper of a command', () => {
  it('ends it at its deadline, when it is told to end itself, and when its folder is gone', async () => {
    verifies('background.keep.deadline', 'background.keep.refused');
    const late = jobOf('sleep 100', { until: Date.now() + 300 });
    await keepCommand(late, scene);
    expect(readEnd(late.folder)).toMatchObject({ by: 'deadline' });
    const ending = new AbortController();
    const told = jobOf('echo up; sleep 100');
    const over = keepCommand(told, { ...scene, signal: ending.signal });
    setTimeout(() => ending.abort(), 300);
    await over;
    expect(readEnd(told.folder)).toMatchObject({ by: 'program' });
    const gone = jobOf('sleep 100');
    const held = keepCommand(gone, scene);
    setTimeout(() => rmSync(gone.folder, { recursive: true }), 300);
    await held;
    expect(await followKept(gone.folder)).toBeUndefined();
  });

  it('starts nothing that is not wanted, and listens to nobody who does not know its token', async () => {
    verifies('background.keep.identity');
    const unwanted = jobOf('touch made');
    await keepCommand(unwanted, { ...scene, ready: async () => false });
    expect(await followKept(unwanted.folder)).toBeUndefined();
    const job = jobOf('echo up; read a; exit 5');
    const held = keepCommand(job, scene);
    const kept = await followed(job);
    for (const said of ['{"token":"wrong"}\n{"stop":"person"}\n', '{"stop":"person"}\n', 'no JSON\n']) {
      const stranger = await connectIn(job.folder);
      stranger?.write(said);
      await new Promise((resolve) =>
        stranger
          ?.resume()
          .on('error', () => {})
          .once('close', resolve),
      );
    }
    expect(kept.end).toBeUndefined();
    expect(await kept.write({ text: 'x\n', end: false })).toBe('taken');
    expect(await kept.ended).toMatchObject({ by: 'itself', process: { exitCode: 5 } });
    await held;
  });

  it.skipIf(noMount !== undefined)('goes on when its disk is full, and so does what it holds', async () => {
    verifies('background.keep.full-disk');
    const disk = temporaryMount('size=256k');
    const hasRoom = (): boolean => statfsSync(disk.folder).bfree > 0;
    const flood = 1_000_000;
    const job = jobOf(
      `head -c ${flood} /dev/zero | tr '\\0' x; read a; echo lost; read b; echo last; read c; exit 7`,
      {},
      disk.folder,
    );
    const held = keepCommand(job, scene);
    const kept = await followed(job);
    const until = async (bytes: number): Promise<void> => {
      while (kept.bytes < bytes) await sleep(10);
    };
    await until(flood);
    expect(hasRoom()).toBe(false);
    expect(await kept.write({ text: 'a\n', end: false })).toBe('taken');
    await until(flood + 5);
    disk.remount('size=1m');
    expect(await kept.write({ text: 'b\n', end: false })).toBe('taken');
    await until(flood + 10);
    const said = await outputOf(job.folder, { from: 0, to: kept.bytes });
    const missing = [...said.matchAll(/\n\[… (\d+) bytes of output were not kept …\]\n/g)];
    const told = missing.reduce((sum, [note, bytes]) => sum + Number(bytes) - note.length, said.length);
    expect([told, missing.length > 0, said.endsWith('\nlast\n'), said.includes('lost')]).toEqual([
      kept.bytes,
      true,
      true,
      false,
    ]);
    expect(said.indexOf('\n')).toBeGreaterThan(100_000);
    // How it ended is written down as soon as there is room.
    const filler = join(disk.folder, 'filler');
    while (hasRoom()) appendFileSync(filler, Buffer.alloc(4096));
    expect(await kept.write({ text: 'c\n', end: false })).toBe('taken');
    await sleep(500);
    expect([readEnd(job.folder), kept.end]).toEqual([undefined, undefined]);
    rmSync(filler);
    await held;
    expect(readEnd(job.folder)).toMatchObject({ by: 'itself', process: { exitCode: 7 } });
    expect(await kept.ended).toMatchObject({ process: { exitCode: 7 } });
  });
});

it('does not take another process for a keeper, nor one of before the machine was started anew', async () => {
  verifies('background.keep.identity');
  const own = identityOf(process.pid);
  if (own === undefined) throw new Error('the system does not tell');
  expect(isRunning(own)).toBe(true);
  const others = [
    { ...own, startTicks: '1' },
    { ...own, boot: 'another' },
  ];
  for (const keeper of others) {
    const folder = temporaryFolder();
    writeRecord(folder, { ...record, keeper });
    writeFileSync(join(folder, 'output-0000000000000000'), 'said\n');
    const kept = await followKept(folder);
    expect(kept).toMatchObject({ bytes: 5, end: { by: 'program', process: { state: 'signalled' } } });
    await kept?.stop('person');
  }
});

it('keeps the beginning and the end of a long output, and tells what is missing', async () => {
  verifies('background.keep.bounded');
  const folder = temporaryFolder();
  const log = createOutputLog(folder);
  const size = 64 * 1024;
  for (let at = 0; at < 128; at += 1) log.push(Buffer.alloc(size, String.fromCharCode(65 + (at % 26))));
  log.close();
  expect(logEnd(folder)).toBe(128 * size);
  const whole = await outputOf(folder, { from: 0, to: log.total });
  expect(whole.length).toBeLessThan(4 * 2 ** 20);
  const [head = '', note = '', tail = ''] = whole.split('\n');
  expect(head).toBe(
    Buffer.alloc(16, 'A').reduce((all, first, at) => all + String.fromCharCode(first + at).repeat(size), ''),
  );
  expect(note).toBe(`[… ${128 * size - head.length - tail.length} bytes of output were not kept …]`);
  expect(tail.length).toBeGreaterThanOrEqual(3 * 2 ** 19);
  expect(tail.endsWith('X'.repeat(size))).toBe(true);
  expect(await outputOf(folder, { from: 128 * size - 3, to: log.total })).toBe('XXX');
  // A disk that is full, or gone, costs output, never the command.
  const broken = createOutputLog(join(folder, 'missing'));
  broken.push(Buffer.from('lost'));
  expect(broken.total).toBe(4);
});
