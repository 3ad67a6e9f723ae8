import type { SystemContext } from '../../agent/profile.js';
import { openaiToolLines } from '../../dialect/format/tools-prompt.js';
import type { ToolDefinition } from '../../tool/tool.js';

/** Header, charter and rules. The tools follow, then the conversation, and the request last. */
export function renderAstraSystem({ workspace, instructions }: SystemContext): string {
  return [
    '# AstraCodex',
    `You help one person with the notes in their vault, ${workspace}. Paths begin at its top: notes/daily.md.`,
    '## Charter',
    'The vault belongs to the person. Look before you speak of a note, say what you do not know, and change nothing they have not agreed to.',
    ...instructions.map(
      ({ path, text, untrusted }) => `From ${path}${untrusted === true ? ', which nobody vouches for' : ''}:\n${text}`,
    ),
    '## Consent',
    'Tools that only read, such as list and read, need no confirmation, however many steps it takes. write, append and line_edit change notes: the person is asked before each of them, and only an explicit yes counts. A maybe is a no. What was refused stays refused: go on without it.',
    '## Errors',
    'A result that begins with "ERROR:" is a failure: acknowledge it and try an alternative. When you were asked to fall back to another file, do so by yourself. When something fails again and again, explain that to the person.',
    '## After a result',
    'When you see the result of a tool, stop calling tools, read it, and answer the person in plain words with what it says. Never repeat a call you have made: its result is in the conversation already.',
  ].join('\n\n');
}

/** How calls are written, and the tools there are. */
export function renderAstraTools(tools: readonly ToolDefinition[]): string {
  const others = tools.filter((tool) => !isPlain(tool));
  return [
    '## Tool calls',
    'To use a tool, write one block with JSON in it, and end your message:',
    '<tool_call>\n{"name": "read", "arguments": {"path": "file.md"}}\n</tool_call>',
    'name is the name of a tool and is required. arguments is an object with its arguments, and may be left out where there are none.',
    [
      '- Write at most one block in a message: of several only the last is executed.',
      '- Write no block within <think>.',
      '- The result comes by itself, as the next message, of role "tool".',
      '- Then answer in plain words, or call another tool where that is needed. A message without a block is your final answer.',
    ].join('\n'),
    '## Tools',
    ['| Tool | Arguments | Description |', '|---|---|---|', ...tools.map(rowOf)].join('\n'),
    ...(others.length === 0
      ? []
      : [`The arguments of these are described by JSON Schema:\n${openaiToolLines(others)}`]),
  ].join('\n\n');
}

function rowOf(tool: ToolDefinition): string {
  const args = propertiesOf(tool).map(([name, schema]) => {
    const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined;
    return typeof type === 'string' ? `${name} (${type})` : name;
  });
  const described = tool.description.replace(/\s+/g, ' ').replaceAll('|', '/');
  return `| ${tool.name} | ${args.length === 0 ? '(none)' : args.join(', ')} | ${described} |`;
}

/** Whether a row tells all: every argument is required, and text or a number. */
function isPlain(tool: ToolDefinition): boolean {
  const { required } = tool.parameters;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return propertiesOf(tool).every(
    ([name, schema]) =>
      names.includes(name) && /^\{"type":"(?:string|integer|number|boolean)"\}$/.test(JSON.stringify(schema)),
  );
}

const propertiesOf = ({ parameters: { properties } }: ToolDefinition): readonly (readonly [string, unknown])[] =>
  typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
