import { defineTool } from '../../src/tool/define-tool.js';
import type { Tool } from '../../src/tool/tool.js';
import listed from '../fixtures/mcp/server-tools.json' with { type: 'json' };

/** The tools of the MCP servers everything, filesystem and memory, as those list them: nothing of them can be run. */
export const serverTools: readonly Tool[] = Object.entries(listed).flatMap(([server, tools]) =>
  tools.map(({ name, description, parameters }) => serverTool(`mcp__${server}__${name}`, { description, parameters })),
);

/** As many as are wanted, of servers with 25 tools each that have the definitions of real ones. */
export const manyServerTools = (count: number): readonly Tool[] =>
  Array.from({ length: count }, (_, at) => {
    const like = serverTools[at % serverTools.length] as Tool;
    const own = like.name.slice(like.name.lastIndexOf('__') + 2);
    return serverTool(`mcp__server${Math.floor(at / 25)}__${own}_${at}`, like);
  });

function serverTool(name: string, { description, parameters }: { description: string; parameters: object }): Tool {
  const tool = defineTool({ name, description, parameters: { type: 'object' }, source: 'mcp', run: () => null });
  return { ...tool, parameters: { ...parameters } };
}
