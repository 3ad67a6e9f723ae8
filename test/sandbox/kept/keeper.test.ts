import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { followKept } from '../../../src/sandbox/kept/follow-kept.js';
import { type KeeperJob, keepCommand } from '../../../src/sandbox/kept/keeper.js';
import { connectIn } from '../../../src/sandbox/kept/keeper-socket.js';
import type { KeptRecord } from '../../../src/sandbox/kept/kept-command.js';
import { readEnd, writeRecord } from '../../../src/sandbox/kept/kept-files.js';
import { createOutputLog, logEnd, readLog } from '../../../src/sandbox/kept/output-log.js';
import { identityOf, isRunning } from '../../../src/sandbox/process-identity.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { verifies } from '../../requirements.js';
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

function jobOf(command: string, more: Partial<KeptRecord> = {}): KeeperJob {
  const root = temporaryFolder();
  // Longer than the path of a socket may be.
  const folder = join(temporaryFolder(), 'x'.repeat(120));
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
    let kept = await followKept(job.folder);
    for (; kept === undefined; kept = await followKept(job.folder)) await sleep(10);
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
  const read = async (from: number): Promise<string> => {
    const chunks: Uint8Array[] = [];
    await readLog(folder, { from, to: log.total }, (chunk) => void chunks.push(chunk));
    return Buffer.concat(chunks).toString();
  };
  const whole = await read(0);
  expect(whole.length).toBeLessThan(4 * 2 ** 20);
  const [head = '', note = '', tail = ''] = whole.split('\n');
  expect(head).toBe(
    Buffer.alloc(16, 'A').reduce((all, first, at) => all + String.fromCharCode(first + at).repeat(size), ''),
  );
  expect(note).toBe(`[… ${128 * size - head.length - tail.length} bytes of output were not kept …]`);
  expect(tail.length).toBeGreaterThanOrEqual(3 * 2 ** 19);
  expect(tail.endsWith('X'.repeat(size))).toBe(true);
  expect(await read(128 * size - 3)).toBe('XXX');
  // A disk that is full, or gone, costs output, never the command.
  const broken = createOutputLog(join(folder, 'missing'));
  broken.push(Buffer.from('lost'));
  expect(broken.total).toBe(4);
});
