import { builtinTools } from '../builtin/builtin-tools.js';
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
