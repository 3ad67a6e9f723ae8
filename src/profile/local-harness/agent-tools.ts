import type { Surface } from '../../agent/profile.js';
import type { DelegateResult } from '../../builtin/subagent/delegate-schema.js';
import { noChildren } from '../../builtin/subagent/no-children.js';
import { defineTool } from '../../tool/define-tool.js';
import { openParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { showViews } from '../show-views.js';
import { harnessView } from './harness-view.js';

/** Agents that files define can be listed and run. What they do goes the same road, with the same permissions. */
export function harnessAgentTools(...[builtin, { agents } = { agents: [] }]: Parameters<Surface>): readonly Tool[] {
  const running = agents.length === 0 ? [] : showViews([runAgent], builtin);
  return running.length === 0 ? [] : [...running, listAgents];
}

const runAgent = harnessView('delegate', {
  name: 'run_agent',
  description: 'Run an agent on a task of its own and get what it says at the end',
  parameters: openParameters(['agent', 'prompt'], {
    agent: { type: 'string', description: 'Agent name, as list_agents gives it' },
    prompt: { type: 'string', description: 'What the agent is to do' },
  }),
  toResult: ({ text = '' }: DelegateResult) => text,
});

const listAgents = defineTool({
  name: 'list_agents',
  description: 'List the agents that can be run',
  category: 'Agent',
  group: 'subtask',
  source: 'builtin',
  capabilities: ['subagents'],
  effects: 'none',
  parameters: openParameters([], {}),
  plan: () => ({ facts: [], preview: { kind: 'arguments' } }),
  run: (_args, { children }) =>
    children === undefined ? noChildren : children.agents.map(({ name, description }) => ({ name, description })),
});
