import { describe, expect, it } from 'vitest';
import { defer } from '../../../../src/base/defer.js';
import { writeCommand } from '../../../../src/builtin/shell/background/write-command.js';
import { createVirtualTerminal } from '../../../../src/builtin/shell/terminal/virtual-terminal.js';
import { createMask } from '../../../../src/policy/secret/create-mask.js';
import type { Captured } from '../../../../src/tool/port.js';
import { verifies } from '../../../requirements.js';
import { untilNone, untilSome } from '../../../sandbox/confined.js';
import { createRandom } from '../../../support/random.js';
import { callTool } from '../../tool-harness.js';
import { type TerminalBench, terminalBench } from './terminal-bench.js';

let count = 0;
/** A time to sleep that no other process has. */
const mark = (): string => {
  count += 1;
  return `84${String(process.pid).padStart(7, '0')}.${count}`;
};

/** What is shown once it is as expected, or after a while: a busy machine draws in more than one go. */
async function untilShown({ vt }: TerminalBench, expected: RegExp): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const { shown } = await vt({ action: 'read', id: 'cmd_1', wait_ms: 250 });
    if (expected.test(shown) || tries === 20) return shown;
  }
}

describe('run', () => {
  it('works in one shell that stays', async () => {
    verifies('terminals.run.persistent', 'terminals.run.marks');
    const { vt, root, progress, write, commandEvents } = terminalBench();
    write('sub/a.txt', 'x');
    const first = await vt({ action: 'run', command: 'cd sub; KEPT=yes; printf "\\033[31mred\\033[0m\\n"; pwd' });
    expect(first.value).toEqual({
      id: 'cmd_1',
      state: 'ready',
      exit_code: 0,
      timed_out: false,
      output: `red\n${root}/sub\n`,
      bytes: expect.any(Number),
    });
    expect(first.shown).toBe(`red\n${root}/sub\n[cmd_1 ready, exit code 0]`);
    expect(progress.join('')).toBe(`red\n${root}/sub\n`);
    const second = await vt({ action: 'run', command: 'echo "$KEPT"; ls; (exit 7)' });
    expect(second.failure).toMatchObject({ errorType: 'io_error', message: 'exit code 7' });
    expect(second.value).toMatchObject({ id: 'cmd_1', exit_code: 7, output: 'yes\na.txt\n' });
    const other = await vt({ action: 'run', command: 'pwd', cwd: '.' });
    expect(other.value.output).toBe(`${root}\n`);
    expect((await vt({ action: 'run', command: 'pwd' })).value.output).toBe(`${root}\n`);
    expect(commandEvents.map(({ type }) => type)).toEqual(['command-started']);
    expect((await vt({ action: 'run', command: 'true', cwd: 'none' })).failure?.errorType).toBe('not_found');
  });

  it('runs any line as it was judged', async () => {
    verifies('terminals.run.any-line');
    const { vt } = terminalBench();
    const run = async (command: string) => (await vt({ action: 'run', command, timeout_ms: 10_000 })).value;
    expect(await run('echo one\necho "two\n three"')).toMatchObject({ exit_code: 0, output: 'one\ntwo\n three\n' });
    expect(await run("printf '%s|' 'a b' \"c'd\" é€😀 $'t\\tx' '!!' \tz")).toMatchObject({
      output: "a b|c'd|é€😀|t\tx|!!|z|",
    });
    expect(await run('echo "open')).toMatchObject({ exit_code: 2, output: expect.stringContaining('unexpected EOF') });
    expect(await run('cat <<END\nheredoc\nEND')).toMatchObject({ output: 'heredoc\n' });
    expect(await run('# nothing')).toMatchObject({ exit_code: 0, output: '' });
    await vt({ action: 'send', id: 'cmd_1', text: 'echo left over', wait_ms: 50 });
    expect(await run('echo mine')).toMatchObject({ output: 'mine\n' });
    expect(await run(`echo ${'x'.repeat(9000)} | wc -c`)).toMatchObject({
      output: expect.stringMatching(/^\s*9001\n$/),
    });
    // What a program prints is no mark, and a terminal answers nobody at a prompt.
    expect(await run("printf '\\033]7711;guess;waits;0;/\\007\\033[6n\\033[c'; sleep 0.1; echo on")).toMatchObject({
      output: expect.stringMatching(/on\n$/),
    });
    expect(await run('echo clean')).toMatchObject({ output: 'clean\n' });
    expect((await vt({ action: 'run', command: 'x'.repeat(20_000) })).failure?.message).toContain('at most 16000');
  });

  it('tells the exit code of a command that ends its shell, however long the rest of its end takes', async () => {
    verifies('terminals.run.ended');
    const { vt, ctx } = terminalBench();
    for (const [at, code] of [3, 0].entries()) {
      const slow = defer<Captured>();
      const change = { ...ctx.change, capture: async () => ({ end: () => slow.promise }) };
      const gone = await vt({ action: 'run', command: `echo last; exit ${code}` }, { change });
      slow.resolve({ paths: [], lost: [] });
      expect(gone.failure?.message).toBe(code === 0 ? undefined : `exit code ${code}`);
      expect(gone.value).toMatchObject({
        exit_code: code,
        output: expect.stringMatching(/^last\n/),
        hint: `The shell of cmd_${at + 1} has ended: the next run opens another`,
      });
    }
  });

  it('reports what does not end with its screen, and lets it go on', async () => {
    verifies('terminals.run.timeout');
    const { vt, commandEvents } = terminalBench({ tool: createVirtualTerminal({ waitsAtMostMs: 400 }) });
    const time = mark();
    const late = await vt({ action: 'run', command: `echo begun; sleep ${time}`, timeout_ms: 300_000 });
    expect(late.plan).toMatchObject({ preview: { kind: 'command', timeoutMs: 400 } });
    expect(late.failure).toMatchObject({
      errorType: 'timeout',
      message: expect.stringContaining('still runs in cmd_1'),
    });
    expect(late.value).toMatchObject({ timed_out: true, state: 'running', output: 'begun\n' });
    expect(late.value.screen).toMatch(/begun$/);
    expect(await untilSome(time, 1000)).toBe(1);
    const busy = await vt({ action: 'run', command: 'true' });
    expect(busy.failure).toMatchObject({ errorType: 'validation_failed', message: expect.stringContaining('ctrl-c') });
    const interrupted = await vt({ action: 'send', id: 'cmd_1', keys: ['ctrl-c'] });
    expect(interrupted.value).toMatchObject({ state: 'ready' });
    expect(await untilNone(time, 1000)).toBe(0);
    expect((await vt({ action: 'run', command: 'echo "$?"' })).value).toMatchObject({ output: '130\n' });
    const cancelled = await vt({ action: 'run', command: `sleep ${time}` }, { signal: AbortSignal.timeout(200) });
    expect(cancelled.failure?.errorType).toBe('cancelled');
    expect(await untilNone(time, 1000)).toBe(0);
    await vt({ action: 'read', id: 'cmd_1', wait_ms: 2000 });
    const gone = await vt({ action: 'run', command: 'exit 3' });
    verifies('terminals.run.ended');
    expect(gone.failure).toMatchObject({ errorType: 'io_error', message: 'exit code 3' });
    expect((await vt({ action: 'run', command: 'echo new' })).value).toMatchObject({ id: 'cmd_2', output: 'new\n' });
    expect(commandEvents.map(({ type, body }) => `${type} ${body.commandId}`)).toEqual([
      'command-started cmd_1',
      'command-ended cmd_1',
      'command-started cmd_2',
    ]);
    const usual = await terminalBench().vt({ action: 'run', command: 'true' });
    expect(usual.plan).toMatchObject({ preview: { timeoutMs: 60_000 } });
    const yips = terminalBench({ tool: createVirtualTerminal({ waitsAtMostMs: 120_000 }) });
    const bounded = await yips.vt({ action: 'run', command: 'true', timeout_ms: 300_000 });
    expect(bounded.plan).toMatchObject({ preview: { timeoutMs: 120_000 } });
  });
});

