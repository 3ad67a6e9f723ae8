import type { ExposedTools } from '../run/exposed-tools.js';
import { leanDefinition } from '../tool/catalog/lean-definition.js';
import { definitionOf, type Registry } from '../tool/registry.js';
import type { Tool, ToolDefinition } from '../tool/tool.js';

/**
 * Where a tool stands. `sent`: its definition goes with every request. `active`: it does since it was found or called.
 * `indexed`: it is found by `tool_search`, and may be called. `hidden`: it is in none of the groups that are shown.
 * `unavailable`: something it needs is missing here.
 */
export type ToolState = 'sent' | 'active' | 'indexed' | 'hidden' | 'unavailable';

export interface ListedTool {
  readonly tool: Tool;
  readonly state: ToolState;
  /** What a request carries of it, or would. */
  readonly definition: ToolDefinition;
  /** All there is of it. */
  readonly whole: ToolDefinition;
}

interface Shown {
  readonly registry: Registry;
  readonly metaTools?: ReadonlyMap<string, Tool> | undefined;
  readonly exposed: Pick<ExposedTools, 'offer' | 'active'>;
}

/** All tools of a session, those that are sent first. */
export function listTools({ registry, metaTools, exposed }: Shown): readonly ListedTool[] {
  const { tools, definitions, inactive } = exposed.offer();
  const active = new Set(exposed.active);
  const available = registry.offer().tools;
  const sent = new Map(definitions.map((definition) => [definition.name, definition]));
  const stateOf = ({ name }: Tool): ToolState => {
    if (tools.has(name)) return active.has(name) ? 'active' : 'sent';
    if (inactive?.has(name) === true) return 'indexed';
    return available.has(name) ? 'hidden' : 'unavailable';
  };
  // A tool of the profile may be found before the registry and stand in the index all the same.
  const isListed = (tool: Tool): boolean =>
    !tools.has(tool.name) && (metaTools?.has(tool.name) !== true || inactive?.get(tool.name) === tool);
  const others = registry.list().filter(isListed);
  return [...tools.values(), ...others].map((tool) => ({
    tool,
    state: stateOf(tool),
    definition: sent.get(tool.name) ?? leanDefinition(tool),
    whole: definitionOf(tool),
  }));
}
