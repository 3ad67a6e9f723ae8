import { defined } from '../../base/defined.js';
import { shellQuote } from '../../base/shell-quote.js';
import { endFields, exitCodeOf } from '../../builtin/shell/command-end.js';
import { planCommandLine } from '../../builtin/shell/command-plan.js';
import { createPrinted } from '../../builtin/shell/printed-output.js';
import { type CapturedRun, runCaptured } from '../../builtin/shell/run-captured.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { changesNothing, type Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult, Preview } from '../../tool/plan.js';
import type { Captured, Place, ProcessEnd } from '../../tool/port.js';

/** A program and its arguments, word by word: no shell reads them. */
export type Words = readonly [string, ...string[]];

export interface ProgramCall {
  readonly words: Words;
  /** In the workspace; its root when absent. */
  readonly cwd?: string | undefined;
  readonly timeoutMs: number;
  /** What it reads. */
  readonly input: string;
  /** What is shown of it; the command when absent. */
  readonly preview?: Preview;
  /** What is not known of it. */
  readonly unknown?: Fact;
  /** What it is, beside its words: a version, say. */
  readonly basis?: string;
}

export interface PlannedProgram extends ProgramCall {
  readonly place: Place;
  readonly facts: readonly Fact[];
  /** It was said that it can be undone. */
  readonly undoable: boolean;
}

export interface ProgramResult {
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly changed?: readonly string[];
  readonly protected_paths?: readonly string[];
  readonly undo?: string;
  readonly refused?: readonly string[];
  readonly reached?: readonly string[];
}

/** Its facts are those of the same words typed as a command, so that the same rules bind them. */
export async function planProgram(
  call: ProgramCall,
  ctx: PlanContext,
): Promise<PlanResult<PlannedProgram | ToolFailure>> {
  const { words, cwd, timeoutMs, unknown } = call;
  if (words.some((word) => word.includes('\0')))
    return fail('validation_failed', 'An argument holds a NUL character, which no command can. Send it without.');
  const command = words.map(shellQuote).join(' ');
  const planned = await planCommandLine({ command, ...defined({ cwd }) }, ctx);
  if ('refusal' in planned) return planned.refusal;
  const { place } = planned;
  const facts = unknown === undefined ? planned.facts : [...planned.facts, unknown];
  const undo = changesNothing(facts) ? undefined : await ctx.change.undoOf(facts);
  return {
    facts,
    preview: call.preview ?? { kind: 'command', command, cwd: place.shown, timeoutMs },
    basis: `${place.path} ${call.basis ?? ''}`,
    ...defined({ undo }),
    carry: { ...call, place, facts, undoable: undo?.possible === true },
  };
}

export async function runProgram(planned: PlannedProgram, ctx: RunContext): Promise<ProgramResult | ToolFailure> {
  const { words, timeoutMs, input, place, facts, undoable } = planned;
  const max = Math.max(500, Math.floor((ctx.resultLimit - 4000) / 2));
  const printed = createPrinted({ blobs: ctx.blobs, maxChars: max, streams: { max, unit: 'characters' } });
  const onOutput: CapturedRun['onOutput'] = (chunk, stream) => printed.push(chunk, stream);
  const ran = await runCaptured({ command: words, timeoutMs, input, place, facts, undoable, onOutput }, ctx);
  if (isFailure(ran)) return ran;
  const { end, captured } = ran;
  const { stdout, stderr } = { stdout: '', stderr: '', ...(await printed.end()) };
  const result: ProgramResult = {
    exit_code: exitCodeOf(end),
    stdout,
    stderr,
    ...endFields(end, captured),
  };
  return endOf(end, result, { timeoutMs, program: words[0], captured });
}

function endOf(
  end: ProcessEnd,
  result: ProgramResult,
  {
    timeoutMs,
    program,
    captured,
  }: { readonly timeoutMs: number; readonly program: string; readonly captured: Captured },
): ProgramResult | ToolFailure {
  if (end.state === 'failed') return fail('io_error', `${program} could not be started: ${end.message}.`);
  if (end.state === 'timed-out')
    return fail('timeout', `It ran longer than ${timeoutMs} ms and was ended with its process group. Do less.`, result);
  if (end.state === 'cancelled') return fail('cancelled', 'It was cancelled and ended with its process group.', result);
  if (end.state === 'signalled') return fail('io_error', `It was ended by ${end.signal}.`, result);
  if (end.exitCode !== 0) return fail('io_error', `exit code ${end.exitCode}`, result);
  return captured.refused === undefined
    ? result
    : fail('permission_denied', 'What it did to protected paths was put back: no fact of the call names them.', result);
}
