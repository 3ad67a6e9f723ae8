import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findControlGroups } from '../../src/sandbox/limits/control-group.js';
import type { ProcessEnd } from '../../src/tool/port.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { untilNone, untilSome } from './confined.js';

const isRoot = process.getuid?.() === 0;
/** Whom file permissions and the limit on processes bind. */
const ordinary = isRoot ? 65534 : undefined;
const folder = mkdtempSync(join(tmpdir(), 'toolwright-confined-'));
let script = '';

beforeAll(async () => {
  chmodSync(folder, 0o755);
  script = join(folder, 'confined-child.mjs');
  const entryPoints = [join(import.meta.dirname, 'confined-child.ts')];
  await build({ entryPoints, outfile: script, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Driven {
  readonly end: ProcessEnd;
  readonly output: string;
  readonly sandboxed: boolean;
}

function drive(
  command: string,
  options: { readonly uid?: number | undefined; readonly processes?: number } = {},
): ChildProcess {
  const [root, home] = [temporaryFolder(), temporaryFolder()];
  const { uid, processes } = options;
  if (uid !== undefined) for (const folder of [root, home]) chownSync(folder, uid, uid);
  const limits = processes === undefined ? {} : { processes };
  return spawn(process.execPath, [script, JSON.stringify({ root, home, command, limits })], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
}

async function result(child: ChildProcess): Promise<Driven> {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(text) as Driven;
}

describe.skipIf(needs('bwrap'))('a program that runs confined commands', () => {
  it('takes everything along when it is killed', async () => {
    verifies('sandbox.end.killed');
    const time = `87${String(process.pid).padStart(7, '0')}.1`;
    const child = drive(`trap '' TERM; setsid sleep ${time} & (setsid sleep ${time} &) ; sleep ${time}; true`);
    expect(await untilSome(time, 10_000, 3)).toBe(3);
    child.kill('SIGKILL');
    expect(await untilNone(time, 3000)).toBe(0);
  });

  it('leaves its control groups to the next one when it is killed', async () => {
    verifies('sandbox.limits.groups');
    const time = `87${String(process.pid).padStart(7, '0')}.2`;
    const child = drive(`sleep ${time}`);
    expect(await untilSome(time, 10_000)).toBe(1);
    child.kill('SIGKILL');
    expect(await untilNone(time, 3000)).toBe(0);
    const left = groupsOf(child.pid);
    expect(left).toHaveLength(findControlGroups().limits.length);
    await result(drive('true'));
    expect(left.filter((name) => groupsOf(child.pid).includes(name))).toEqual([]);
  });

  it('works for an ordinary user, whose other processes do not count', async () => {
    verifies('sandbox.limits.processes-user');
    const fine = await result(
      drive('id -u; ulimit -u; for i in {1..20}; do sleep 3 & done; echo fine', { uid: ordinary }),
    );
    expect(fine).toMatchObject({ end: { state: 'exited', exitCode: 0 }, sandboxed: true });
    expect(fine.output).toMatch(isRoot ? /^65534\n\d+\nfine\n$/ : /^\d+\n\d+\nfine\n$/);
    const owner = ordinary === undefined ? {} : { uid: ordinary, gid: ordinary };
    const others = Array.from({ length: 30 }, () => spawn('sleep', ['20'], owner));
    const flood = await result(
      drive('for i in {1..10}; do sleep 2 & done; echo some; flood() { flood | flood & }; flood; sleep 0.3', {
        uid: ordinary,
        processes: 25,
      }),
    );
    for (const other of others) other.kill('SIGKILL');
    expect(flood.output).toMatch(/^some\n/);
    expect(flood.output).toContain('Resource temporarily unavailable');
  });
});

/** The control groups of a process, wherever they were made. */
const groupsOf = (pid: number | undefined): readonly string[] =>
  readdirSync('/sys/fs/cgroup', { recursive: true, encoding: 'utf8' }).filter((path) =>
    basename(path).startsWith(`toolwright-${pid}-`),
  );