describe('the screen', () => {
  it('is told with cursor, title, size and scrollback', async () => {
    verifies('terminals.screen.state', 'terminals.screen.scrollback', 'terminals.send.keys');
    const bench = terminalBench();
    const { vt } = bench;
    const command = `printf '\\033]2;My \\033title\\007\\033[2J\\033[3;5Hhere\\033[1mbold'; read line; seq -f 'row %g' 1500; read line; echo "got $line"; read line`;
    const opened = await vt({ action: 'open', command, columns: 40, rows: 10, wait_ms: 3000 });
    expect(opened.value).toEqual({
      id: 'cmd_1',
      state: 'running',
      screen: '\n\n    herebold',
      cursor_row: 3,
      cursor_column: 13,
      columns: 40,
      rows: 10,
      title: expect.stringMatching(/^My/),
    });
    await vt({ action: 'send', id: 'cmd_1', keys: ['enter'] });
    expect(await untilShown(bench, /row 1500\n/)).toMatch(/row 1500\n/);
    const { value } = await vt({ action: 'read', id: 'cmd_1', lines: 1000 }, { resultLimit: 100_000 });
    const lines = value.screen.split('\n');
    expect(value.scrollback).toBe(1000);
    expect(lines.at(-1)).toBe('row 1500');
    expect(lines.length).toBe(1009);
    const bounded = await vt({ action: 'read', id: 'cmd_1', lines: 1000 });
    expect(bounded.value.screen.length).toBeLessThan(10_000);
    expect(bounded.value.screen).toMatch(/^\[… the beginning is left out …\]\n[\s\S]*1500$/);
    await vt({ action: 'send', id: 'cmd_1', text: 'typed', keys: ['backspace', 'enter'] });
    expect(await untilShown(bench, /got type\n/)).toMatch(/got type\n/);
    const unknown = await vt({ action: 'send', id: 'cmd_1', keys: ['hyper-x'] });
    expect(unknown.failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('enter, tab'),
    });
    await vt({ action: 'send', id: 'cmd_1', keys: ['enter'] });
    expect(await untilShown(bench, /ended/)).toMatch(/cmd_1 ended/);
    const late = await vt({ action: 'send', id: 'cmd_1', text: 'x' });
    expect(late.failure).toMatchObject({ errorType: 'stale' });
  });

  it('is that of programs that have all of it', async () => {
    verifies('terminals.screen.programs');
    const bench = terminalBench();
    const { vt, write } = bench;
    write('long.txt', Array.from({ length: 300 }, (_, at) => `line ${at + 1}`).join('\n'));
    // A pager in bash alone: no other program is sure to be there.
    write(
      'pager.sh',
      `printf '\\033[?1049h'; top=1; draw() { rows=$(stty size </dev/tty); rows=\${rows% *}; printf '\\033[H\\033[2J'; sed -n "$top,$((top + rows - 2))p" long.txt; printf 'at %s of %s rows' "$top" "$rows"; }
trap draw WINCH; draw
while :; do IFS= read -rsn1 -t 10 key || { [ $? -gt 128 ] && continue; }; case $key in q) break;; ' ') top=$((top + 5)); draw;; $'\\e') read -rsn2 more; [ "$more" = '[B' ] && { top=$((top + 1)); draw; };; esac; done
printf '\\033[?1049l'; echo left`,
    );
    await vt({ action: 'open', command: 'bash pager.sh', columns: 40, rows: 10 });
    expect(await untilShown(bench, /at 1 of/)).toMatch(/^line 1\n[\s\S]*at 1 of 10 rows\n.*full screen\]$/);
    await vt({ action: 'send', id: 'cmd_1', text: ' ', keys: ['down'] });
    expect(await untilShown(bench, /at 7 of 10 rows\n/)).toMatch(/^line 7\n[\s\S]*at 7 of 10 rows\n/);
    const resized = await vt({ action: 'resize', id: 'cmd_1', rows: 6 });
    expect(resized.value).toMatchObject({ rows: 6, columns: 40 });
    expect(await untilShown(bench, /at 7 of 6/)).toMatch(/^line 7\n[\s\S]*at 7 of 6 rows\n/);
    await vt({ action: 'send', id: 'cmd_1', text: 'q' });
    expect(await untilShown(bench, /ended/)).toMatch(
      /^left\n\[cmd_1 ended, exit code 0, 40x6, cursor at row \d, column 1\]$/,
    );
  });

  it('has secrets masked, however they stand there', async () => {
    verifies('terminals.mask.rows');
    const secret = 'hunter2-hunter2-hunter2-hunter2';
    const mask = createMask({ secrets: [{ name: 'TOKEN', value: secret }] });
    const bench = terminalBench({ mask });
    const half = secret.length / 2;
    const coloured = `${secret.slice(0, half)}\\033[31m${secret.slice(half)}\\033[0m`;
    const wrapped = `printf '%s' '${'x'.repeat(30)}${secret} tail'`;
    // As an editor breaks lines: each row by itself, filled to the last column.
    const placed = `printf '\\033[8;1H%s\\033[9;1H%s' '${'y'.repeat(30)}${secret.slice(0, 10)}' '${secret.slice(10)}'`;
    await bench.vt({
      action: 'open',
      command: `printf '${coloured}\\r\\n'; ${wrapped}; ${placed}; read line`,
      columns: 40,
      rows: 12,
    });
    const shown = await untilShown(bench, /(?:masked:[\s\S]*){3}/);
    expect(shown).not.toMatch(/hunter2/);
    expect(shown.match(/\[masked:/g)).toHaveLength(3);
    expect(shown).toContain('tail');
    expect(shown.split('\n')).toHaveLength(10);
  });
});

