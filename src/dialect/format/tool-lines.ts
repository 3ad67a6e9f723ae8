import type { ToolDefinition } from '../../tool/tool.js';
import { escapeMarkup } from '../markup.js';

/** Each tool as a line of JSON in the form of OpenAI, without any markup in it. */
export const toolLines = (tools: readonly ToolDefinition[]): string =>
  tools
    .map(({ name, description, parameters }) =>
      escapeMarkup(JSON.stringify({ type: 'function', function: { name, description, parameters } })),
    )
    .join('\n');
