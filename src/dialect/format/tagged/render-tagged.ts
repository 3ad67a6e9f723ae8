import type { ToolDefinition } from '../../../tool/tool.js';
import type { DialectResult } from '../../dialect.js';
import { escapeMarkupText } from '../../markup.js';
import { toolLines } from '../tool-lines.js';

/** Each result as it is, but for markup that could end its tags or look like a call. */
export function renderToolResponses(results: readonly DialectResult[]): string {
  return results
    .map(
      ({ text, isError }) => `<tool_response>\n${isError ? 'Error: ' : ''}${escapeMarkupText(text)}\n</tool_response>`,
    )
    .join('\n');
}

export function renderFunctionPrompt(tools: readonly ToolDefinition[]): string {
  return renderPrompt(tools, {
    form: `<tool_call>
<function=name_of_the_tool>
<parameter=first_argument>
its value
</parameter>
<parameter=second_argument>
a value
of several lines
</parameter>
</function>
</tool_call>`,
    rules: 'Write texts as they are, without quotes or escapes, and all other values as JSON.',
  });
}

export function renderPairsPrompt(tools: readonly ToolDefinition[], between: '' | '\n'): string {
  return renderPrompt(tools, {
    form: [
      '<tool_call>name_of_the_tool',
      '<arg_key>first_argument</arg_key>',
      '<arg_value>its value</arg_value>',
      '<arg_key>second_argument</arg_key>',
      '<arg_value>its value</arg_value>',
      '</tool_call>',
    ].join(between),
    rules: 'Write texts as they are, without quotes or escapes, and all other values as JSON.',
  });
}

export function renderNestedPrompt(tools: readonly ToolDefinition[]): string {
  return renderPrompt(tools, {
    form: `<tool_call>
<name>name_of_the_tool</name>
<arguments>{"first_argument": "its value", "second_argument": 2}</arguments>
</tool_call>`,
    rules: 'The arguments are one JSON object.',
  });
}

function renderPrompt(
  tools: readonly ToolDefinition[],
  { form, rules }: { readonly form: string; readonly rules: string },
): string {
  return `# Tools

You can call tools. Each line between <tools> and </tools> describes one of them: its name, what it does, and the JSON Schema of its arguments.
<tools>
${toolLines(tools)}
</tools>

To call a tool, write this form, outside of any code block:
${form}

${rules} Give every argument that is required. For several calls write the form several times. Then end your message: the results come in the next one, each between <tool_response> and </tool_response>, in the order of your calls. Never write a result yourself. When you need no tool, answer in plain words.`;
}
