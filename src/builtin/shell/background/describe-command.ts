import { defined } from '../../../base/defined.js';
import { firstLine } from '../../../base/text.js';
import type { FromSchema } from '../../../schema/json-schema.js';
import { objectOf } from '../../../schema/object-of.js';
import type { BackgroundCommand, CommandNews } from '../../../tool/background.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import type { ProcessEnd } from '../../../tool/port.js';
import { traits } from '../../traits.js';
import { endFields, endMembers, exitCodeOf, noteParts, protectedPart, refusedPart } from '../command-end.js';

/** How a command stands, and what it printed since it was last read. */
const commandResult = objectOf({
  id: { type: 'string' },
  state: { type: 'string', enum: ['running', 'ended'] },
  'exit_code?': { type: ['integer', 'null'] },
  'ended?': { type: 'string', description: 'How it ended, when that was not by itself.' },
  ran_ms: { type: 'integer' },
  output: { type: 'string' },
  'output_blob?': { type: 'string' },
  bytes: { type: 'integer' },
  'hint?': { type: 'string' },
  ...endMembers,
});

type CommandResult = FromSchema<typeof commandResult>;

export function describeCommand(command: BackgroundCommand, { text, bytes, blob }: CommandNews): CommandResult {
  const { id, end } = command;
  const ranMs = Math.round(command.ranMs);
  const printed = { output: text, bytes, ...defined({ output_blob: blob }) };
  if (end === undefined) {
    const hint = text === '' || text.endsWith('\n') ? undefined : mayWait;
    return { id, state: 'running', ran_ms: ranMs, ...printed, ...defined({ hint }) };
  }
  const { changed: _, ...fields } = endFields(end.process, end.captured);
  const ended = endWords(end.process);
  return {
    id,
    state: 'ended',
    exit_code: exitCodeOf(end.process),
    ...defined({ ended }),
    ran_ms: ranMs,
    ...printed,
    ...fields,
  };
}

const mayWait = 'The last line is not ended: it may wait for input (write_command).';

function endWords(end: ProcessEnd): string | undefined {
  if (end.state === 'failed') return `could not be started: ${end.message}`;
  return end.state === 'signalled' ? `by ${end.signal}` : undefined;
}

function showCommand(result: CommandResult): string {
  const { output, undo, reached = [], hint } = result;
  return [
    ...(output === '' ? [] : [output.replace(/\n$/, '')]),
    `[${stateWords(result)}${output === '' ? ', no new output' : ''}]`,
    ...protectedPart(result),
    ...refusedPart(result),
    ...noteParts([undo, hint, ...reached]),
  ].join('\n');
}

const displayCommand = (result: CommandResult): string =>
  `${stateWords(result)}${result.output === '' ? '' : `: ${firstLine(result.output)}`}`;

function stateWords({ id, state, exit_code, ended, ran_ms }: CommandResult): string {
  const time = `${Math.round(ran_ms / 100) / 10} s`;
  if (state === 'running') return `${id} runs, ${time}`;
  return `${id} ended ${ended ?? `with exit code ${exit_code ?? 'none'}`}, ${time}`;
}

/** A tool that tells of a background command. */
export const commandTeller = {
  ...traits.watchCommands,
  result: commandResult,
  show: showCommand,
  display: displayCommand,
} as const;

/** Where a host lets nothing go on after its call. */
export const noBackground = (): ToolFailure =>
  fail('validation_failed', 'Commands cannot go on in the background here. Use run_command.');
