import { parseJson } from '../base/json.js';
import { cutEnd, humanSize } from '../base/text.js';
import { toOpenAiFunctions } from '../tool/registry.js';
import type { ToolDefinition } from '../tool/tool.js';
import { type DialectCall, type DialectProblem, type DialectResult, maxCallLength, maxCalls } from './dialect.js';
import { escapeMarkup } from './markup.js';
import { readArguments } from './named-call.js';

/** The layout such models were trained on; the words are for all others. */
export function renderHermesPrompt(tools: readonly ToolDefinition[]): string {
  const lines = toOpenAiFunctions(tools).map((tool) => escapeMarkup(JSON.stringify(tool)));
  return `# Tools

You can call tools. Each line between <tools> and </tools> describes one of them: its name, what it does, and the JSON Schema of its arguments.
<tools>
${lines.join('\n')}
</tools>

To call a tool, write a JSON object with its name and its arguments between <tool_call> and </tool_call>, outside of any code block:
<tool_call>
{"name": "<name of the tool>", "arguments": {"<argument>": "<value>"}}
</tool_call>

For several calls write this several times. Then end your message: the results come in the next one, each between <tool_response> and </tool_response>, in the order of your calls. Never write a result yourself. When you need no tool, answer in plain words.`;
}

export function renderHermesCalls(calls: readonly DialectCall[]): string | DialectProblem {
  if (calls.length > maxCalls)
    return problem(`There are ${calls.length} calls; one message holds ${maxCalls} at most.`);
  const blocks: string[] = [];
  for (const { name, arguments: text } of calls) {
    const shownName = cutEnd(name, 64);
    if (name.trim() === '') return problem('A call without a name cannot be written.');
    const args = readArguments(text);
    if (!args.ok) return problem(`The arguments of ${shownName} cannot be written: ${cutEnd(args.why, 300)}.`);
    const json = escapeMarkup(`{"name": ${JSON.stringify(name)}, "arguments": ${args.text}}`);
    if (json.length > maxCallLength) {
      return problem(`The call of ${shownName} is too long to be written (${humanSize(json.length)}).`);
    }
    blocks.push(`<tool_call>\n${json}\n</tool_call>`);
  }
  return blocks.join('\n');
}

/** A result is always JSON: whatever a tool gave, it cannot end its tag, open another one or look like a call. */
export function renderHermesResults(results: readonly DialectResult[]): string {
  return results
    .map(({ name, text, isError }) => {
      const error = isError ? ', "is_error": true' : '';
      const json = `{"name": ${JSON.stringify(name)}, "content": ${contentOf(text)}${error}}`;
      return `<tool_response>\n${escapeMarkup(json)}\n</tool_response>`;
    })
    .join('\n');
}

/** JSON as it is; any other text as a string. */
function contentOf(text: string): string {
  const json = text.trim();
  return /^[[{]/.test(json) && parseJson(json).ok ? json : JSON.stringify(text);
}

const problem = (message: string): DialectProblem => ({ code: 'call-rejected', message });
