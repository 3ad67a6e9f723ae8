import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBareProcesses } from '../../src/sandbox/bare-process.js';
import { processEnv } from '../../src/sandbox/process-env.js';
import type { ProcessEnd, ProcessRequest } from '../../src/tool/port.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';

const processes = createBareProcesses({ env: process.env });

interface Ran {
  readonly end: ProcessEnd;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

async function run(
  command: ProcessRequest['command'],
  options: Partial<ProcessRequest> = {},
  port = processes,
): Promise<Ran> {
  const output = { stdout: '', stderr: '' };
  const startedAt = performance.now();
  const end = await port.run({
    command,
    cwd: tmpdir(),
    timeoutMs: 20_000,
    onOutput(chunk, stream) {
      output[stream] += Buffer.from(chunk).toString();
    },
    ...options,
  });
  return { end, ...output, ms: performance.now() - startedAt };
}

/** Whether a process goes on; a zombie does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  return !isAlive(pid);
}

describe('a bare process', () => {
  it('gives output and exit code', async () => {
    expect(await run('echo out; echo err >&2; exit 3')).toMatchObject({
      end: { state: 'exited', exitCode: 3 },
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await run(['printf', '%s|', 'a b', '$HOME', ';'])).toMatchObject({
      end: { state: 'exited', exitCode: 0 },
      stdout: 'a b|$HOME|;|',
    });
    expect((await run('kill -SEGV $$')).end).toEqual({ state: 'signalled', signal: 'SIGSEGV' });
    expect(processes.sandboxed).toBe(false);
  });

  it('runs in the folder it is told, with bash and without startup files', async () => {
    verifies('policy.analysis.same-text');
    const folder = temporaryFolder();
    expect((await run('pwd; [[ 1 == 1 ]] && echo bash', { cwd: folder })).stdout).toBe(`${folder}\nbash\n`);
    const hostile = createBareProcesses({ env: { ...process.env, BASH_ENV: '/nonexistent', ENV: 'x' } });
    expect(await run('echo "$BASH_ENV$ENV"', {}, hostile)).toMatchObject({ stdout: '\n', stderr: '' });
    const sh = createBareProcesses({ env: process.env, shell: ['/bin/sh', '-c'] });
    expect((await run('echo sh', {}, sh)).stdout).toBe('sh\n');
  });

  it('has an empty standard input, or what it is given', async () => {
    verifies('core.tools.run-command-stdin');
    expect((await run('wc -c')).stdout.trim()).toBe('0');
    expect((await run('cat', { input: 'given' })).stdout).toBe('given');
    expect((await run('true', { input: 'x'.repeat(1_000_000) })).end).toEqual({ state: 'exited', exitCode: 0 });
  });

  it('passes on only what is allowed of the environment', async () => {
    verifies('policy.analysis.environment');
    const port = createBareProcesses({
      env: { PATH: process.env['PATH'], OPENAI_API_KEY: 'sk-1', LC_ALL: 'C', TERM: 'xterm', LD_PRELOAD: '/x' },
    });
    const { stdout } = await run('env', {}, port);
    expect(stdout).not.toMatch(/sk-1|LD_PRELOAD/);
    expect(stdout).toMatch(/^LC_ALL=C$/m);
    expect(stdout).toMatch(/^TERM=dumb$/m);
    expect(processEnv({})['PATH']).toBeTruthy();
  });

  it('says why it could not start', async () => {
    expect((await run(['/no/such/program'])).end).toEqual({
      state: 'failed',
      message: expect.stringContaining('does not exist'),
    });
    expect((await run('true', { cwd: '/no/such/folder' })).end.state).toBe('failed');
    expect((await run('echo \0')).end.state).toBe('failed');
    expect((await run(`: ${'x'.repeat(3_000_000)}`)).end).toEqual({
      state: 'failed',
      message: expect.stringContaining('too long'),
    });
    const script = join(temporaryFolder(), 'script');
    writeFileSync(script, 'true', { mode: 0o644 });
    expect((await run([script])).end).toEqual({
      state: 'failed',
      message: expect.stringContaining('may not be started'),
    });
  });

  it('ends the whole group at the timeout', async () => {
    verifies('core.tools.run-command-group');
    const ran = await run('sleep 301 & echo $!; (sleep 302 & echo $!; wait) & echo $!; wait', { timeoutMs: 400 });
    expect(ran.end).toEqual({ state: 'timed-out' });
    expect(ran.ms).toBeLessThan(4000);
    const pids = ran.stdout.trim().split('\n').map(Number);
    expect(pids).toHaveLength(3);
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
  });

  it('ends what ignores the first request to end', async () => {
    const ran = await run("trap '' TERM; echo $$; while :; do sleep 0.1; done", { timeoutMs: 300 });
    expect(ran.end).toEqual({ state: 'timed-out' });
    expect(await isGone(Number(ran.stdout))).toBe(true);
  });

  it('lets a process clean up', async () => {
    const ran = await run("trap 'echo bye; exit 0' TERM; sleep 300 & wait", { timeoutMs: 300 });
    expect(ran).toMatchObject({ end: { state: 'timed-out' }, stdout: 'bye\n' });
  });

  it('does not wait for a child that keeps the pipes open', async () => {
    verifies('core.tools.run-command-background');
    const background = await run('sleep 303 & echo $!');
    expect(background.end).toEqual({ state: 'exited', exitCode: 0 });
    expect(background.ms).toBeLessThan(8000);
    expect(await isGone(Number(background.stdout))).toBe(true);
  });

  it('does not wait for one that left the group, and ends it', async () => {
    const escaped = await run("setsid bash -c 'echo $$; exec sleep 30' & sleep 0.3");
    expect(escaped.end).toEqual({ state: 'exited', exitCode: 0 });
    expect(escaped.ms).toBeLessThan(8000);
    expect(isAlive(Number(escaped.stdout))).toBe(false);
  });

  it('leaves nothing of the group behind', async () => {
    const ran = await run('sleep 304 >/dev/null 2>&1 & echo $!');
    expect(ran.ms).toBeLessThan(1500);
    expect(await isGone(Number(ran.stdout))).toBe(true);
  });

  it('is cancelled by its signal', async () => {
    verifies('core.tools.run-command-group');
    const controller = new AbortController();
    const running = run('echo $$; sleep 305 & echo $!; wait', { signal: controller.signal });
    setTimeout(() => controller.abort(), 300);
    const ran = await running;
    expect(ran.end).toEqual({ state: 'cancelled' });
    for (const pid of ran.stdout.trim().split('\n')) expect(await isGone(Number(pid))).toBe(true);
    expect((await run('echo never', { signal: controller.signal })).end).toEqual({ state: 'cancelled' });
  });

  it('takes a flood in bounded memory', async () => {
    let bytes = 0;
    const before = process.memoryUsage().rss;
    let peak = 0;
    const { end } = await run('head -c 200000000 /dev/zero', {
      onOutput(chunk) {
        bytes += chunk.length;
        peak = Math.max(peak, process.memoryUsage.rss());
      },
    });
    expect(end).toEqual({ state: 'exited', exitCode: 0 });
    expect(bytes).toBe(200_000_000);
    expect(peak - before).toBeLessThan(150_000_000);
  });

  it('can be timed out while it floods', async () => {
    const ran = await run('yes', { timeoutMs: 500, onOutput() {} });
    expect(ran.end).toEqual({ state: 'timed-out' });
    expect(ran.ms).toBeLessThan(5000);
  });
});
