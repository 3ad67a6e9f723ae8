import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { exited } from '../box.js';
import { confined, runIn } from '../confined.js';

const told = (limit: string, key: string) => [
  `It ran into the limit of ${limit}. Do with less, or let the person raise sandboxLimits.${key} in config.json.`,
];

describe.skipIf(needs('bwrap'))('the limits of a confined command', () => {
  it('end a flood of processes, and the machine goes on', async () => {
    verifies('sandbox.limits.processes');
    const box = confined({ limits: { processes: 40 } });
    const flood = await runIn(box, 'flood() { flood | flood & }; flood; sleep 0.5; echo survived');
    expect(flood.stderr).toContain('Resource temporarily unavailable');
    if (process.getuid?.() === 0) expect(flood.end.reached).toEqual(told('40 processes at a time', 'processes'));
    expect((await runIn(box, 'echo next')).stdout).toBe('next\n');
    expect((await runIn(confined(), 'for i in {1..60}; do sleep 5 & done; echo fine')).end).toEqual(exited(0));
  });

  it('end a process that takes too much memory, and this one goes on', async () => {
    verifies('sandbox.limits.memory');
    const box = confined({ limits: { memoryMb: 300 } });
    const before = process.memoryUsage.rss();
    const hog = await runIn(box, ['node', '-e', 'const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));']);
    expect(hog.end).not.toEqual(exited(0));
    expect(`${hog.stderr}${hog.end.reached?.join('')}`).toMatch(/memory|alloc/i);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
    const full = await runIn(
      box,
      'for f in /tmp/x /dev/shm/x /var/tmp/x; do head -c 200000000 /dev/zero > $f; done; echo x > /dev/x',
    );
    expect(full.stderr.match(/No space left on device/g)).toHaveLength(3);
    expect(full.stderr).toContain('/dev/x: Read-only file system');
    const modest = ['node', '-e', 'console.log(Buffer.alloc(50_000_000, 1).length)'] as const;
    expect((await runIn(box, modest)).stdout).toBe('50000000\n');
  });

  it('end a process that writes too large a file', async () => {
    verifies('sandbox.limits.file-size');
    const box = confined({ limits: { fileMb: 2 } });
    const bomb = await runIn(box, 'cat /dev/zero > big');
    expect(bomb.end).toEqual({ ...exited(128 + 25), reached: told('2 MB for one file', 'fileMb') });
    expect((await runIn(box, ['cp', '/dev/zero', 'big2'])).end.reached).toEqual(told('2 MB for one file', 'fileMb'));
    for (const name of ['big', 'big2']) expect(readFileSync(join(box.root, name))).toHaveLength(2 * 2 ** 20);
    expect((await runIn(box, 'head -c 2000000 /dev/zero > fits')).end).toEqual(exited(0));
  });

  it('hold for open files and core files, for a program as for a command line', async () => {
    verifies('sandbox.limits.open-files');
    const box = confined({ limits: { openFiles: 50 } });
    const opening =
      'fs = require("fs"); try { for (let n = 0; ; n++) { fs.openSync("/dev/null"); last = n } } catch (e) { console.log(e.code, last < 50) }';
    expect((await runIn(box, ['node', '-e', opening])).stdout).toBe('EMFILE true\n');
    expect((await runIn(box, 'ulimit -n; ulimit -c')).stdout).toBe('50\n0\n');
    expect((await runIn(box, ['bash', '-c', 'ulimit -n; ulimit -c'])).stdout).toBe('50\n0\n');
    const sh = confined({ limits: { openFiles: 50 }, shell: ['/bin/sh', '-c'] });
    expect((await runIn(sh, 'ulimit -n; ulimit -c')).stdout).toBe('50\n0\n');
  });

  it('cannot be raised from inside', async () => {
    verifies('sandbox.limits.fixed');
    const box = confined({ limits: { openFiles: 50, fileMb: 1 } });
    const tries = await runIn(
      box,
      'ulimit -n 100; ulimit -f unlimited; ulimit -Hn; prlimit --pid $$ --nofile=100:100; ulimit -Hn',
    );
    expect(tries.stdout).toBe('50\n50\n');
    const groups =
      'for f in /sys/fs/cgroup/*/cgroup.procs /sys/fs/cgroup/cgroup.procs; do echo 0 > $f && echo left; done; true';
    expect((await runIn(box, groups)).stdout).toBe('');
    const outside = await runIn(box, ['prlimit', '--pid', String(process.pid), '--nofile=60:60']);
    expect(outside.end).not.toEqual(exited(0));
  });

  it('take a flood of output in bounded memory', async () => {
    verifies('sandbox.limits.output');
    let bytes = 0;
    let peak = 0;
    const before = process.memoryUsage.rss();
    const { end } = await runIn(confined(), 'head -c 300000000 /dev/zero', {
      onOutput(chunk) {
        bytes += chunk.length;
        peak = Math.max(peak, process.memoryUsage.rss());
      },
    });
    expect({ end, bytes }).toEqual({ end: exited(0), bytes: 300_000_000 });
    expect(peak - before).toBeLessThan(150_000_000);
  });

  it('are set without a trace', async () => {
    verifies('sandbox.limits.no-trace', 'policy.analysis.same-text');
    const box = confined();
    const bare = { root: box.root, port: createBareProcesses({ env: { PATH: process.env['PATH'], LC_ALL: 'C' } }) };
    const line =
      'echo "$?|$_|$0|$#|$LINENO|$SHLVL|$-|$BASH_EXECUTION_STRING"; compgen -v; ls -l /proc/self/fd | grep -c kept';
    const seen = await runIn(box, line);
    expect(seen.stdout.split('\n')).toContain('PATH');
    const added = ['HOME', 'TMPDIR', 'TOOLWRIGHT_COMMAND'];
    const lines = (text: string) => text.split('\n').filter((one) => !added.includes(one));
    expect(lines(seen.stdout)).toEqual(lines((await runIn(bare, line)).stdout));
    expect((await runIn(box, 'bash -c "echo nested \\$BASH_ENV"; printf %s "$(ulimit -n)"')).stdout).toBe(
      'nested\n4096',
    );
    expect(await runIn(box, 'nosuch')).toMatchObject({
      end: exited(127),
      stderr: '/bin/bash: line 1: nosuch: command not found\n',
    });
  });
});
