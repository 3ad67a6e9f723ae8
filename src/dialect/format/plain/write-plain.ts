import type { ToolDefinition } from '../../../tool/tool.js';
import type { DialectCall, DialectMessage, DialectProblem, DialectResult } from '../../dialect.js';
import { escapeMarkup } from '../../markup.js';
import { resultContent } from '../result-content.js';
import { writeEach } from '../write-json-calls.js';

/** The object of a call. Its markup is escaped: in plain text any of it could mean something. */
export const callObject = (
  { name, arguments: args }: DialectCall,
  keys: readonly [string, string] = ['name', 'arguments'],
): string => escapeMarkup(`{"${keys[0]}": ${JSON.stringify(name)}, "${keys[1]}": ${args}}`);

/** The calls as one list. */
export function writeList(calls: readonly DialectCall[], keys?: readonly [string, string]): string | DialectProblem {
  const written = writeEach(calls, (call) => callObject(call, keys), ', ');
  return typeof written === 'string' ? `[${written}]` : written;
}

/** One JSON object a line: whatever a tool gave cannot end its string. */
export function resultLines(results: readonly DialectResult[]): string {
  return results
    .map(({ name, text, isError }) =>
      escapeMarkup(`{"tool": ${JSON.stringify(name)}, "${isError ? 'error' : 'result'}": ${resultContent(text)}}`),
    )
    .join('\n');
}

export const userResults = (results: readonly DialectResult[]): readonly DialectMessage[] => [
  { role: 'user', text: `Results of your calls, in their order:\n${resultLines(results)}` },
];

/** The tools, one JSON object a line. */
export const toolLines = (tools: readonly ToolDefinition[]): string =>
  tools
    .map(({ name, description, parameters }) => escapeMarkup(JSON.stringify({ name, description, parameters })))
    .join('\n');

/** A prompt that shows how a call is written. */
export const plainPrompt = (tools: readonly ToolDefinition[], how: string): string => `# Tools

You can call tools. Each line describes one of them: its name, what it does, and the JSON Schema of its arguments.
${toolLines(tools)}

${how}

Write the name of the tool for example_tool, and its own arguments. Then end your message: the results come in the next one, in the order of your calls. Never write a result yourself. When you need no tool, answer in plain words.`;
