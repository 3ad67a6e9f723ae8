import { defined } from '../../../base/defined.js';
import type { RunContext } from '../../../tool/context.js';
import type { Fact } from '../../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import type { Place } from '../../../tool/port.js';
import type { Terminal, TerminalPort } from '../../../tool/terminal.js';
import { describeCommand } from '../background/describe-command.js';
import { overhead } from '../command-end.js';
import { createOutputRelay } from '../output-relay.js';
import { createOutputWindow } from '../output-window.js';
import { defaultSize, type TerminalArguments } from './terminal-arguments.js';
import { noTerminals, shellName, type TerminalCarry } from './terminal-plan.js';
import { listTerminal, screenFields, type TerminalResult } from './terminal-result.js';

type Answer = TerminalResult | ToolFailure;

interface Context {
  readonly args: TerminalArguments;
  readonly ctx: RunContext;
  readonly terminals: TerminalPort;
  readonly stopsLate: boolean;
}

interface Planned {
  readonly ctx: RunContext;
  readonly carry: TerminalCarry;
  /** See `VirtualTerminalOptions`. */
  readonly stopsLate: boolean;
}

/** Does what was planned. */
export async function runTerminal(args: TerminalArguments, { ctx, carry, stopsLate }: Planned): Promise<Answer> {
  const { terminals } = ctx;
  if (terminals === undefined) return noTerminals();
  const context: Context = { args, ctx, terminals, stopsLate };
  switch (carry.action) {
    case 'list':
      return { terminals: terminals.list().map(listTerminal) };
    case 'run':
      return runLine(carry, context);
    case 'open':
      return openOne(carry, context);
    case 'send': {
      const sent = await terminals.send(carry.id, carry.bytes);
      if (isFailure(sent)) return sent;
      const shown = await showScreen(carry.id, args.wait_ms ?? 1000, context);
      return sent === 'taken' || isFailure(shown) ? shown : { ...shown, hint: 'It gets the rest as it reads.' };
    }
    case 'read':
      return showScreen(carry.id, args.wait_ms ?? 0, context);
    case 'resize': {
      const { size } = terminals.list().find(({ id }) => id === carry.id) ?? { size: defaultSize };
      terminals.resize(carry.id, { columns: args.columns ?? size.columns, rows: args.rows ?? size.rows });
      // What draws itself anew when it is told of its size needs a moment for it.
      return showScreen(carry.id, args.wait_ms ?? 300, context);
    }
    case 'close': {
      const failure = await ctx.background?.stop(carry.id);
      return failure ?? showScreen(carry.id, 0, context);
    }
  }
}

type RunCarry = Extract<TerminalCarry, { action: 'run' }>;

async function runLine(carry: RunCarry, context: Context): Promise<Answer> {
  const { ctx, terminals } = context;
  const { command, place, goesTo, facts, timeoutMs } = carry;
  const terminal = carry.terminal ?? (await openTerminal({ command: undefined, place, facts: [shellFact] }, context));
  if (isFailure(terminal)) return terminal;
  const output = createOutputWindow({ blobs: ctx.blobs, maxChars: roomOf(ctx) });
  const relay = createOutputRelay({ now: () => ctx.clock.monotonic(), progress: (text) => ctx.progress(text) });
  const end = await terminals.run(terminal.id, {
    command,
    cwd: goesTo,
    unread: facts.some((fact) => fact.unread === true),
    keepsClean: carry.keepsClean,
    timeoutMs,
    signal: ctx.signal,
    onOutput(chunk) {
      output.push(chunk);
      relay(chunk, 'stdout');
    },
  });
  if (isFailure(end)) return end;
  const { text, bytes, blob } = await output.end();
  const printed = { output: text, bytes, ...defined({ output_blob: blob }) };
  if (end.state === 'done') {
    const result = { id: terminal.id, state: 'ready', exit_code: end.exitCode, timed_out: false, ...printed } as const;
    if (end.exitCode === 0) return result;
    const hint = notOpened(facts, ctx);
    return fail('io_error', `exit code ${end.exitCode}`, { ...result, ...defined({ hint }) });
  }
  const isStopped = end.state === 'timed-out' && context.stopsLate;
  if (isStopped) await ctx.background?.stop(terminal.id);
  const shown = await showScreen(terminal.id, 0, context);
  const result = { ...(isFailure(shown) ? {} : shown), timed_out: end.state === 'timed-out', ...printed };
  if (isStopped) return fail('timeout', stopped(timeoutMs), result);
  if (end.state === 'timed-out') return fail('timeout', stillRuns(terminal.id, timeoutMs), result);
  if (end.state === 'cancelled')
    return fail('cancelled', 'The wait was cancelled, and the command interrupted.', result);
  const hint = `The shell of ${terminal.id} has ended: the next run opens another`;
  const ended = { ...result, exit_code: end.exitCode, hint };
  return end.exitCode === 0 ? ended : fail('io_error', `exit code ${end.exitCode ?? 'none'}`, ended);
}

