import type { ToolDefinition } from '../../../tool/tool.js';
import { escapeMarkup } from '../../markup.js';
import type { InvokeStyle } from './write-invokes.js';

/** How a call is written in this style, in one sentence. */
export function invokeHowTo({ section, prefix = '', typed }: InvokeStyle): string {
  const parameter = `<${prefix}parameter name="…"${typed ? ' string="true|false"' : ''}>value</${prefix}parameter>`;
  const call = `<${prefix}invoke name="…">, a ${parameter} for each argument, </${prefix}invoke>`;
  return `Write each call as ${call}, all between <${section}> and </${section}>.`;
}

/** The tools, and how a call of them is written in this style. */
export function renderInvokePrompt(
  tools: readonly ToolDefinition[],
  { section, prefix = '', typed }: InvokeStyle,
): string {
  const lines = tools.map(({ name, description, parameters }) =>
    escapeMarkup(JSON.stringify({ name, description, parameters })),
  );
  const type = typed ? ' string="true"' : '';
  const values = typed
    ? 'A text stands in it as it is, with string="true"; any other value is JSON, with string="false".'
    : 'A text stands in it as it is, without quotes; any other value is JSON.';
  return `# Tools

You can call tools. Each line between <tools> and </tools> describes one of them: its name, what it does, and the JSON Schema of its arguments.
<tools>
${lines.join('\n')}
</tools>

To call tools, write a block like this one, outside of any code block, with one <${prefix}invoke> for each call:
<${section}>
<${prefix}invoke name="<name of the tool>">
<${prefix}parameter name="<argument>"${type}><value></${prefix}parameter>
</${prefix}invoke>
</${section}>

Each argument has a <${prefix}parameter> of its own. ${values} Nothing is escaped. Then end your message: the results come in the next one, in the order of your calls. Never write a result yourself. When you need no tool, answer in plain words.`;
}
