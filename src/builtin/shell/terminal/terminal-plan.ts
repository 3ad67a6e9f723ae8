import { defined } from '../../../base/defined.js';
import type { PlanContext } from '../../../tool/context.js';
import { areProved, changesNothing, type Fact } from '../../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import type { Plan, PlanResult, Undoable } from '../../../tool/plan.js';
import type { Place } from '../../../tool/port.js';
import type { Terminal, TerminalPort } from '../../../tool/terminal.js';
import { inputFacts } from '../background/write-command.js';
import { planCommandLine } from '../command-plan.js';
import { keyBytes, keyNames } from './named-keys.js';
import { defaultTimeoutMs, missingArgument, type TerminalArguments } from './terminal-arguments.js';

/** What a call was planned to do. */
export type TerminalCarry =
  | {
      readonly action: 'run';
      readonly terminal: Terminal | undefined;
      readonly command: string;
      /** Where a new shell is started. */
      readonly place: Place;
      /** The folder an open one goes to first. */
      readonly goesTo: string | undefined;
      readonly facts: readonly Fact[];
      readonly keepsClean: boolean;
      readonly timeoutMs: number;
    }
  | {
      readonly action: 'open';
      readonly command: string | undefined;
      readonly place: Place;
      readonly facts: readonly Fact[];
    }
  | { readonly action: 'send'; readonly id: string; readonly bytes: string }
  | { readonly action: 'read' | 'resize' | 'close'; readonly id: string }
  | { readonly action: 'list' };

type Carry = TerminalCarry | ToolFailure;
type Terminals = Pick<TerminalPort, 'find' | 'list'>;
type Planned = PlanResult<Carry> | Promise<PlanResult<Carry>>;

export interface TerminalPlanOptions {
  /** Who asks for longer waits so long. */
  readonly waitsAtMostMs: number;
}

export function planTerminal(args: TerminalArguments, ctx: PlanContext, options: TerminalPlanOptions): Planned {
  const { terminals = none } = ctx;
  const missing = missingArgument(args);
  if (missing !== undefined) return missing;
  switch (args.action) {
    case 'run':
      return planRun(args, { ctx, terminals, options });
    case 'open':
      return planOpen(args, ctx);
    case 'send':
      return planSend(args, ctx, terminals);
    case 'list':
      return touchingNothing({ action: 'list' });
    default:
      return planOn(args.action, args.id ?? '', terminals);
  }
}

/** Where there are none, that is told when it is to be done: policy can be asked about it before. */
const none: Terminals = { list: () => [], find: () => noTerminals() };

interface Context {
  readonly ctx: PlanContext;
  readonly terminals: Terminals;
  readonly options: TerminalPlanOptions;
}

async function planRun(args: TerminalArguments, { ctx, terminals, options }: Context): Promise<PlanResult<Carry>> {
  const { command = '' } = args;
  const terminal = args.id === undefined ? openShell(terminals) : terminals.find(args.id);
  if (terminal !== undefined && isFailure(terminal)) return terminal;
  const refusal = refuseRun(terminal, command);
  if (refusal !== undefined) return refusal;
  const cwd = args.cwd ?? terminal?.cwd;
  const planned = await planCommandLine({ command, ...defined({ cwd }) }, ctx);
  if ('refusal' in planned) return planned.refusal;
  const { place } = planned;
  const isClean = terminal === undefined || (terminal.isClean && terminal.cwd !== undefined);
  // In a shell that is not as it was started, a line may mean anything.
  const facts = isClean ? planned.facts : await inputFacts(command, terminal, ctx);
  const timeoutMs = Math.min(args.timeout_ms ?? defaultTimeoutMs, options.waitsAtMostMs);
  return {
    facts,
    preview: { kind: 'command', command, cwd: place.shown, timeoutMs },
    basis: `${terminal?.id ?? 'new'} ${place.path}`,
    ...(!changesNothing(facts) && { undo: notUndone }),
    carry: {
      action: 'run',
      terminal,
      command,
      place,
      goesTo: args.cwd === undefined ? undefined : place.path,
      facts,
      keepsClean: isClean && keepsClean(command, facts),
      timeoutMs,
    },
  };
}

/** The one that was opened last of those that wait for a command, else of those that do not. */
function openShell(terminals: Terminals): Terminal | undefined {
  const shells = terminals.list().filter(({ isShell, state }) => isShell && state !== 'ended');
  return shells.findLast(({ state }) => state === 'ready') ?? shells.at(-1);
}

const maxCommand = 16_000;

