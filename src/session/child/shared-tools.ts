import { ToolwrightError } from '../../base/error.js';
import type { CatalogEntry } from '../../tool/catalog/catalog-entry.js';
import { definitionOf, type Offer, type Registry } from '../../tool/registry.js';
import type { Tool } from '../../tool/tool.js';
import type { SessionExtensions } from '../session-extensions.js';

/** What the extensions of a session have brought into it. */
export type ExtensionTools = Pick<SessionExtensions, 'prompt' | 'entries' | 'hasBrought'>;

/** What a subagent has of its caller's tools. */
export interface SharedTools extends ExtensionTools {
  readonly registry: Registry;
}

interface SharedContext {
  readonly registry: Registry;
  readonly brought: ExtensionTools;
  /** Of the subagent, where it is told that it may not use a tool: else there is no such tool to it. */
  readonly name?: string | undefined;
  mayUse(tool: Tool): boolean;
}

/**
 * The tools of a session as a subagent of it sees them: those it may use, as they are at each moment. One that is replaced or
 * taken away above is replaced or taken away below; from below nothing is changed.
 */
export function shareTools({ registry, brought, name, mayUse }: SharedContext): SharedTools {
  const below = windowOf(registry, { name, mayUse });
  const isUsable = ({ usedBy }: CatalogEntry): boolean => usedBy === undefined || below.get(usedBy) !== undefined;
  let from: { readonly offer: Offer; readonly entries: readonly CatalogEntry[] } | undefined;
  let entries: readonly CatalogEntry[] = [];
  return {
    registry: below,
    hasBrought: (tool) => brought.hasBrought(tool),
    get prompt() {
      return below.list().some(({ name, viewOf = name }) => viewOf === skillTool) ? brought.prompt : '';
    },
    get entries() {
      const offer = below.offer();
      if (from?.offer === offer && from.entries === brought.entries) return entries;
      from = { offer, entries: brought.entries };
      entries = brought.entries.filter(isUsable);
      return entries;
    },
  };
}

/** What extensions say is what skills there are. */
const skillTool = 'activate_skill';

function windowOf(registry: Registry, { name: who, mayUse }: Pick<SharedContext, 'name' | 'mayUse'>): Registry {
  const list = (): readonly Tool[] => registry.list().filter(mayUse);
  let from: Offer | undefined;
  let made: Offer = { tools: new Map(), definitions: [] };
  return {
    register: refuse,
    replace: refuse,
    unregister: () => false,
    get(name) {
      const tool = registry.get(name);
      return tool !== undefined && mayUse(tool) ? tool : undefined;
    },
    withheld(name) {
      const tool = registry.get(name);
      return tool === undefined || who === undefined || mayUse(tool)
        ? registry.withheld?.(name)
        : `The subagent ${who} may not use ${name}. Go on with the tools it has.`;
    },
    list,
    byGroup: (...groups) => list().filter(({ group }) => groups.includes(group)),
    offer() {
      const all = registry.offer();
      if (from === all) return made;
      from = all;
      const tools = [...all.tools.values()].filter(mayUse);
      made = { tools: new Map(tools.map((tool) => [tool.name, tool])), definitions: tools.map(definitionOf) };
      return made;
    },
  };
}

function refuse({ name }: Tool): never {
  throw new ToolwrightError('bad-option', `A subagent brings no tools of its own: give ${name} to its caller.`);
}
