import { describe, expect, it } from 'vitest';
import { listCommands } from '../../../src/builtin/shell/background/list-commands.js';
import { pollCommand } from '../../../src/builtin/shell/background/poll-command.js';
import { startCommand } from '../../../src/builtin/shell/background/start-command.js';
import { stopCommand } from '../../../src/builtin/shell/background/stop-command.js';
import { writeCommand } from '../../../src/builtin/shell/background/write-command.js';
import { createRunCommand, runCommand } from '../../../src/builtin/shell/run-command.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';
import { backgroundBench } from './background/background-bench.js';

describe('run_command', () => {
  it('gives a program no terminal, so that none waits for a person', async () => {
    verifies('terminals.command.no-terminal');
    const { ctx } = createBench();
    const prompts = [
      'read -p "Name: " name; echo "[$name]"; test -t 0 || echo "no terminal"',
      'if (exec </dev/tty) 2>/dev/null; then echo "reached a terminal"; else echo none; fi',
    ];
    const told = [];
    for (const command of prompts)
      told.push((await callOk(runCommand, { command, timeout_ms: 10_000 }, ctx)).value.output);
    expect(told).toEqual(['[]\nno terminal\n', 'none\n']);
    const sudo = await callTool(runCommand, { command: 'ssh-keygen -y -f missing </dev/tty', timeout_ms: 10_000 }, ctx);
    expect(sudo.failure?.errorType).toBe('io_error');
  });

  it('tells the streams apart where that is asked for', async () => {
    verifies('terminals.command.streams', 'y-agent.tool.shell-bound');
    const { ctx } = createBench();
    const byCharacters = createRunCommand({ streams: { max: 10_000, unit: 'characters' } });
    const { value, shown } = await callOk(byCharacters, { command: 'echo out; echo err >&2' }, ctx);
    expect(value).toEqual({ exit_code: 0, timed_out: false, stdout: 'out\n', stderr: 'err\n', bytes: 8 });
    expect(shown).toBe('out\n[stderr]\nerr\n[exit code 0]');
    const print = `printf 'ä%.0s' $(seq 12000); printf 'e%.0s' $(seq 10001) >&2`;
    const cut = await callOk(byCharacters, { command: print }, ctx);
    expect(cut.value.stdout).toBe(`${'ä'.repeat(10_000)}\n[… cut here: 24000 bytes in all …]`);
    expect(cut.value.stderr).toBe(`${'e'.repeat(10_000)}\n[… cut here: 10001 bytes in all …]`);
    const byBytes = createRunCommand({ streams: { max: 10_000, unit: 'bytes' } });
    const bytes = await callOk(byBytes, { command: print }, ctx);
    expect(bytes.value.stdout).toBe(`${'ä'.repeat(5000)}\n[… cut here: 24000 bytes in all …]`);
    const exact = await callOk(byBytes, { command: `printf 'e%.0s' $(seq 10000)` }, ctx);
    expect(exact.value.stdout).toBe('e'.repeat(10_000));
    expect((await callTool(byBytes, { command: 'echo x >&2; exit 4' }, ctx)).value).toMatchObject({
      exit_code: 4,
      stderr: 'x\n',
    });
  });

  it('takes its time in seconds where that is asked for', async () => {
    verifies('terminals.command.streams', 'y-agent.tool.shell-run');
    const { ctx, root } = createBench();
    const tool = createRunCommand({ timeout: { default: 30, max: 600, unit: 's' } });
    expect((await callOk(tool, { command: 'pwd', cwd: '.' }, ctx)).plan).toMatchObject({
      preview: { timeoutMs: 30_000 },
    });
    const late = await callTool(tool, { command: 'pwd; sleep 20', timeout_s: 1 }, ctx);
    expect(late.failure).toMatchObject({ errorType: 'timeout', message: expect.stringContaining('1000 ms') });
    expect(late.value.output).toBe(`${root}\n`);
    expect(tool.parameters['properties']).not.toHaveProperty('timeout_ms');
    expect(tool.limits.timeoutMs).toBe(610_000);
  });

  it('has others beside it that start, poll, write to, end and list processes', async () => {
    verifies('y-agent.tool.shell-process');
    const { ctx } = backgroundBench();
    const { value } = await callOk(startCommand, { command: 'read a; echo "got $a"; read b', wait_ms: 0 }, ctx);
    await callOk(writeCommand, { id: value.id, text: 'x\n' }, ctx);
    expect((await callOk(pollCommand, { id: value.id, wait_ms: 5000 }, ctx)).value.output).toBe('got x\n');
    await callOk(stopCommand, { id: value.id }, ctx);
    expect((await callOk(listCommands, {}, ctx)).value.commands).toMatchObject([{ id: value.id, state: 'ended' }]);
  });
});
