import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { ToolEntry } from '../client/client-port.js';

/** A tool as a client is told of it. The hints say what the tool says of itself: what a call may do is decided here. */
export function toolEntry({ tool, whole }: ToolEntry): McpTool {
  const { name, title, description, effects, idempotent } = tool;
  return {
    name,
    title,
    description,
    inputSchema: whole.parameters as McpTool['inputSchema'],
    annotations: {
      title,
      readOnlyHint: effects === 'none',
      destructiveHint: effects !== 'none',
      idempotentHint: idempotent,
      openWorldHint: effects === 'outside',
    },
  };
}
