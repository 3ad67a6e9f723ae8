import type { ToolDefinition } from '../../../tool/tool.js';
import type { DialectResult } from '../../dialect.js';
import { escapeMarkup, escapeMarkupText } from '../../markup.js';
import { resultContent } from '../result-content.js';

/** The tools as tags, and the form in which they are called. */
export function renderEnvelopePrompt(tools: readonly ToolDefinition[], tag: string): string {
  const list = tools.map(({ name, description, parameters }) =>
    [
      '<tool>',
      `<name>${escapeMarkupText(name)}</name>`,
      `<description>${escapeMarkupText(description)}</description>`,
      `<parameters>${escapeMarkup(JSON.stringify(parameters))}</parameters>`,
      '</tool>',
    ].join('\n'),
  );
  return `# Tools

You can call the tools below. Each has a name, a description, and the JSON Schema of its arguments.
<tools>
${list.join('\n')}
</tools>

To call a tool, write this, outside of any code block:
<${tag}>
<name>NAME_OF_THE_TOOL</name>
<arguments>{"argument": "value"}</arguments>
</${tag}>

For several calls write several such blocks. Then end your message: the results come in the next one, in the order of your calls. Never write a result yourself. When you need no tool, answer in plain words.`;
}

/** A block for each call, whose body is JSON: no text of a tool can end its block or open another one. */
export function renderEnvelopeResults(results: readonly DialectResult[], tag: string): string {
  return results
    .map(({ name, text, isError }) => {
      const head = `name="${escapeMarkupText(name).replaceAll('"', '&quot;')}" success="${!isError}"`;
      return `<${tag} ${head}>\n${escapeMarkup(resultContent(text))}\n</${tag}>`;
    })
    .join('\n');
}
