import { describe, expect, it } from 'vitest';
import { listCommands } from '../../../../src/builtin/shell/background/list-commands.js';
import { pollCommand } from '../../../../src/builtin/shell/background/poll-command.js';
import { startCommand } from '../../../../src/builtin/shell/background/start-command.js';
import { stopCommand } from '../../../../src/builtin/shell/background/stop-command.js';
import { writeCommand } from '../../../../src/builtin/shell/background/write-command.js';
import type { Plan } from '../../../../src/tool/plan.js';
import { verifies } from '../../../requirements.js';
import { countRunning, untilNone } from '../../../sandbox/confined.js';
import { callOk, callTool } from '../../tool-harness.js';
import { type BackgroundBench, backgroundBench } from './background-bench.js';

let count = 0;
/** A time to sleep that no other process has. */
const mark = (): string => {
  count += 1;
  return `83${String(process.pid).padStart(7, '0')}.${count}`;
};

const start = (bench: BackgroundBench, command: string, more: object = {}) =>
  callTool(startCommand, { command, ...more }, bench.ctx);
const poll = (bench: BackgroundBench, id = 'cmd_1', wait_ms = 0) => callTool(pollCommand, { id, wait_ms }, bench.ctx);

describe('start_command', () => {
  it('gives an id and the first output, and goes on', async () => {
    verifies('background.start.first-output', 'background.policy.undo');
    const bench = backgroundBench();
    const time = mark();
    const started = await start(bench, `echo up; sleep ${time}`, { wait_ms: 5000 });
    expect(started.value).toMatchObject({ id: 'cmd_1', state: 'running', output: 'up\n', bytes: 3 });
    expect(started.shown).toMatch(/^up\n\[cmd_1 runs, [\d.]+ s\]$/);
    expect(started.plan as Plan).toMatchObject({
      preview: { kind: 'command', background: true },
      undo: { possible: false, why: expect.stringContaining('not kept') },
    });
    expect(countRunning(time)).toBe(1);
    expect(bench.commandEvents).toMatchObject([
      { type: 'command-started', body: { commandId: 'cmd_1', callId: 'call_test', cwd: '.' } },
    ]);
  });

  it('tells at once of what ends at once', async () => {
    verifies('background.start.first-output');
    const bench = backgroundBench();
    const failed = await start(bench, 'echo no >&2; exit 3', { wait_ms: 5000 });
    expect(failed.failure).toMatchObject({ errorType: 'io_error', message: 'It ended at once, with exit code 3.' });
    expect(failed.value).toMatchObject({ state: 'ended', exit_code: 3, output: 'no\n' });
    expect((await start(bench, 'echo done', { wait_ms: 5000 })).value).toMatchObject({ exit_code: 0, state: 'ended' });
    expect(bench.commandEvents.filter(({ type }) => type === 'command-ended').map(({ body }) => body)).toMatchObject([
      { commandId: 'cmd_1', by: 'itself', exitCode: 3, told: true },
      { commandId: 'cmd_2', by: 'itself', exitCode: 0, told: true },
    ]);
    const missing = await start(bench, 'true', { cwd: 'nowhere' });
    expect(missing.failure).toMatchObject({ errorType: 'not_found' });
  });

  it('keeps to eight at once', async () => {
    verifies('background.start.bounded');
    const bench = backgroundBench();
    for (let at = 0; at < 8; at += 1) expect((await start(bench, 'sleep 50', { wait_ms: 0 })).failure).toBeUndefined();
    const ninth = await start(bench, 'sleep 50', { wait_ms: 0 });
    expect(ninth.failure).toMatchObject({ errorType: 'rate_limited', message: expect.stringContaining('cmd_8 (runs') });
    await callOk(stopCommand, { id: 'cmd_3' }, bench.ctx);
    expect((await start(bench, 'sleep 50', { wait_ms: 0 })).value).toMatchObject({ id: 'cmd_9' });
  });
});

