import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { Tool } from '../tool/tool.js';

/** A tool as a client is told of it. The hints say what the tool says of itself: what a call may do is decided here. */
export function toolEntry({ name, title, description, parameters, effects, idempotent }: Tool): McpTool {
  return {
    name,
    title,
    description,
    inputSchema: parameters as McpTool['inputSchema'],
    annotations: {
      title,
      readOnlyHint: effects === 'none',
      destructiveHint: effects !== 'none',
      idempotentHint: idempotent,
      openWorldHint: effects === 'outside',
    },
  };
}