const stopped = (timeoutMs: number): string =>
  `It did not end within ${timeoutMs} ms and was stopped, with its shell: the next command starts in a new one.`;

const stillRuns = (id: string, timeoutMs: number): string =>
  `It did not end within ${timeoutMs} ms and still runs in ${id}; its screen is as shown. ` +
  'Read on, send it keys (ctrl-c ends most), or close the terminal.';

/** A shell, of which nobody knows what it will do. */
const shellFact: Fact = {
  kind: 'exec',
  target: shellName,
  where: 'workspace',
  known: false,
  words: [shellName],
  note: 'it does what is typed later',
};

/** What a line names is not opened to a shell that runs already. */
function notOpened(facts: readonly Fact[], { process: { sandboxed } }: RunContext): string | undefined {
  const beyond = facts.find(
    ({ kind, where }) => kind === 'net' || (kind !== 'exec' && kind !== 'read' && where === 'outside'),
  );
  if (!sandboxed || beyond === undefined) return undefined;
  return `${beyond.target} is not open to a terminal that was opened before: use run_command for it, or open a terminal for this command`;
}

async function openOne({ command, place, facts }: Opening, context: Context): Promise<Answer> {
  const given = command === undefined ? [shellFact, ...facts.filter(({ kind }) => kind !== 'exec')] : facts;
  const terminal = await openTerminal({ command, place, facts: given }, context);
  return isFailure(terminal) ? terminal : showScreen(terminal.id, context.args.wait_ms ?? 1000, context);
}

interface Opening {
  readonly command: string | undefined;
  readonly place: Place;
  readonly facts: readonly Fact[];
}

async function openTerminal({ command, place, facts }: Opening, context: Context): Promise<Terminal | ToolFailure> {
  const { args, ctx, terminals } = context;
  const folder = ctx.workspace.hold(place);
  if (isFailure(folder)) return folder;
  const capture = await ctx.change.capture(facts, { signal: ctx.signal, background: true });
  const opened = await terminals
    .open({
      command: command ?? shellName,
      cwd: place.shown,
      facts,
      capture,
      size: { columns: args.columns ?? defaultSize.columns, rows: args.rows ?? defaultSize.rows },
      shell: command === undefined,
      launch: (request) => ctx.process.start({ ...request, cwd: folder.path, facts }),
    })
    .finally(() => folder.close());
  if (isFailure(opened)) return opened;
  const found = ctx.background?.find(opened.id);
  const end = found === undefined || isFailure(found) ? undefined : found.end;
  return end?.process.state === 'failed'
    ? fail('io_error', `It could not be started: ${end.process.message}.`)
    : opened;
}

/** How a terminal stands and what it shows, once nothing new came for a moment. */
async function showScreen(id: string, waitMs: number, { args, ctx, terminals }: Context): Promise<Answer> {
  await terminals.settled(id, { waitMs, signal: ctx.signal });
  // Looked at first: of what has ended by now, all is on the screen.
  const terminal = terminals.find(id);
  if (isFailure(terminal)) return terminal;
  const end = endFields(id, ctx);
  const screen = await terminals.screen(id, { lines: args.lines ?? 0 });
  if (isFailure(screen)) return screen;
  return { id, state: terminal.state, ...screenFields(screen, roomOf(ctx)), ...end };
}

/** What is told of a terminal that has ended. */
function endFields(id: string, { background }: RunContext): TerminalResult {
  const command = background?.find(id);
  if (command === undefined || isFailure(command) || command.end === undefined) return {};
  const { exit_code = null, ended, protected_paths, undo, refused, reached } = describeCommand(command, nothing);
  return {
    exit_code,
    ...(ended !== undefined && { ended: `ended ${ended}` }),
    ...defined({ protected_paths, undo, refused, reached }),
  };
}

const nothing = { text: '', bytes: 0 };

const roomOf = ({ resultLimit }: RunContext): number => Math.max(500, resultLimit - overhead);
