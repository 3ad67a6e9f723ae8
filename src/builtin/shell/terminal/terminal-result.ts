import { defined } from '../../../base/defined.js';
import { cutEnd, cutStart, firstLine, plural } from '../../../base/text.js';
import type { FromSchema } from '../../../schema/json-schema.js';
import { objectOf } from '../../../schema/object-of.js';
import type { Terminal, TerminalScreen } from '../../../tool/terminal.js';
import { endMembers, noteParts, protectedPart, refusedPart } from '../command-end.js';

export const terminalResult = objectOf({
  'id?': { type: 'string' },
  'state?': { type: 'string', enum: ['starting', 'ready', 'running', 'ended'] },
  'exit_code?': { type: ['integer', 'null'] },
  'timed_out?': { type: 'boolean' },
  'output?': { type: 'string' },
  'output_blob?': { type: 'string' },
  'bytes?': { type: 'integer' },
  'screen?': { type: 'string', description: 'What it shows, one line a row.' },
  'cursor_row?': { type: 'integer' },
  'cursor_column?': { type: 'integer' },
  'columns?': { type: 'integer' },
  'rows?': { type: 'integer' },
  'title?': { type: 'string' },
  'alternate?': { type: 'boolean', description: 'A program has the whole screen for itself.' },
  'scrollback?': { type: 'integer', description: 'Lines above the screen that can be read.' },
  'ended?': { type: 'string' },
  'hint?': { type: 'string' },
  ...endMembers,
  'terminals?': {
    type: 'array',
    items: objectOf({
      id: { type: 'string' },
      command: { type: 'string' },
      state: { type: 'string' },
      'cwd?': { type: 'string' },
      columns: { type: 'integer' },
      rows: { type: 'integer' },
    }),
  },
});

export type TerminalResult = FromSchema<typeof terminalResult>;

/** What a screen may take of a result: its last rows count most. */
export function screenFields(screen: TerminalScreen, maxChars: number): TerminalResult {
  const { text, cursor, title, alternate, scrollback, columns, rows } = screen;
  return {
    screen: text.length <= maxChars ? text : `[… the beginning is left out …]\n${cutStart(text, maxChars)}`,
    cursor_row: cursor.row,
    cursor_column: cursor.column,
    columns,
    rows,
    ...(title !== '' && { title }),
    ...(alternate && { alternate }),
    ...(scrollback > 0 && { scrollback }),
  };
}

const maxCommand = 200;

export function listTerminal({ id, command, state, cwd, size }: Terminal) {
  return { id, command: cutEnd(command, maxCommand), state, ...defined({ cwd }), ...size };
}

export function showTerminal(result: TerminalResult): string {
  const { terminals, output = '', screen, hint, undo, reached = [] } = result;
  if (terminals !== undefined)
    return terminals.length === 0 ? '[no terminal is open]' : terminals.map(listLine).join('\n');
  return [
    ...(output === '' ? [] : [output.replace(/\n$/, '')]),
    ...(screen === undefined ? [] : [screen === '' ? '[the screen is empty]' : screen]),
    `[${stateWords(result)}]`,
    ...protectedPart(result),
    ...refusedPart(result),
    ...noteParts([undo, hint, ...reached]),
  ].join('\n');
}

const listLine = ({ id, state, command, cwd, ...size }: NonNullable<TerminalResult['terminals']>[number]): string =>
  `${id} ${state} ${size.columns}x${size.rows} ${command}${cwd === undefined ? '' : ` in ${cwd}`}`;

export function displayTerminal(result: TerminalResult): string {
  const { terminals, output, screen } = result;
  if (terminals !== undefined) return plural(terminals.length, 'terminal');
  const told = firstLine(output ?? screen ?? '');
  return `${stateWords(result)}${told === '' ? '' : `: ${told}`}`;
}

function stateWords(result: TerminalResult): string {
  const { id, state, exit_code, timed_out, ended, cursor_row, cursor_column, columns, rows, title, alternate } = result;
  const words = [`${id ?? ''} ${ended ?? state ?? ''}`.trim()];
  if (timed_out === true) words.push('it still runs');
  else if (exit_code !== undefined) words.push(`exit code ${exit_code ?? 'none'}`);
  if (columns !== undefined) words.push(`${columns}x${rows}`, `cursor at row ${cursor_row}, column ${cursor_column}`);
  if (alternate === true) words.push('full screen');
  if (title !== undefined) words.push(`title ${JSON.stringify(title)}`);
  return words.join(', ');
}
