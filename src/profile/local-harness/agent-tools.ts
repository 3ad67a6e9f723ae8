import type { Surface } from '../../agent/profile.js';
import { noChildren } from '../../builtin/subagent/no-children.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { harnessView } from './harness-view.js';

/** Agents that files define can be listed and run. What they do goes the same road, with the same permissions. */
export function harnessAgentTools(...[builtin, { agents } = { agents: [] }]: Parameters<Surface>): readonly Tool[] {
  const delegate = builtin('task');
  if (delegate === undefined || agents.length === 0) return [];
  return [
    ...harnessView(delegate, {
      name: 'run_agent',
      description: 'Run an agent on a task of its own and get what it says at the end',
      parameters: {
        type: 'object',
        properties: {
          agent: { type: 'string', description: 'Agent name, as list_agents gives it' },
          prompt: { type: 'string', description: 'What the agent is to do' },
        },
        required: ['agent', 'prompt'],
      },
      toArguments: (args) => args,
      toResult: (ended: { readonly text?: string } | ToolFailure) => (isFailure(ended) ? ended : (ended.text ?? '')),
    }),
    listAgents,
  ];
}

const listAgents = defineTool({
  name: 'list_agents',
  description: 'List the agents that can be run',
  category: 'Agent',
  group: 'subtask',
  source: 'builtin',
  capabilities: ['subagents'],
  effects: 'none',
  parameters: { type: 'object', properties: {} },
  plan: () => ({ facts: [], preview: { kind: 'arguments' } }),
  run: (_args, { children }) =>
    children === undefined ? noChildren : children.agents.map(({ name, description }) => ({ name, description })),
});
