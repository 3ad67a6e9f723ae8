import type { ToolResult } from '../../tool/outcome.js';
import { createRewording } from '../rewording.js';

/** Text, or pretty JSON; a failure begins with `ERROR:`. */
export function renderAstraResult({ success, data, error_message, metadata }: ToolResult): string {
  const { coerced = [] } = metadata;
  const turned = coerced.map(({ path, to }) => `[${path} was text and was read as ${to}]`);
  const words = data === null && !success ? [] : [textOf(data)];
  const failed = success ? [] : [`ERROR: ${inWords(error_message ?? 'The tool failed.')}`];
  return [...failed, ...words, ...turned].join('\n');
}

const textOf = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data, null, 2));

/** What the built-in tools say to do next, in the names that the model knows them by. */
const { inWords } = createRewording({
  names: {
    list_dir: 'list',
    read_file: 'read',
    write_file: 'write',
    append_file: 'append',
    insert_lines: 'line_edit',
    replace_lines: 'line_edit',
    line_start: 'startLine',
    line_end: 'endLine',
  },
  phrases: [
    [/Look at it with run_command \([^)]*\), or use/g, 'Use'],
    ['list_dir or glob', 'list'],
  ],
});
