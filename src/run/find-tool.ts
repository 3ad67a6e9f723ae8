import type { Offer } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';
import type { RunEnv } from './env.js';

type Tools = Pick<RunEnv, 'registry' | 'metaTools'>;

/** The tool of this name: a meta tool before any that is registered. */
export const findTool = (name: string, { registry, metaTools }: Tools): Tool | undefined =>
  metaTools?.get(name) ?? registry.get(name);

/** What a request offers: the meta tools, and the registered ones they leave a name to. */
export function offerTools({ registry, metaTools }: Tools): Offer {
  const offer = registry.offer();
  if (metaTools === undefined) return offer;
  const left = [...offer.tools].filter(([name]) => !metaTools.has(name));
  const tools = new Map([...metaTools, ...left]);
  const definitions = [...tools.values()].map(({ name, description, parameters }) => ({
    name,
    description,
    parameters,
  }));
  return { tools, definitions };
}