function refuseRun(terminal: Terminal | undefined, command: string): ToolFailure | undefined {
  if (command.length > maxCommand) {
    const message = `The command has ${command.length} characters, at most ${maxCommand} can be typed. Write it to a file and run that.`;
    return fail('validation_failed', message);
  }
  if (terminal === undefined) return undefined;
  const { id, state, isShell } = terminal;
  if (!isShell) return fail('validation_failed', `${id} is no shell: use the action send, or run without an id.`);
  if (state === 'ended') return fail('stale', `${id} has ended. Leave the id out for a new shell.`);
  if (state !== 'running') return undefined;
  const message = `A command still runs in ${id}: read its screen, send it keys (ctrl-c ends most), close it, or open another.`;
  return fail('validation_failed', message);
}

async function planOpen(args: TerminalArguments, ctx: PlanContext): Promise<PlanResult<Carry>> {
  const { command, cwd } = args;
  const planned = await planCommandLine({ command: command ?? shellName, ...defined({ cwd }) }, ctx);
  if ('refusal' in planned) return planned.refusal;
  const { place } = planned;
  // A shell does nothing until something is typed, and that is judged then.
  if (command === undefined && place.inside)
    return touchingNothing({ action: 'open', command, place, facts: planned.facts });
  return {
    facts: planned.facts,
    preview: { kind: 'command', command: command ?? shellName, cwd: place.shown, background: true },
    basis: place.path,
    ...(!changesNothing(planned.facts) && { undo: notUndone }),
    carry: { action: 'open', command, place, facts: planned.facts },
  };
}

export const shellName = 'bash';
const maxText = 64 * 1024;

async function planSend(args: TerminalArguments, ctx: PlanContext, terminals: Terminals): Promise<PlanResult<Carry>> {
  const { id = '', text = '', keys = [] } = args;
  const terminal = terminals.find(id);
  if (isFailure(terminal)) return terminal;
  if (terminal.state === 'ended') return fail('stale', `${id} has ended: nothing reads what is typed.`);
  if (text.length > maxText) {
    const message = `The text has ${text.length} characters, at most ${maxText} can be typed at once.`;
    return fail('validation_failed', message);
  }
  const unknown = keys.find((key) => keyBytes(key) === undefined);
  if (unknown !== undefined) return fail('validation_failed', `There is no key ${unknown}. Known are ${keyNames}.`);
  const bytes = `${text}${keys.map((key) => keyBytes(key) ?? '').join('')}`;
  const carry: Carry = { action: 'send', id, bytes };
  // It reaches nothing but what the session itself started and was allowed to.
  if (text === '' && keys.every((key) => key.toLowerCase() === 'ctrl-c')) return touchingNothing(carry);
  const named = keys.length === 0 ? '' : `[${keys.join(' ')}]`;
  const [input, ...others] = await inputFacts(text, terminal, ctx);
  return {
    facts: input === undefined ? others : [{ ...input, target: `${input.target}${named}` }, ...others],
    preview: { kind: 'text', text: `To ${id} (${terminal.command}):\n${text}${named}` },
    basis: id,
    undo: { possible: false, why: 'what a program does with what is typed is not kept' },
    carry,
  };
}

function planOn(action: 'read' | 'resize' | 'close', id: string, terminals: Terminals): PlanResult<Carry> {
  const terminal = terminals.find(id);
  return isFailure(terminal) ? terminal : touchingNothing({ action, id });
}

const touchingNothing = (carry: Carry): Plan<Carry> => ({ facts: [], preview: { kind: 'arguments' }, carry });

const notUndone: Undoable = {
  possible: false,
  why: 'it runs in a terminal beside other calls: what it changes is not kept',
};

/** Where a host has none. */
export const noTerminals = (): ToolFailure =>
  fail('validation_failed', 'There are no terminals here. Use run_command or start_command.');

/**
 * Whether a command leaves its shell as it was, but for the folder it stands in, which the shell tells: what is typed next
 * then means what it would in a new one. Whatever might do otherwise counts as if it did.
 */
const keepsClean = (command: string, facts: readonly Fact[]): boolean =>
  facts.some(({ kind }) => kind === 'exec') && areProved(facts) && plain.test(command) && !changesShell.test(command);

/** No assignment, no function, no expansion. */
const plain = /^[^=(){}$`\\\n]*$/;

/** Words of bash that last. */
const changesShell =
  /\b(?:alias|unalias|bind|builtin|command|complete|compgen|compopt|coproc|declare|dirs|disown|enable|eval|exec|exit|export|getopts|hash|history|let|local|logout|mapfile|popd|printf|pushd|read|readarray|readonly|set|shift|shopt|source|trap|typeset|ulimit|umask|unset|wait)\b|(?:^|[\s;&|])\.(?:\s|$)/;
