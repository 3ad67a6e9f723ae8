import { escapeFence, kindOf } from '../../dialect/format/action-fence/write-actions.js';
import { escapeMarkup } from '../../dialect/markup.js';
import type { ToolDefinition } from '../../tool/tool.js';

/** What a model is told of the protocol, in the first message of every request. */
export function renderProtocolPrompt(tools: readonly ToolDefinition[]): string {
  const hasSubagents = tools.some(({ name }) => kindOf(name) === 'subagent');
  const types = hasSubagents ? 'tool, skill or subagent' : 'tool or skill';
  return [
    '# Tool protocol',
    '',
    'You act by writing exactly one fenced block in your message, tagged yips-agent, with one JSON object in it:',
    '',
    example,
    '',
    `- The type of an action is ${types}. Every action needs an id that no other action of the message has.`,
    '- A tool or a skill has a name of the lists below, and arguments that are an object.',
    ...(hasSubagents
      ? ['- A subagent has a task in place of name and arguments, and may have context, allowed_tools and max_rounds.']
      : []),
    '- Actions run one at a time, in their order. Their results come as system messages that begin with "Action results:"; never write one yourself. The status of a result is ok, error, denied or timeout.',
    '- What cannot be read is not run: two blocks, or a body that is no JSON object.',
    '- To change a file, stage it with preview_write_file or preview_edit_file, look at metadata.diffPreview of the result, and call apply_file_change with {"token": metadata.token}. write_file and edit_file only stage, too.',
    '- When there is nothing to do, answer in plain words without a block.',
    ...list('Tools', 'tool', tools),
    ...list('Skills', 'skill', tools),
  ].join('\n');
}

const example = `\`\`\`yips-agent
{
  "assistant_text": "Optional plain-language response",
  "actions": [
    { "type": "tool", "id": "t1", "name": "read_file", "arguments": { "path": "README.md" } }
  ]
}
\`\`\``;

function list(title: string, kind: 'tool' | 'skill', tools: readonly ToolDefinition[]): readonly string[] {
  const lines = tools
    .filter(({ name }) => kindOf(name) === kind)
    .map(({ name, description, parameters }) =>
      escapeFence(escapeMarkup(JSON.stringify({ name, description, parameters }))),
    );
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}
