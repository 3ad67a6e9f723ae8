import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { called, runY } from './open-y.js';

const shell = (args: object) => called('ShellExec', args);

it('runs a command and tells its streams apart', async () => {
  verifies('y-agent.tool.shell-run', 'y-agent.definition.output', 'y-agent.definition.error-codes');
  const { told } = await runY([
    shell({ command: 'echo out; echo err >&2' }),
    shell({ action: 'run', command: 'pwd; exit 3', working_dir: '.' }),
    shell({ command: 'sleep 20', timeout_secs: 1 }),
    shell({ action: 'poll' }),
    shell({ action: 'poll', process_id: 'cmd_9' }),
  ]);
  expect(told[0]?.content).toMatchObject({ exit_code: 0, stdout: 'out\n', stderr: 'err\n' });
  expect(told[1]).toMatchObject({ code: 'runtime_error', details: { exit_code: 3 }, retryable: false });
  expect(told[2]).toMatchObject({ code: 'timeout', retryable: true });
  expect(told[3]).toMatchObject({
    error: 'The action poll needs process_id. Call again with it.',
    code: 'validation_error',
  });
  expect(told[4]).toMatchObject({ code: 'runtime_error' });
  expect(told[4]?.error).toContain('ShellExec (action start)');
});

it('works in working_dir, and gives a command 30 s', async () => {
  verifies('y-agent.tool.shell-run');
  const workspace = newFolder();
  mkdirSync(join(workspace, 'deep'));
  const { told, questions } = await runY([shell({ command: 'pwd', working_dir: 'deep' })], { workspace });
  expect(told[0]?.content).toMatchObject({ stdout: `${join(workspace, 'deep')}\n` });
  expect(questions).toMatchObject([{ preview: { timeoutMs: 30_000 } }]);
});

it('bounds each stream at 10,000 bytes', async () => {
  verifies('y-agent.tool.shell-bound');
  const command = `printf 'ä%.0s' $(seq 12000); printf 'e%.0s' $(seq 4000) >&2`;
  const { told } = await runY([shell({ command })]);
  expect(told[0]?.content).toMatchObject({
    stdout: `${'ä'.repeat(5000)}\n[… cut here: 24000 bytes in all …]`,
    stderr: 'e'.repeat(4000),
  });
});

it('starts, writes to, polls, lists and kills a process', async () => {
  verifies('y-agent.tool.shell-process');
  const on = { process_id: 'cmd_1' };
  const { told } = await runY([
    shell({ action: 'start', command: 'echo ready; read line; echo "got $line"; sleep 30', yield_time_ms: 2000 }),
    shell({ action: 'write', input: 'hello\n', ...on }),
    shell({ action: 'poll', yield_time_ms: 5000, ...on }),
    shell({ action: 'list' }),
    shell({ action: 'kill', ...on }),
  ]);
  const [started, written, polled, listed, killed] = told.map(({ content }) => content);
  expect(started).toEqual({ ...on, status: 'running', output: 'ready\n' });
  expect(written).toMatchObject({ ...on, written: true });
  expect(polled).toMatchObject({ status: 'running', output: 'got hello\n' });
  expect(listed).toMatchObject({ processes: [{ ...on, status: 'running' }] });
  expect(killed).toMatchObject({ ...on, status: 'exited' });
});
