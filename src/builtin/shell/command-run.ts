import { defined } from '../../base/defined.js';
import { firstLine, plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { changesNothing, type Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import type { Captured, Place, ProcessEnd } from '../../tool/port.js';
import { traits } from '../traits.js';
import { endFields, endMembers, exitCodeOf, noteParts, overhead, protectedPart, refusedPart } from './command-end.js';
import { type CommandLine, planCommandLine } from './command-plan.js';
import { createOutputRelay } from './output-relay.js';
import { createPrinted, type Printed, type StreamBound } from './printed-output.js';
import { type CapturedRun, runCaptured } from './run-captured.js';

/** What is told of a command that was run and waited for. */
const runResult = objectOf({
  exit_code: { type: ['integer', 'null'] },
  timed_out: { type: 'boolean' },
  'output?': { type: 'string' },
  'stdout?': { type: 'string' },
  'stderr?': { type: 'string' },
  'output_blob?': { type: 'string' },
  bytes: { type: 'integer' },
  'command?': { type: 'string', description: 'What was run, where the call did not say.' },
  'found_in?': { type: 'string', description: 'Why that.' },
  'changed?': {
    type: 'array',
    items: { type: 'string' },
    description: 'What it changed in the workspace: A made, M modified, D deleted, R moved.',
  },
  ...endMembers,
});

type RunResult = FromSchema<typeof runResult>;

/** A command line that was planned. */
export interface PlannedCommand {
  readonly command: string;
  readonly timeoutMs: number;
  readonly place: Place;
  readonly facts: readonly Fact[];
  /** It was said that it can be undone. */
  readonly undoable: boolean;
  readonly found: FoundCommand | undefined;
}

/** A command that the call did not name, and why it is this one. */
export interface FoundCommand {
  readonly command: string;
  readonly why: string;
}

interface RunLine extends CommandLine {
  readonly timeoutMs: number;
  readonly found?: FoundCommand;
}

export async function planRun(line: RunLine, ctx: PlanContext): Promise<PlanResult<PlannedCommand | ToolFailure>> {
  const planned = await planCommandLine(line, ctx);
  if ('refusal' in planned) return planned.refusal;
  const { place, facts } = planned;
  const { command, timeoutMs, found } = line;
  const undo = changesNothing(facts) ? undefined : await ctx.change.undoOf(facts);
  return {
    facts,
    preview: { kind: 'command', command, cwd: place.shown, timeoutMs },
    // What was found is part of what is agreed to.
    basis: found === undefined ? place.path : `${place.path} ${found.command}`,
    ...defined({ undo }),
    carry: { command, timeoutMs, place, facts, undoable: undo?.possible === true, found },
  };
}

/** Runs it and waits for its end. */
export async function runPlanned(
  planned: PlannedCommand,
  ctx: RunContext,
  streams?: StreamBound,
): Promise<RunResult | ToolFailure> {
  const { command, timeoutMs, place, facts, undoable, found } = planned;
  const printed = createPrinted({ blobs: ctx.blobs, maxChars: Math.max(500, ctx.resultLimit - overhead), streams });
  const relay = createOutputRelay({ now: () => ctx.clock.monotonic(), progress: (text) => ctx.progress(text) });
  const onOutput: CapturedRun['onOutput'] = (chunk, stream) => {
    printed.push(chunk, stream);
    relay(chunk, stream);
  };
  const ran = await runCaptured({ command, timeoutMs, place, facts, undoable, onOutput }, ctx);
  if (isFailure(ran)) return ran;
  const { end, captured } = ran;
  return describeEnd(end, { printed: await printed.end(), captured, timeoutMs, found });
}

interface Ended {
  readonly printed: Printed;
  readonly captured: Captured;
  readonly timeoutMs: number;
  readonly found: FoundCommand | undefined;
}

function describeEnd(end: ProcessEnd, { printed, captured, timeoutMs, found }: Ended): RunResult | ToolFailure {
  const result: RunResult = {
    ...(found !== undefined && { command: found.command, found_in: found.why }),
    exit_code: exitCodeOf(end),
    timed_out: end.state === 'timed-out',
    ...printed,
    ...endFields(end, captured),
  };
  switch (end.state) {
    case 'failed':
      return fail('io_error', `The command could not be started: ${end.message}.`);
    case 'timed-out':
      return fail(
        'timeout',
        `The command ran longer than ${timeoutMs} ms and was ended with its process group. Give a larger timeout, or do less.`,
        result,
      );
    case 'cancelled':
      return fail('cancelled', 'The command was cancelled and ended with its process group.', result);
    case 'signalled':
      return fail('io_error', `The command was ended by ${end.signal} (exit code ${result.exit_code}).`, result);
    default:
      if (end.exitCode !== 0) return fail('io_error', `exit code ${end.exitCode}`, result);
      // Not all of it was done: the road may ask for the rest.
      return captured.refused === undefined ? result : fail('permission_denied', putBack, result);
  }
}

const putBack =
  'It ended with exit code 0, but what it did to protected paths was put back: no fact of the call names them.';

function showRun(result: RunResult): string {
  const { exit_code, timed_out, changed, undo, reached = [], command, found_in } = result;
  const told = printedText(result);
  const state = timed_out ? 'timed out' : `exit code ${exit_code ?? 'none'}`;
  return [
    ...(command === undefined ? [] : [`[${command}: ${found_in ?? ''}]`]),
    told === '' ? `[${state}, no output]` : `${told}${told.endsWith('\n') ? '' : '\n'}[${state}]`,
    ...(changed === undefined ? [] : [`[changed]\n${changed.join('\n')}`]),
    ...protectedPart(result),
    ...noteParts([undo]),
    // Of a command that failed, the road tells it: it may be run again.
    ...(exit_code === 0 ? refusedPart(result) : []),
    ...noteParts(reached),
  ].join('\n');
}

function displayRun(result: RunResult): string {
  const { exit_code, timed_out, refused = [], command } = result;
  const told = printedText(result);
  const state = timed_out ? 'timed out' : `exit ${exit_code ?? 'none'}`;
  const kept = refused.length === 0 ? '' : `, ${plural(refused.length, 'refusal')} by the sandbox`;
  return `${command === undefined ? '' : `${command}: `}${state}${kept}${told === '' ? '' : `: ${firstLine(told)}`}`;
}

function printedText({ output, stdout = '', stderr = '' }: RunResult): string {
  if (output !== undefined) return output;
  return stderr === '' ? stdout : `${stdout}${stdout === '' || stdout.endsWith('\n') ? '' : '\n'}[stderr]\n${stderr}`;
}

/** A tool that runs a command line and waits for its end. */
export const commandRunner = { ...traits.runCommands, result: runResult, show: showRun, display: displayRun } as const;
