import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { call, openSeed, outputs, runCalls } from './seed-scene.js';

const run = (command: string, more: object = {}) => call('runCommand', { command, ...more });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Resolves when the process is gone; fails by the time limit of the test otherwise. */
async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(20);
}

it('runs in private:/, tells the streams apart and cuts each', async () => {
  verifies('seed.tool.command', 'seed.tool.command-result', 'seed.tool.command-cut', 'seed.tool.command-error');
  verifies('seed.risk.command-enforced');
  const { told, asked, workspace } = await runCalls(
    [
      run('echo out; echo err >&2'),
      run('cat a.txt', { cwd: 'private:/sub' }),
      run('head -c 20000 /dev/zero | tr "\\0" x; head -c 20000 /dev/zero | tr "\\0" y >&2'),
      run('echo before; exit 3'),
      run('sleep 30', { timeout: 200 }),
      run('  '),
    ],
    { 'sub/a.txt': 'in sub\n' },
  );
  const at = { cwd: 'private:/' };
  const [first, second, long, failed, late, empty] = told;
  expect(first).toEqual({
    output: { stdout: 'out\n', stderr: 'err\n', exitCode: 0, command: 'echo out; echo err >&2', ...at },
    isError: false,
  });
  expect(second).toMatchObject({ output: { stdout: 'in sub\n', cwd: 'private:/sub' } });
  const { stdout, stderr } = long?.output as { stdout: string; stderr: string };
  expect(stdout).toBe(`${'x'.repeat(10_000)}\n[… cut here: 20000 bytes in all …]`);
  expect(stderr).toBe(`${'y'.repeat(10_000)}\n[… cut here: 20000 bytes in all …]`);
  expect(failed).toEqual({
    output: {
      error: 'exit code 3',
      stdout: 'before\n',
      stderr: '',
      exitCode: 3,
      command: 'echo before; exit 3',
      ...at,
    },
    isError: true,
  });
  expect(late).toMatchObject({ output: { error: expect.stringContaining('200 ms'), exitCode: 1 }, isError: true });
  expect(empty).toMatchObject({ output: { error: expect.stringContaining('command is empty') }, isError: true });
  // Each was asked about but the one that could not be run.
  expect(asked.map(({ tool }) => tool)).toEqual(Array.from({ length: 5 }, () => 'runCommand'));
  expect(asked[0]).toMatchObject({ preview: { kind: 'command', cwd: 'private:/', timeoutMs: 30_000 } });
  expect(JSON.stringify(told)).not.toContain(workspace);
});

it('ends a command that is aborted, and says so', async () => {
  verifies('seed.tool.command-abort', 'seed.tasks.cancel');
  const { session } = await openSeed([{ calls: [run('trap "echo asked; exit 9" TERM; echo up; sleep 30 & wait')] }]);
  session.on((event) => {
    if (event.type === 'output-delta') session.cancel();
  });
  const { events, end } = await play(session.send('go'));
  expect(end.reason).toBe('cancelled');
  expect(outputs(events)).toMatchObject([{ output: { error: expect.stringContaining('cancelled') }, isError: true }]);
});

it('lets a command go on in the background with its pid, and ends it when the task is aborted', async () => {
  verifies('seed.tool.command-background', 'seed.tool.command-background-kill');
  const { session } = await openSeed([
    { calls: [run('sleep 60', { isBackground: true })] },
    { calls: [run('echo still here')] },
    { calls: [run('echo up; sleep 30')] },
  ]);
  const started: { output: { pid: number } }[] = [];
  let aliveMeanwhile: boolean | undefined;
  session.on((event) => {
    if (event.type === 'call-settled') started.push(JSON.parse(event.body.content) as (typeof started)[number]);
    if (started.length === 2) aliveMeanwhile ??= isAlive(started[0]?.output.pid ?? 0);
    if (event.type === 'output-delta' && started.length === 2) session.cancel();
  });
  await play(session.send('go'));
  expect(started[0]).toEqual({
    output: {
      pid: expect.any(Number),
      command: 'sleep 60',
      cwd: 'private:/',
      message: expect.stringContaining('background'),
    },
    isError: false,
  });
  expect(aliveMeanwhile).toBe(true);
  await gone(started[0]?.output.pid ?? 0);
  expect(session.commands.map(({ running }) => running)).toEqual([false]);
});

it('ends what runs when the task is paused, and goes on when it is resumed', async () => {
  verifies('seed.tasks.pause');
  const { session } = await openSeed([{ calls: [run('echo up; sleep 30'), call('listFiles')] }, { text: 'gone on' }]);
  const stop = session.on((event) => {
    if (event.type === 'output-delta') session.pause();
  });
  const paused = await play(session.send('go'));
  stop();
  expect(paused.end.reason).toBe('paused');
  expect(outputs(paused.events)).toMatchObject([{ isError: true }]);
  const { end, events } = await play(session.resume());
  expect(end).toMatchObject({ reason: 'answered', text: 'gone on' });
  expect(bodies(events, 'call-settled')).toMatchObject([{ name: 'listFiles', outcome: 'ok' }]);
});
