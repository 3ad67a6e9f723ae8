import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBareProcesses } from '../../src/sandbox/bare-process.js';
import type { ProcessPort, ProcessStart } from '../../src/tool/port.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { confined, countRunning, runIn } from './confined.js';

const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
const ports: readonly [string, () => ProcessPort][] = [
  ['bare', () => createBareProcesses({ env })],
  ['confined', () => confined().port],
];

function lines() {
  let text = '';
  const waiting = new Set<() => void>();
  return {
    onOutput(chunk: Uint8Array) {
      text += Buffer.from(chunk).toString();
      for (const look of waiting) look();
    },
    text: () => text,
    sees: (wanted: string) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (text.includes(wanted)) resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

describe.skipIf(needs('bwrap')).each(ports)('a %s process that lasts', (_, open) => {
  const start = (command: ProcessStart['command'], options: Partial<ProcessStart> = {}) =>
    open().start({ command, cwd: '/', ...options });

  it('is talked to, and ends when its input does', async () => {
    verifies('sandbox.start.lasting');
    const output = lines();
    const running = await start('while read -r line; do echo "got $line"; done; echo over; exit 4', output);
    expect(await running.write('one\n')).toBe(true);
    await output.sees('got one');
    expect(await running.write(Buffer.from('two\n'))).toBe(true);
    await output.sees('got two');
    running.end();
    expect(await running.ended).toEqual({ state: 'exited', exitCode: 4 });
    expect(output.text()).toBe('got one\ngot two\nover\n');
    expect(await running.write('late\n')).toBe(false);
  });

  it('is written to as fast as it reads', async () => {
    verifies('sandbox.start.lasting');
    const output = lines();
    const running = await start('sleep 0.5; wc -c', output);
    const big = 'x'.repeat(5_000_000);
    const startedAt = performance.now();
    expect(await running.write(big)).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(300);
    running.end();
    expect(await running.ended).toEqual({ state: 'exited', exitCode: 0 });
    expect(output.text().trim()).toBe('5000000');
  });

  it('is asked to end when its input is not enough, and killed when asking is not', async () => {
    verifies('sandbox.start.lasting');
    const output = lines();
    const polite = await start("trap 'echo bye; exit 5' TERM; echo up; sleep 50 & wait", output);
    await output.sees('up');
    polite.end();
    polite.end();
    expect(await polite.ended).toEqual({ state: 'exited', exitCode: 5 });
    expect(output.text()).toBe('up\nbye\n');
    const time = `88${String(process.pid).padStart(7, '0')}`;
    const deaf = await start(`trap '' TERM; while :; do sleep ${time}; done`);
    setTimeout(() => deaf.end(), 200);
    expect(await deaf.ended).toEqual({ state: 'signalled', signal: 'SIGKILL' });
    expect(countRunning(time)).toBe(0);
    expect(await deaf.write('x')).toBe(false);
  });

  it('has no deadline unless it is given one', async () => {
    verifies('sandbox.start.lasting');
    const timed = await start('sleep 60', { timeoutMs: 200 });
    expect(await timed.ended).toEqual({ state: 'timed-out' });
    const controller = new AbortController();
    const cancelled = await start(['sleep', '60'], { signal: controller.signal });
    controller.abort();
    expect(await cancelled.ended).toEqual({ state: 'cancelled' });
    expect(await (await start('true', { signal: controller.signal })).ended).toEqual({ state: 'cancelled' });
  });

  it('that cannot be started says why', async () => {
    verifies('sandbox.start.failed');
    const running = await start(['/no/such/program']);
    expect(await running.ended).toEqual({ state: 'failed', message: expect.stringContaining('/no/such/program') });
    expect(await running.write('x')).toBe(false);
    running.end();
  });
});

describe.skipIf(needs('bwrap'))('a confined process', () => {
  it('sees the workspace read-only as a hook', async () => {
    verifies('sandbox.profile.hook');
    const box = confined();
    writeFileSync(join(box.root, 'file'), 'text');
    const hook = await runIn(box, 'cat file; echo x > new; echo x > "$TMPDIR/new" && echo private', {
      profile: 'hook',
    });
    expect(hook.stdout).toBe('textprivate\n');
    expect(hook.stderr).toContain('new: Read-only file system');
  });

  it('writes its own folder as a server, and the workspace when its facts say so', async () => {
    verifies('sandbox.profile.server');
    const box = confined();
    const data = temporaryFolder();
    const line = `echo kept > ${data}/state; echo x > made; mkdir -p .git/hooks; echo x > dist/out; ls`;
    mkdirSync(join(box.root, 'dist'));
    const alone = await runIn(box, line, { profile: 'server', data });
    expect(alone.stdout).toBe('dist\n');
    expect(readFileSync(join(data, 'state'), 'utf8')).toBe('kept\n');
    const write = (target: string) => ({ kind: 'write', target, where: 'workspace', known: true, deep: true }) as const;
    await runIn(box, line, { profile: 'server', data, facts: [write('dist')] });
    expect((await runIn(box, 'ls . dist', { profile: 'server' })).stdout).toBe('.:\ndist\n\ndist:\nout\n');
    expect((await runIn(box, line, { profile: 'server', data, facts: [write('.')] })).stdout).toContain('made');
    const plan = confined({ root: box.root, mode: () => 'plan' });
    expect((await runIn(plan, 'echo x > planned', { profile: 'server', facts: [write('.')] })).end).not.toMatchObject({
      exitCode: 0,
    });
  });

  it('gets no descriptor that was left open to this process', async () => {
    verifies('sandbox.start.descriptors');
    const secret = join(temporaryFolder(), 'secret');
    writeFileSync(secret, 'outside');
    const script = `
      import { createSandbox } from ${JSON.stringify(join(import.meta.dirname, '../../src/sandbox/create-sandbox.ts'))};
      const root = ${JSON.stringify(temporaryFolder())};
      const port = createSandbox({ env: process.env, root, home: root, own: [], mode: () => 'edit', hosts: () => [] });
      await port.run({ command: 'cat <&40; cat <&4; true', cwd: root, timeoutMs: 9000, onOutput: (chunk) => process.stdout.write(chunk) });
      process.stdout.write(port.sandboxed ? 'sandboxed' : 'not sandboxed');`;
    const fd = openSync(secret, 'r');
    const stdio = ['ignore', 'pipe', 'inherit', 'ignore', fd, ...Array<'ignore'>(35).fill('ignore'), fd] as const;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: [...stdio],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await new Promise((resolve) => child.once('close', resolve));
    expect(output).toContain('sandboxed');
    expect(output).not.toMatch(/outside|not sandboxed/);
  });
});
