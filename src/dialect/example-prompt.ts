import type { ToolDefinition } from '../tool/tool.js';
import { escapeMarkup } from './markup.js';

/** A prompt for formats that have none of their own: the tools, and one call as an example. */
export function examplePrompt(example: string, tools: readonly ToolDefinition[]): string {
  const lines = tools.map(({ name, description, parameters }) =>
    escapeMarkup(JSON.stringify({ name, description, parameters })),
  );
  return `# Tools

You can call tools. Each of these lines describes one of them: its name, what it does, and the JSON Schema of its arguments.
${lines.join('\n')}

To call a tool, write exactly this, with the name of the tool for example_tool and with its own arguments, outside of any code block:
${example}

Then end your message: the results come in the next one. Never write a result yourself. When you need no tool, answer in plain words.`;
}
