import { cutEnd } from '../../../base/text.js';
import type { ToolDefinition } from '../../../tool/tool.js';
import type { DialectMessage, DialectResult } from '../../dialect.js';
import { escapeMarkup } from '../../markup.js';
import { encodeEntities } from './entities.js';

export interface ToolTagPrompt {
  readonly tools: readonly ToolDefinition[];
  /** How the arguments stand in an element. */
  readonly rules: string;
  readonly example: string;
}

export function renderToolTagPrompt({ tools, rules, example }: ToolTagPrompt): string {
  const lines = tools.map(({ name, description, parameters }) =>
    escapeMarkup(JSON.stringify({ name, description, parameters })),
  );
  return `# Tools

You can call tools. Each line between <tools> and </tools> describes one of them: its name, what it does, and the JSON Schema of its arguments.
<tools>
${lines.join('\n')}
</tools>

To call a tool, begin a line with an XML element that has the name of the tool, outside of any code block. ${rules} A call of a tool named example_tool with the arguments "query" and "limit" is written so:
${example}

For several calls write several elements. Then end your message: the results come in the next one, each between <tool_response> and </tool_response>, in the order of your calls. Never write a result yourself. When you need no tool, answer in plain words.`;
}

/** What a tool gave is escaped as the text of an element: it cannot end it, open a call or look like a special token. */
export function renderToolTagResults(results: readonly DialectResult[]): readonly DialectMessage[] {
  const texts = results.map(({ name, text, isError }) => {
    const tag = isError ? 'error' : 'result';
    return `<tool_response>\n<tool_name>${safe(cutEnd(name, 128))}</tool_name>\n<${tag}>\n${safe(text)}\n</${tag}>\n</tool_response>`;
  });
  return [{ role: 'user', text: texts.join('\n') }];
}

const safe = (text: string): string => encodeEntities(text).replace(/\[(?=\/?[A-Z])/g, '&#91;');