describe('terminals', () => {
  it('are few, listed and closed', async () => {
    verifies('terminals.open.bounded');
    const { vt, commandEvents } = terminalBench();
    expect((await vt({ action: 'list' })).shown).toBe('[no terminal is open]');
    expect((await vt({ action: 'read', id: 'cmd_1' })).failure).toMatchObject({
      errorType: 'not_found',
      message: 'There is no terminal cmd_1. None was opened; use the action run or open.',
    });
    const time = mark();
    for (let at = 0; at < 4; at += 1)
      expect((await vt({ action: 'open', command: `sleep ${time}`, wait_ms: 0 })).failure).toBeUndefined();
    const fifth = await vt({ action: 'open', command: 'true' });
    expect(fifth.failure).toMatchObject({
      errorType: 'rate_limited',
      message: expect.stringContaining('cmd_4 (running'),
    });
    const closed = await vt({ action: 'close', id: 'cmd_2' });
    expect(closed.value).toMatchObject({ id: 'cmd_2', state: 'ended' });
    expect(await untilSome(time, 1000)).toBe(3);
    expect((await vt({ action: 'list' })).value.terminals).toMatchObject([
      { id: 'cmd_1', state: 'running', columns: 80, rows: 24 },
      { id: 'cmd_2', state: 'ended' },
      { id: 'cmd_3' },
      { id: 'cmd_4' },
    ]);
    expect((await vt({ action: 'run', command: 'echo x', id: 'cmd_1' })).failure?.message).toContain('is no shell');
    expect((await vt({ action: 'run', command: 'echo x', id: 'cmd_9' })).failure?.message).toContain('Known are cmd_1');
    expect(commandEvents.filter(({ type }) => type === 'command-ended')).toMatchObject([{ body: { by: 'call' } }]);
  });

  it('bear floods', async () => {
    verifies('terminals.flood.bounded');
    const { vt, close } = terminalBench();
    await vt({ action: 'open', command: 'yes "a line of a flood that never ends" | cat', wait_ms: 0 });
    const before = process.memoryUsage().rss;
    let longest = 0;
    let last = performance.now();
    const until = last + 1500;
    while (last < until) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    const grown = (process.memoryUsage().rss - before) / 2 ** 20;
    console.log(`flood: ${Math.round(longest)} ms the longest turn of the loop, ${Math.round(grown)} MiB more`);
    expect(longest).toBeLessThan(500);
    expect(grown).toBeLessThan(64);
    const stopped = await vt({ action: 'close', id: 'cmd_1' });
    expect(stopped.value).toMatchObject({ state: 'ended', scrollback: 1000 });
    const run = await vt({
      action: 'run',
      command: 'yes 0123456789012345678901234567890123456789 | head -c 500000',
      timeout_ms: 20_000,
    });
    expect(run.value).toMatchObject({ exit_code: 0, output_blob: expect.stringMatching(/^blob:/) });
    expect(run.value.output.length).toBeLessThan(10_000);
    await close();
  });

  it('are judged by what would be done', async () => {
    verifies('terminals.policy.run', 'terminals.policy.send');
    const { vt, write } = terminalBench();
    write('sub/a.txt', 'x');
    const exec = (facts: readonly { readonly kind: string }[]) => facts.filter(({ kind }) => kind === 'exec');
    const clean = await vt({ action: 'run', command: 'cd sub' });
    expect(exec(clean.facts)).toMatchObject([{ proved: true }]);
    // Relative to where the shell stands.
    const read = await vt({ action: 'run', command: 'cat a.txt' });
    expect(read.facts).toMatchObject([
      { kind: 'exec', proved: true },
      { kind: 'read', target: 'sub/a.txt' },
    ]);
    await vt({ action: 'run', command: 'alias cat=touch' });
    const used = await vt({ action: 'run', command: 'cat b.txt' });
    expect(used.facts[0]).toMatchObject({
      kind: 'exec',
      known: false,
      words: [null],
      note: expect.stringContaining('cmd_1'),
    });
    expect(used.facts.slice(1)).toMatchObject([{ kind: 'exec', target: 'cat b.txt' }, { kind: 'read' }]);
    const sent = await vt({ action: 'send', id: 'cmd_1', text: 'rm -rf build', keys: ['enter'] });
    expect(sent.facts[0]).toMatchObject({ kind: 'exec', known: false, words: [null] });
    expect(sent.facts).toContainEqual(expect.objectContaining({ kind: 'delete', target: 'build' }));
    expect(sent.plan).toMatchObject({
      preview: { kind: 'text', text: expect.stringContaining('rm -rf build[enter]') },
    });
    const keys = await vt({ action: 'send', id: 'cmd_1', keys: ['up', 'enter'] });
    expect(keys.facts).toMatchObject([{ kind: 'exec', known: false, target: '[up enter]' }]);
    for (const args of [
      { action: 'read', id: 'cmd_1' },
      { action: 'resize', id: 'cmd_1', columns: 100 },
      { action: 'send', id: 'cmd_1', keys: ['ctrl-c'] },
      { action: 'close', id: 'cmd_1' },
      { action: 'list' },
      { action: 'open' },
    ])
      expect((await vt(args)).facts).toEqual([]);
    const written = terminalBench();
    await written.vt({ action: 'run', command: 'ls' });
    await callTool(writeCommand, { id: 'cmd_1', text: 'alias ls=touch\n' }, written.ctx);
    expect((await written.vt({ action: 'run', command: 'ls' })).facts[0]).toMatchObject({ words: [null] });
    const typed = terminalBench();
    await typed.vt({ action: 'open' });
    await typed.vt({ action: 'send', id: 'cmd_1', text: 'x' });
    expect((await typed.vt({ action: 'run', command: 'ls' })).facts[0]).toMatchObject({ known: false, words: [null] });
  });

  it('answer random arguments with results or typed errors', async () => {
    verifies('terminals.fuzz.typed');
    const { vt, ctx } = terminalBench();
    await vt({ action: 'open', wait_ms: 0 });
    const { pick, chance } = createRandom(9);
    const texts = [
      '',
      ' ',
      'a\0b',
      '\u001b[31m',
      'x'.repeat(70_000),
      '../..',
      '/nowhere',
      'cmd_1',
      'cmd_99',
      '\ud800',
      'true',
    ];
    for (let at = 0; at < 60; at += 1) {
      const args: Record<string, unknown> = {
        action: pick(['run', 'open', 'send', 'read', 'resize', 'list']),
        wait_ms: 0,
      };
      if (chance(0.7)) args['id'] = pick(texts);
      if (chance(0.7)) args['command'] = pick(texts);
      if (chance(0.3)) args['cwd'] = pick(texts);
      if (chance(0.5)) args['text'] = pick(texts);
      if (chance(0.5)) args['keys'] = [pick([...texts, 'enter', 'ctrl-c', 'alt-x', 'ctrl-?'])];
      if (chance(0.3)) args['columns'] = pick([20, 500]);
      const { failure } = await vt({ ...args, timeout_ms: 50 }, { ...ctx, signal: AbortSignal.timeout(500) });
      expect(failure?.errorType, JSON.stringify(args).slice(0, 200)).not.toBe('internal_error');
      for (const { id, state } of ctx.terminals?.list() ?? [])
        if (id !== 'cmd_1' && state !== 'ended') await vt({ action: 'close', id });
    }
  }, 30_000);

  it('are missed with a clear error', async () => {
    verifies('terminals.native.missing');
    const { ctx, vt } = terminalBench();
    const missing = await vt({ action: 'run', command: 'true' }, { terminals: undefined });
    expect(missing.failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('run_command'),
    });
    const failing = {
      ...ctx.process,
      start: async () => ({
        write: async () => false,
        end() {},
        closeInput() {},
        stop() {},
        ended: Promise.resolve({
          state: 'failed' as const,
          message: 'there are no terminals on this system: no package',
        }),
      }),
    };
    const failed = await vt({ action: 'run', command: 'true' }, { process: failing });
    expect(failed.failure).toMatchObject({
      errorType: 'io_error',
      message: expect.stringContaining('no terminals on this system'),
    });
  });
});
