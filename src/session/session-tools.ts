import type { Profile } from '../agent/profile.js';
import { ToolwrightError } from '../base/error.js';
import { builtinTools } from '../builtin/builtin-tools.js';
import { createSubtasks } from '../builtin/subagent/create-subtasks.js';
import { createDelegate } from '../builtin/subagent/delegate.js';
import { createWebSearch } from '../builtin/web/web-search.js';
import type { RunTools } from '../run/env.js';
import type { AgentInfo } from '../tool/child.js';
import { findNamed } from '../tool/former-names.js';
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

interface SurfaceChoice {
  readonly profile?: Pick<Profile, 'surface' | 'capabilities'>;
  /** To whom can be delegated, where files tell. */
  readonly agents?: readonly AgentInfo[] | undefined;
}

/** The tools of a session: the built-in ones, as the profile shows them, and those of the host. */
export function sessionTools(options: ToolOptions, { profile, agents }: SurfaceChoice = {}): Registry {
  const { tools = [], builtins = true, capabilities = usualCapabilities, activeFile, webSearch } = options;
  const here = [
    ...capabilities,
    ...(profile?.capabilities ?? []),
    ...(activeFile === undefined ? [] : ['active-file']),
  ];
  const registry = createRegistry({ capabilities: here });
  const own = new Map((builtins ? ownTools(options, agents) : []).map((tool) => [tool.name, tool]));
  const surface = profile?.surface;
  // What this host cannot offer is not there for a surface either: it may have another way.
  const there = (name: string): Tool | undefined => {
    const tool = findNamed(own, name);
    return tool?.capabilities.every((needed) => here.includes(needed)) === true ? tool : undefined;
  };
  const shown =
    surface === undefined || !builtins
      ? own.values()
      : surface(there, { agents: agents ?? [], searches: webSearch !== undefined });
  for (const tool of [...shown, ...tools]) registry.register(tool);
  return registry;
}

/** The built-in tools, some of them made for what this session has. */
function ownTools({ webSearch: settings, env = {} }: ToolOptions, agents: SurfaceChoice['agents']): readonly Tool[] {
  const made = [
    ...(settings === undefined ? [] : [createWebSearch({ settings, env })]),
    ...(agents === undefined ? [] : [createDelegate({ agents }), createSubtasks({ agents })]),
  ];
  if (made.length === 0) return builtinTools;
  const byName = new Map(made.map((tool): [string, Tool] => [tool.name, tool]));
  return builtinTools.map((tool) => byName.get(tool.name) ?? tool);
}

/**
 * The tools that are found before those of the registry, where those of the profile are registered too; a name that both have
 * otherwise is a mistake of whoever opens.
 */
export function metaToolsOf(
  given: readonly Tool[],
  { registry, own }: { readonly registry: Registry; readonly own: readonly Tool[] },
): Pick<RunTools, 'metaTools'> {
  if (given.length + own.length === 0) return {};
  const byName = new Map([...own, ...given].map((tool) => [tool.name, tool]));
  const taken = given.find((tool) => registry.get(tool.name) !== undefined || byName.get(tool.name) !== tool);
  if (taken === undefined) return { metaTools: byName };
  throw new ToolwrightError(
    'duplicate-tool',
    `There is another tool named ${taken.name}: give the meta tool a name of its own.`,
  );
}
