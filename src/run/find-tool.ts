import { definitionOf, type Offer } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';
import type { RunTools } from './env.js';

/** The tool of this name: a meta tool before any that is registered. */
export const findTool = (
  name: string,
  { registry, metaTools }: Pick<RunTools, 'registry' | 'metaTools'>,
): Tool | undefined => metaTools?.get(name) ?? registry.get(name);

/** The call by the name that its tool has now: a model, a program or a record may say one it had before. */
export function withCurrentName<C extends { readonly name: string }>(
  call: C,
  tools: Pick<RunTools, 'registry' | 'metaTools'>,
): C {
  const name = findTool(call.name, tools)?.name ?? call.name;
  return name === call.name ? call : { ...call, name };
}

/** All that there is, for calls that come from elsewhere than a request: of a program, or of a tool. */
export function offerTools({ registry, metaTools }: Pick<RunTools, 'registry' | 'metaTools'>): Offer {
  const offer = registry.offer();
  if (metaTools === undefined) return offer;
  const tools = new Map([...metaTools, ...[...offer.tools].filter(([name]) => !metaTools.has(name))]);
  return { tools, definitions: [...tools.values()].map(definitionOf) };
}
