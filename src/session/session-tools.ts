import { ToolwrightError } from '../base/error.js';
import { builtinTools } from '../builtin/builtin-tools.js';
import { createSubtasks } from '../builtin/subagent/create-subtasks.js';
import { createDelegate } from '../builtin/subagent/delegate.js';
import { createWebSearch } from '../builtin/web/web-search.js';
import type { RunEnv } from '../run/env.js';
import type { AgentInfo } from '../tool/child.js';
import { createRegistry, type Registry } from '../tool/registry.js';
import type { Capability, Tool } from '../tool/tool.js';
import type { SessionOptions } from './options.js';

/** What a host has unless it says otherwise; a tool that needs more is not offered. */
export const usualCapabilities: readonly Capability[] = [
  'workspace',
  'process',
  'person',
  'ripgrep',
  'network',
  'subagents',
  // Elsewhere terminals have not been tried, or the package brings none.
  ...(process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch) ? ['terminal'] : []),
];

type ToolOptions = Pick<SessionOptions, 'tools' | 'builtins' | 'capabilities' | 'activeFile' | 'webSearch' | 'env'>;

export function sessionTools(options: ToolOptions): Registry {
  const { tools = [], builtins = true, capabilities = usualCapabilities, activeFile } = options;
  const registry = createRegistry({
    capabilities: activeFile === undefined ? capabilities : [...capabilities, 'active-file'],
  });
  for (const tool of [...(builtins ? builtinTools : []), ...tools]) registry.register(tool);
  const { webSearch: settings, env = {} } = options;
  if (builtins && settings !== undefined) registry.replace(createWebSearch({ settings, env }));
  return registry;
}

/** The tools that are found before those of the registry; a name that both have is a mistake of whoever opens. */
export function metaToolsOf(metaTools: readonly Tool[], registry: Registry): Pick<RunEnv, 'metaTools'> {
  if (metaTools.length === 0) return {};
  const byName = new Map(metaTools.map((tool) => [tool.name, tool]));
  const taken = metaTools.find((tool) => registry.get(tool.name) !== undefined || byName.get(tool.name) !== tool);
  if (taken === undefined) return { metaTools: byName };
  throw new ToolwrightError(
    'duplicate-tool',
    `There is another tool named ${taken.name}: give the meta tool a name of its own.`,
  );
}

/** Has the tools that delegate say to whom they can. */
export function nameAgents(registry: Registry, agents: readonly AgentInfo[]): void {
  for (const create of [createDelegate, createSubtasks]) {
    const tool = create({ agents });
    if (registry.get(tool.name)?.source === 'builtin') registry.replace(tool);
  }
}