describe('poll_command', () => {
  it('gives what is new, each time', async () => {
    verifies('background.poll.new');
    const bench = backgroundBench();
    await start(bench, 'read a; echo "one $a"; read b; echo "two $b"; exit 4', { wait_ms: 0 });
    expect((await poll(bench)).value).toMatchObject({ state: 'running', output: '' });
    await callOk(writeCommand, { id: 'cmd_1', text: 'x\n' }, bench.ctx);
    expect((await poll(bench, 'cmd_1', 5000)).value).toMatchObject({ state: 'running', output: 'one x\n' });
    expect((await poll(bench)).shown).toMatch(/^\[cmd_1 runs, [\d.]+ s, no new output\]$/);
    await callOk(writeCommand, { id: 'cmd_1', text: 'y\n' }, bench.ctx);
    await poll(bench, 'cmd_1', 5000);
    const last = await poll(bench, 'cmd_1', 5000);
    expect(last.value).toMatchObject({ state: 'ended', exit_code: 4 });
    expect((await poll(bench)).value).toMatchObject({ state: 'ended', exit_code: 4, output: '' });
  });

  it('never cuts a character in two', async () => {
    verifies('background.poll.new');
    const bench = backgroundBench();
    const bytes = [...Buffer.from('ä€😀')].map((byte) => `\\x${byte.toString(16)}`);
    await start(bench, bytes.map((byte) => `printf '${byte}'; sleep 0.05`).join('; '), { wait_ms: 0 });
    let text = '';
    for (let at = 0; at < 60; at += 1) {
      const { value } = await poll(bench, 'cmd_1', 20);
      text += value.output;
      if (value.state === 'ended') break;
    }
    expect(text).toBe('ä€😀');
  });

  it('waits no longer than it is told, and for the end or a word', async () => {
    verifies('background.poll.wait');
    const bench = backgroundBench();
    await start(bench, 'read a; sleep 0.3; exit 7', { wait_ms: 0 });
    const began = performance.now();
    await poll(bench, 'cmd_1', 300);
    expect(performance.now() - began).toBeGreaterThanOrEqual(290);
    await callOk(writeCommand, { id: 'cmd_1', text: 'go\n' }, bench.ctx);
    expect((await poll(bench, 'cmd_1', 60_000)).value).toMatchObject({ state: 'ended', exit_code: 7 });
    expect(performance.now() - began).toBeLessThan(10_000);
    const cancelled = AbortSignal.timeout(200);
    await start(bench, 'sleep 40', { wait_ms: 0 });
    await callOk(pollCommand, { id: 'cmd_2', wait_ms: 60_000 }, { ...bench.ctx, signal: cancelled });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('says that something may wait for input', async () => {
    const bench = backgroundBench();
    const asked = await start(bench, 'printf "Name: "; read name; echo "Hello $name"', { wait_ms: 5000 });
    expect(asked.shown).toContain('Name: \n[cmd_1 runs');
    expect(asked.shown).toContain('it may wait for input (write_command)');
  });

  it('keeps head and tail of a flood, and the whole as a blob', async () => {
    verifies('background.poll.bounded');
    const bench = backgroundBench();
    const before = process.memoryUsage().rss;
    await start(bench, 'head -c 30000000 /dev/zero | tr "\\0" x; echo; echo END; read a', { wait_ms: 0 });
    for (let at = 0; at < 300 && bench.ctx.background?.list()[0]?.unread !== 30_000_005; at += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const { value } = await poll(bench);
    expect(value).toMatchObject({ bytes: 30_000_005, output_blob: expect.stringMatching(/^blob:/) });
    expect(value.output.length).toBeLessThan(6000);
    expect(value.output).toMatch(/^x{100}[\s\S]*\[… output of 30 MB cut here[\s\S]*END\n$/);
    expect(bench.blobs.get(value.output_blob)?.length).toBe(30_000_005);
    console.log(
      `30 MB unread: ${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MiB more, blobs in memory included`,
    );
  });
});

describe('write_command', () => {
  it('ends the input without ending the command', async () => {
    verifies('background.write.input');
    const bench = backgroundBench();
    await start(bench, 'cat; echo over; sleep 0.2; exit 5', { wait_ms: 0 });
    expect((await callOk(writeCommand, { id: 'cmd_1', text: 'last', end: true }, bench.ctx)).value).toEqual({
      id: 'cmd_1',
      taken: true,
    });
    let text = '';
    let value = { state: 'running', exit_code: null, output: '' };
    while (value.state === 'running') {
      ({ value } = await poll(bench, 'cmd_1', 5000));
      text += value.output;
    }
    expect(text).toBe('lastover\n');
    expect(value.exit_code).toBe(5);
    const late = await callTool(writeCommand, { id: 'cmd_1', text: 'x' }, bench.ctx);
    expect(late.failure).toMatchObject({ errorType: 'stale' });
  });

  it('does not wait for one that does not read', async () => {
    verifies('background.write.input');
    const bench = backgroundBench();
    await start(bench, 'sleep 50', { wait_ms: 0 });
    const began = performance.now();
    const write = () => callTool(writeCommand, { id: 'cmd_1', text: 'x'.repeat(65_000) }, bench.ctx);
    const all = await Promise.all(Array.from({ length: 20 }, write));
    expect(performance.now() - began).toBeLessThan(5000);
    expect(all[3]?.value).toMatchObject({ taken: false });
    expect(all[19]?.failure).toMatchObject({ errorType: 'rate_limited' });
  });

  it('is judged as something that only its reader understands', async () => {
    verifies('background.write.judged');
    const bench = backgroundBench();
    await start(bench, 'bash', { wait_ms: 0 });
    const { facts } = await callTool(writeCommand, { id: 'cmd_1', text: 'ls; rm -rf build\n' }, bench.ctx);
    expect(facts[0]).toMatchObject({
      kind: 'exec',
      known: false,
      words: [null],
      note: expect.stringContaining('cmd_1'),
    });
    expect(facts.map(({ kind, target }) => `${kind} ${target}`)).toEqual(
      expect.arrayContaining(['exec ls', 'delete build']),
    );
    const deletion = facts.find(({ kind }) => kind === 'delete');
    expect(facts[deletion?.by ?? -1]).toMatchObject({ kind: 'exec', target: 'rm -rf build' });
  });
});

describe('stop_command', () => {
  it('ends it with all it started, and gives the rest', async () => {
    verifies('background.stop.all');
    const bench = backgroundBench();
    const time = mark();
    await start(bench, `trap 'echo bye; exit 0' TERM; sleep ${time} & echo up; wait`, { wait_ms: 5000 });
    const stopped = await callOk(stopCommand, { id: 'cmd_1' }, bench.ctx);
    expect(stopped.value).toMatchObject({ state: 'ended', exit_code: 0, output: 'bye\n' });
    expect(await untilNone(time, 1000)).toBe(0);
    expect((await callOk(stopCommand, { id: 'cmd_1' }, bench.ctx)).value).toMatchObject({ state: 'ended' });
    expect(bench.commandEvents.at(-1)).toMatchObject({ type: 'command-ended', body: { by: 'call', told: true } });
  });
});

describe('list_commands', () => {
  it('tells what runs and what has ended', async () => {
    verifies('background.list.known');
    const bench = backgroundBench();
    expect((await callOk(listCommands, {}, bench.ctx)).value).toEqual({ commands: [] });
    expect((await poll(bench, 'cmd_1')).failure).toMatchObject({
      errorType: 'not_found',
      message: 'There is no background command cmd_1. None was started; use start_command.',
    });
    await start(bench, 'sleep 50', { wait_ms: 0 });
    await start(bench, 'echo gone; exit 2', { wait_ms: 5000 });
    expect((await callOk(listCommands, {}, bench.ctx)).value.commands).toMatchObject([
      { id: 'cmd_1', command: 'sleep 50', state: 'running', unread_bytes: 0 },
      { id: 'cmd_2', state: 'ended', exit_code: 2 },
    ]);
    expect((await poll(bench, 'cmd_9')).failure?.message).toBe(
      'There is no background command cmd_9. Known are cmd_1 (runs: sleep 50), cmd_2 (has ended: echo gone; exit 2).',
    );
    await bench.close();
    expect((await callOk(listCommands, {}, bench.ctx)).value.commands).toMatchObject([{ state: 'ended' }, {}]);
  });
});
