import type { ToolResult } from '../../tool/outcome.js';

/** Text, or pretty JSON; a failure begins with `ERROR:`. */
export function renderAstraResult({ success, data, error_message, metadata }: ToolResult): string {
  const { coerced = [] } = metadata;
  const turned = coerced.map(({ path, to }) => `[${path} was text and was read as ${to}]`);
  const words = data === null && !success ? [] : [textOf(data)];
  const failed = success ? [] : [`ERROR: ${inOwnNames(error_message ?? 'The tool failed.')}`];
  return [...failed, ...words, ...turned].join('\n');
}

const textOf = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data, null, 2));

/** What the built-in tools say to do next, in the names that the model knows them by. */
const inOwnNames = (message: string): string =>
  message
    .replace(/Look at it with run_command \([^)]*\), or use/, 'Use')
    .replace('list_dir or glob', 'list')
    .replace(known, (name) => String(ownNames[name]));

const ownNames: Readonly<Record<string, string>> = {
  list_dir: 'list',
  read_file: 'read',
  write_file: 'write',
  append_file: 'append',
  insert_lines: 'line_edit',
  replace_lines: 'line_edit',
  line_start: 'startLine',
  line_end: 'endLine',
};

const known = new RegExp(`\\b(?:${Object.keys(ownNames).join('|')})\\b`, 'g');
