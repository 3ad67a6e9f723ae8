import { defined } from '../../../base/defined.js';
import { firstLine } from '../../../base/text.js';
import type { FromSchema } from '../../../schema/json-schema.js';
import type { BackgroundCommand, CommandNews } from '../../../tool/background.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import type { ProcessEnd } from '../../../tool/port.js';
import { endProperties } from '../command-end.js';
import { describeChanges } from '../describe-changes.js';
import { describeRefused } from '../describe-refused.js';
import { exitCodeOf } from '../exit-code.js';

/** How a command stands, and what it printed since it was last read. */
export const commandResult = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    state: { type: 'string', enum: ['running', 'ended'] },
    exit_code: { type: ['integer', 'null'] },
    ended: { type: 'string', description: 'How it ended, when that was not by itself.' },
    ran_ms: { type: 'integer' },
    output: { type: 'string' },
    output_blob: { type: 'string' },
    bytes: { type: 'integer' },
    hint: { type: 'string' },
    ...endProperties,
  },
  required: ['id', 'state', 'ran_ms', 'output', 'bytes'],
  additionalProperties: false,
} as const;

type CommandResult = FromSchema<typeof commandResult>;

export function describeCommand(command: BackgroundCommand, { text, bytes, blob }: CommandNews): CommandResult {
  const { id, end } = command;
  const ranMs = Math.round(command.ranMs);
  const printed = { output: text, bytes, ...defined({ output_blob: blob }) };
  if (end === undefined) {
    const hint = text === '' || text.endsWith('\n') ? undefined : mayWait;
    return { id, state: 'running', ran_ms: ranMs, ...printed, ...defined({ hint }) };
  }
  const { protected_paths, undo } = describeChanges(end.captured);
  const ended = endWords(end.process);
  return {
    id,
    state: 'ended',
    exit_code: exitCodeOf(end.process),
    ...defined({ ended }),
    ran_ms: ranMs,
    ...printed,
    ...(protected_paths !== undefined && { protected_paths: [...protected_paths] }),
    ...defined({ undo }),
    ...refusedOf(end.process),
    ...(end.process.reached !== undefined && { reached: [...end.process.reached] }),
  };
}

const mayWait = 'The last line is not ended: it may wait for input (write_command).';

function refusedOf(end: ProcessEnd): { readonly refused?: string[] } {
  const { refused } = describeRefused(end);
  return refused === undefined ? {} : { refused: [...refused] };
}

function endWords(end: ProcessEnd): string | undefined {
  if (end.state === 'failed') return `could not be started: ${end.message}`;
  return end.state === 'signalled' ? `by ${end.signal}` : undefined;
}

export function showCommand(result: CommandResult): string {
  const { output, protected_paths, undo, refused, reached = [], hint } = result;
  const head = output === '' ? [] : [output.replace(/\n$/, '')];
  const paths = protected_paths === undefined ? [] : [`[protected paths]\n${protected_paths.join('\n')}`];
  const kept = refused === undefined ? [] : [`[refused by the sandbox]\n${refused.join('\n')}`];
  const notes = [undo, hint, ...reached].filter((note) => note !== undefined).map((note) => `[${note}]`);
  return [
    ...head,
    `[${stateWords(result)}${output === '' ? ', no new output' : ''}]`,
    ...paths,
    ...kept,
    ...notes,
  ].join('\n');
}

export const displayCommand = (result: CommandResult): string =>
  `${stateWords(result)}${result.output === '' ? '' : `: ${firstLine(result.output)}`}`;

function stateWords({ id, state, exit_code, ended, ran_ms }: CommandResult): string {
  const time = `${Math.round(ran_ms / 100) / 10} s`;
  if (state === 'running') return `${id} runs, ${time}`;
  return `${id} ended ${ended ?? `with exit code ${exit_code ?? 'none'}`}, ${time}`;
}

/** Where a host lets nothing go on after its call. */
export const noBackground = (): ToolFailure =>
  fail('validation_failed', 'Commands cannot go on in the background here. Use run_command.');
