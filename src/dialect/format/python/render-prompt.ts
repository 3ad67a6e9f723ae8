import type { ToolDefinition } from '../../../tool/tool.js';
import { escapeMarkup } from '../../markup.js';

/** Tells of the tools, how a call is written, and where results come. */
export function renderPythonPrompt(tools: readonly ToolDefinition[], { how, example }: PythonPrompt): string {
  const lines = tools.map(({ name, description, parameters }) =>
    escapeMarkup(JSON.stringify({ name, description, parameters })),
  );
  return `You can call tools. Each line tells of one: its name, what it does, and the JSON Schema of its arguments.
${lines.join('\n')}

${how} Name every argument, and write each value out as a Python literal:
${example}

Then end your message: the results come in the next one, in the order of your calls. Never write a result yourself.
When you need no tool, answer in plain words.`;
}

export interface PythonPrompt {
  readonly how: string;
  readonly example: string;
}
