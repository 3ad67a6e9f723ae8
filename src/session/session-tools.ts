import { builtinTools } from '../builtin/builtin-tools.js';
import { createRegistry, type Registry } from '../tool/registry.js';
import type { SessionOptions } from './options.js';

/** What every host has; a tool that needs more is not offered. */
const capabilities = ['workspace', 'process', 'person', 'ripgrep'];

export function sessionTools({ tools = [], builtins = true }: Pick<SessionOptions, 'tools' | 'builtins'>): Registry {
  const registry = createRegistry({ capabilities });
  for (const tool of [...(builtins ? builtinTools : []), ...tools]) registry.register(tool);
  return registry;
}
