import type { ToolDefinition } from '../../tool/tool.js';
import type { DialectResult } from '../dialect.js';
import { escapeMarkup } from '../markup.js';
import { resultContent } from './result-content.js';
import { toolLines } from './tool-lines.js';

/** The layout such models were trained on; the words are for all others. */
export function renderHermesPrompt(tools: readonly ToolDefinition[]): string {
  return `# Tools

You can call tools. Each line between <tools> and </tools> describes one of them: its name, what it does, and the JSON Schema of its arguments.
<tools>
${toolLines(tools)}
</tools>

To call a tool, write a JSON object with its name and its arguments between <tool_call> and </tool_call>, outside of any code block:
<tool_call>
{"name": "<name of the tool>", "arguments": {"<argument>": "<value>"}}
</tool_call>

For several calls write this several times. Then end your message: the results come in the next one, each between <tool_response> and </tool_response>, in the order of your calls. Never write a result yourself. When you need no tool, answer in plain words.`;
}

/** A result is always JSON: whatever a tool gave, it cannot end its tag, open another one or look like a call. */
export function renderHermesResults(results: readonly DialectResult[], tag = 'tool_response'): string {
  return results.map((result) => `<${tag}>\n${renderResult(result)}\n</${tag}>`).join('\n');
}

/** One result as JSON in which no markup stands. */
export function renderResult({ name, text, isError }: DialectResult): string {
  const error = isError ? ', "is_error": true' : '';
  return escapeMarkup(`{"name": ${JSON.stringify(name)}, "content": ${resultContent(text)}${error}}`);
}
