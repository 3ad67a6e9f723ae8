import type { ToolDefinition } from '../../tool/tool.js';
import { escapeMarkup } from '../markup.js';

type Tools = readonly ToolDefinition[];

/** Each tool as a line of JSON, without any markup in it. */
export const toolLines = (tools: Tools): string =>
  tools
    .map(({ name, description, parameters }) => escapeMarkup(JSON.stringify({ name, description, parameters })))
    .join('\n');

/** The same in the form of OpenAI. */
export const openaiToolLines = (tools: Tools): string =>
  tools
    .map(({ name, description, parameters }) =>
      escapeMarkup(JSON.stringify({ type: 'function', function: { name, description, parameters } })),
    )
    .join('\n');

/** What a prompt begins with: the tools, a line each. */
export const toolsHead = (tools: Tools): string => `# Tools

You can call tools. Each line describes one of them: its name, what it does, and the JSON Schema of its arguments.
${toolLines(tools)}`;

/** The same between tags, as many models were trained on. */
export const taggedToolsHead = (lines: string): string => `# Tools

You can call tools. Each line between <tools> and </tools> describes one of them: its name, what it does, and the JSON Schema of its arguments.
<tools>
${lines}
</tools>`;

/** What a prompt ends with. */
export const afterCalls = (where = ''): string =>
  `Then end your message: the results come in the next one${where}, in the order of your calls. Never write a result yourself. When you need no tool, answer in plain words.`;

const inToolResponses = ', each between <tool_response> and </tool_response>';

/** The layout Hermes models were trained on; the words are for all others. */
export const hermesPrompt = (tools: Tools): string => `${taggedToolsHead(openaiToolLines(tools))}

To call a tool, write a JSON object with its name and its arguments between <tool_call> and </tool_call>, outside of any code block:
<tool_call>
{"name": "<name of the tool>", "arguments": {"<argument>": "<value>"}}
</tool_call>

For several calls write this several times. ${afterCalls(inToolResponses)}`;

/** A form that is written for each call. */
export const formPrompt =
  (form: string, rules: string) =>
  (tools: Tools): string =>
    `${taggedToolsHead(openaiToolLines(tools))}

To call a tool, write this form, outside of any code block:
${form}

${rules} Give every argument that is required. For several calls write the form several times. ${afterCalls(inToolResponses)}`;

/** An element named like the tool. */
export const toolTagPrompt =
  (example: string, rules: string) =>
  (tools: Tools): string =>
    `${taggedToolsHead(toolLines(tools))}

To call a tool, begin a line with an XML element that has the name of the tool, outside of any code block. ${rules} A call of a tool named example_tool with the arguments "query" and "limit" is written so:
${example}

For several calls write several elements. ${afterCalls(inToolResponses)}`;

/** A call as an example. */
export const examplePrompt =
  (how: string) =>
  (tools: Tools): string =>
    `${toolsHead(tools)}

${how}

Write the name of the tool for example_tool, and its own arguments. ${afterCalls()}`;

/** Calls in the syntax of Python. */
export const pythonPrompt =
  (how: string, example: string) =>
  (tools: Tools): string =>
    `You can call tools. Each line tells of one: its name, what it does, and the JSON Schema of its arguments.
${toolLines(tools)}

${how} Name every argument, and write each value out as a Python literal:
${example}

Then end your message: the results come in the next one, in the order of your calls. Never write a result yourself.
When you need no tool, answer in plain words.`;

/** For formats that have no prompt of their own: one call as an example. */
export const defaultPrompt = (example: string, tools: Tools): string => `# Tools

You can call tools. Each of these lines describes one of them: its name, what it does, and the JSON Schema of its arguments.
${toolLines(tools)}

To call a tool, write exactly this, with the name of the tool for example_tool and with its own arguments, outside of any code block:
${example}

Then end your message: the results come in the next one. Never write a result yourself. When you need no tool, answer in plain words.`;

/** How values stand in a form. */
export const bareTexts = 'Write texts as they are, without quotes or escapes, and all other values as JSON.';
