import type { FromSchema } from '../../../schema/json-schema.js';
import { objectOf } from '../../../schema/object-of.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';

export const defaultTimeoutMs = 60_000;
export const maxTimeoutMs = 300_000;
const maxWaitMs = 60_000;
export const defaultSize = { columns: 80, rows: 24 };

export const terminalParameters = objectOf({
  action: { type: 'string', enum: ['run', 'open', 'send', 'read', 'resize', 'close', 'list'] },
  'id?': { type: 'string', description: 'The terminal. Not needed for run: its shell is opened when there is none.' },
  'command?': { type: 'string', description: 'run: the command line. open: the program; a shell when absent.' },
  'cwd?': { type: 'string', description: 'run, open: the folder. Default: where the shell stands, or the workspace.' },
  'timeout_ms?': {
    type: 'integer',
    minimum: 1,
    maximum: maxTimeoutMs,
    description: `run: how long to wait for its end. Default ${defaultTimeoutMs}.`,
  },
  'text?': { type: 'string', description: 'send: what to type, before the keys.' },
  'keys?': {
    type: 'array',
    items: { type: 'string' },
    maxItems: 100,
    description: 'send: keys by name: enter, tab, esc, up, page-down, f1, ctrl-c, alt-x, …',
  },
  'wait_ms?': {
    type: 'integer',
    minimum: 0,
    maximum: maxWaitMs,
    description: 'open, send, read: how long to wait for something new. Default 1000; of read 0.',
  },
  'lines?': { type: 'integer', minimum: 0, maximum: 1000, description: 'read: lines above the screen too. Default 0.' },
  'columns?': { type: 'integer', minimum: 20, maximum: 500, description: 'open, resize. Default 80.' },
  'rows?': { type: 'integer', minimum: 5, maximum: 200, description: 'open, resize. Default 24.' },
});

export type TerminalArguments = FromSchema<typeof terminalParameters>;

/** What an action needs and was not given. */
export function missingArgument({ action, id, command, text, keys = [] }: TerminalArguments): ToolFailure | undefined {
  if (action === 'run' && command === undefined) return missing('run', 'command');
  if (needsId.has(action) && id === undefined) return missing(action, 'id');
  return action === 'send' && (text ?? '') === '' && keys.length === 0 ? missing('send', 'text or keys') : undefined;
}

const needsId: ReadonlySet<string> = new Set(['send', 'read', 'resize', 'close']);

const missing = (action: string, what: string): ToolFailure =>
  fail('validation_failed', `The action ${action} needs ${what}.`);
