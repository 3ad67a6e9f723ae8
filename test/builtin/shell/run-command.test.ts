import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../src/builtin/file/read-file.js';
import { plainText } from '../../../src/builtin/shell/plain-text.js';
import { runCommand } from '../../../src/builtin/shell/run-command.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

describe('run_command', () => {
  it('gives exit code and output as it comes', async () => {
    verifies('core.tools.run-command');
    const { ctx, root, progress } = createBench();
    const { value, shown } = await callOk(runCommand, { command: 'pwd; echo err >&2; sleep 0.05; printf end' }, ctx);
    expect(value).toEqual({ exit_code: 0, timed_out: false, output: `${root}\nerr\nend`, bytes: root.length + 8 });
    expect(shown).toBe(`${root}\nerr\nend\n[exit code 0]`);
    expect(progress.join('')).toBe(`${root}\nerr\nend`);
    expect((await callOk(runCommand, { command: 'true' }, ctx)).shown).toBe('[exit code 0, no output]');
    expect((await callOk(runCommand, { command: 'cat | wc -c' }, ctx)).value.output.trim()).toBe('0');
  });

  it('tells policy and the person what it would run', async () => {
    verifies('core.tools.run-command-preview');
    const { ctx, outside } = createBench();
    expect(await runCommand.plan?.({ command: 'rm -rf $X' }, ctx)).toMatchObject({
      facts: [
        {
          kind: 'exec',
          target: 'rm -rf $X',
          where: 'workspace',
          known: false,
          words: ['rm', '-rf', null],
          note: '`$X` is only known at run time',
        },
        {
          kind: 'delete',
          target: '$X',
          where: 'outside',
          known: false,
          deep: true,
          by: 0,
          note: 'the path `$X` is only known at run time',
        },
      ],
      preview: { kind: 'command', command: 'rm -rf $X', cwd: '.', timeoutMs: 60_000 },
    });
    expect(await runCommand.plan?.({ command: 'ls', cwd: '../outside', timeout_ms: 5 }, ctx)).toMatchObject({
      facts: [{ kind: 'exec', where: 'outside' }, { kind: 'read', where: 'outside' }, { kind: 'read' }],
      preview: { cwd: outside, timeoutMs: 5 },
    });
  });

  it('runs in cwd, and says when that is no folder', async () => {
    verifies('core.tools.run-command-cwd');
    const { ctx, root, write } = createBench();
    mkdirSync(join(root, 'sub'));
    write('a.txt', '');
    expect((await callOk(runCommand, { command: 'pwd; echo $PWD', cwd: 'sub' }, ctx)).value.output).toBe(
      `${root}/sub\n${root}/sub\n`,
    );
    expect((await callTool(runCommand, { command: 'pwd', cwd: 'none' }, ctx)).failure?.errorType).toBe('not_found');
    expect((await callTool(runCommand, { command: 'pwd', cwd: 'a.txt' }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
    for (const command of ['', ' \n', 'a\0b'])
      expect((await callTool(runCommand, { command }, ctx)).failure?.errorType).toBe('validation_failed');
    const gone = await callTool(runCommand, { command: 'pwd' }, ctx, () => rmSync(root, { recursive: true }));
    expect(gone.failure).toMatchObject({
      errorType: 'io_error',
      message: expect.stringContaining(`The workspace ${root} is gone`),
    });
  });

  it('fails with the output when the exit code is not 0', async () => {
    verifies('core.tools.run-command-exit');
    const { ctx } = createBench();
    const called = await callTool(runCommand, { command: 'echo out; exit 7' }, ctx);
    expect(called.failure).toMatchObject({
      errorType: 'io_error',
      message: 'exit code 7',
      data: { exit_code: 7, output: 'out\n' },
    });
    expect(called.shown).toBe('out\n[exit code 7]');
    expect((await callTool(runCommand, { command: 'kill -KILL $$' }, ctx)).failure).toMatchObject({
      message: expect.stringContaining('SIGKILL'),
      data: { exit_code: 137 },
    });
  });

  it('is ended at its timeout, with what it printed', async () => {
    verifies('core.tools.run-command-timeout', 'core.tools.run-command-group');
    const { ctx } = createBench();
    const called = await callTool(runCommand, { command: 'echo before; sleep 300', timeout_ms: 300 }, ctx);
    expect(called.failure).toMatchObject({
      errorType: 'timeout',
      data: { exit_code: null, timed_out: true, output: 'before\n' },
    });
    expect(called.shown).toBe('before\n[timed out]');
  });

  it('is cancelled with the call', async () => {
    const controller = new AbortController();
    const { ctx } = createBench({ signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    const called = await callTool(runCommand, { command: 'echo before; sleep 300' }, ctx);
    expect(called.failure).toMatchObject({ errorType: 'cancelled', data: { output: 'before\n' } });
  });

  it('does not hang on a child that keeps its pipes open', async () => {
    verifies('core.tools.run-command-background');
    const { ctx } = createBench();
    const startedAt = performance.now();
    expect((await callOk(runCommand, { command: 'sleep 300 & echo started' }, ctx)).value.output).toBe('started\n');
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  it('cuts long output in the middle and keeps the whole for read_file', async () => {
    verifies('core.tools.run-command-bounded', 'core.tools.run-command-blob', 'core.tools.read-file-blob');
    const { ctx, blobs } = createBench();
    for (const count of [3000, 300_000]) {
      const { value, shown } = await callOk(runCommand, { command: `seq ${count}` }, ctx);
      expect(JSON.stringify(shown).length).toBeLessThan(ctx.resultLimit - 300);
      expect(shown).toMatch(/^1\n2\n3\n/);
      expect(shown).toMatch(new RegExp(`\\n${count}\\n\\[exit code 0\\]$`));
      expect(shown).toContain(`read_file with path ${value.output_blob}`);
      expect(blobs.get(value.output_blob)?.length).toBe(value.bytes);
      const page = await callOk(
        readFile,
        { path: value.output_blob, line_start: count - 500, line_end: count - 499 },
        ctx,
      );
      expect(page.shown).toContain(`${count - 500}: ${count - 500}\n${count - 499}: ${count - 499}`);
    }
    blobs.clear();
    await callOk(runCommand, { command: 'seq 100' }, ctx);
    expect(blobs.size).toBe(0);
  });

  it('takes a flood in bounded memory and caps what is kept', async () => {
    verifies('core.bad-input.tool-floods');
    const { ctx, blobs, progress } = createBench();
    const before = process.memoryUsage().rss;
    const { value, shown } = await callOk(runCommand, { command: 'yes 0123456789 | head -c 200000000' }, ctx);
    expect(value.bytes).toBe(200_000_000);
    expect(blobs.get(value.output_blob)?.length).toBe(64 * 1024 * 1024);
    expect(shown).toContain('(its first 67 MB)');
    expect(shown.length).toBeLessThan(10_000);
    expect(progress.join('').length).toBeLessThan(30_000_000);
    // The blobs of this test are in memory themselves, in chunks and joined.
    expect(process.memoryUsage().rss - before).toBeLessThan(450_000_000);
  });

  it('goes on when the output cannot be kept', async () => {
    const { ctx } = createBench();
    const broken = {
      ...ctx,
      blobs: {
        ...ctx.blobs,
        writer: () => ({
          write() {
            throw new Error('disk full');
          },
          end: () => Promise.reject(new Error('disk full')),
          discard() {},
        }),
      },
    };
    const { value, shown } = await callOk(runCommand, { command: 'seq 100000' }, broken);
    expect(value.output_blob).toBeUndefined();
    expect(shown).toContain('could not be stored');
  });

  it('shows no escape sequences', async () => {
    const { ctx } = createBench();
    const { value } = await callOk(
      runCommand,
      {
        command: String.raw`printf '\033[31mred\033[0m \033]0;title\007 \033]8;;http://x\033\\link\033]8;;\033\\ a\rb\r\n\b'`,
      },
      ctx,
    );
    expect(value.output).toBe('red  link a\rb\n');
  });

  it('strips escapes in linear time', () => {
    const startedAt = performance.now();
    for (const bait of ['\u001b[', '\u001b]', '\u001b[1;', '\u001bP', '\u001b[ ', '\u001b'])
      plainText(bait.repeat(200_000));
    plainText(`\u001b[${'1'.repeat(1_000_000)}`);
    plainText(`\u001b]${'x'.repeat(1_000_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('keeps characters that arrive in two chunks', async () => {
    const { ctx, progress } = createBench();
    const { value } = await callOk(
      runCommand,
      { command: String.raw`printf '\xf0\x9f'; sleep 0.1; printf '\x98\x80'` },
      ctx,
    );
    expect(value.output).toBe('😀');
    expect(progress.join('')).toBe('😀');
  });
});
