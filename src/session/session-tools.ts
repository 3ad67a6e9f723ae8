import { ToolwrightError } from '../base/error.js';
import { builtinTools } from '../builtin/builtin-tools.js';
import type { RunEnv } from '../run/env.js';
import { createRegistry, type Registry } from '../tool/registry.js';
import type { Capability } from '../tool/tool.js';
import type { SessionOptions } from './options.js';

/** What a host has unless it says otherwise; a tool that needs more is not offered. */
export const usualCapabilities: readonly Capability[] = ['workspace', 'process', 'person', 'ripgrep'];

export function sessionTools(options: Pick<SessionOptions, 'tools' | 'builtins' | 'capabilities'>): Registry {
  const { tools = [], builtins = true, capabilities = usualCapabilities } = options;
  const registry = createRegistry({ capabilities });
  for (const tool of [...(builtins ? builtinTools : []), ...tools]) registry.register(tool);
  return registry;
}

/** The tools that are found before those of the registry; a name that both have is a mistake of whoever opens. */
export function metaToolsOf(
  { metaTools = [] }: Pick<SessionOptions, 'metaTools'>,
  registry: Registry,
): Pick<RunEnv, 'metaTools'> {
  if (metaTools.length === 0) return {};
  const byName = new Map(metaTools.map((tool) => [tool.name, tool]));
  const taken = metaTools.find((tool) => registry.get(tool.name) !== undefined || byName.get(tool.name) !== tool);
  if (taken === undefined) return { metaTools: byName };
  throw new ToolwrightError(
    'duplicate-tool',
    `There is another tool named ${taken.name}: give the meta tool a name of its own.`,
  );
}
