import { createActivationSet } from '../../tool/catalog/activation-set.js';
import { usualCeiling } from '../../tool/catalog/exposure.js';

/** The tools of a session whose full definitions are active: those that were used last, and those that always are. */
export interface ToolActivationSet<Definition extends { readonly name: string }> {
  /** Makes a tool active, or the youngest one; answers the names of those that had to make room. */
  activate(definition: Definition): readonly string[];
  /** Gives one that is active and makes it the youngest. */
  get(name: string): Definition | undefined;
  /** Gives one that is active. */
  peek(name: string): Definition | undefined;
  readonly names: readonly string[];
}

export interface ActivationOptions {
  /** How many are active at most; those that always are may be more. */
  readonly ceiling?: number;
  /** These are never evicted. */
  readonly alwaysActive?: readonly string[];
}

export function createToolActivationSet<Definition extends { readonly name: string }>({
  ceiling = usualCeiling,
  alwaysActive = ['ToolSearch'],
}: ActivationOptions = {}): ToolActivationSet<Definition> {
  const always = new Set(alwaysActive);
  const definitions = new Map<string, Definition>();
  const young = createActivationSet();
  const isPinned = (name: string): boolean => always.has(name);
  const room = (): number => Math.max(1, ceiling - [...definitions.keys()].filter(isPinned).length);
  const evict = (names: readonly string[]): readonly string[] => {
    young.drop(names);
    for (const name of names) definitions.delete(name);
    return names;
  };
  return {
    activate(definition) {
      const { name } = definition;
      definitions.set(name, definition);
      const wanted = isPinned(name) ? [] : [name];
      const evicted = young.evictedBy(wanted, { room: room(), isThere: () => true });
      young.activate(wanted);
      return evict(evicted);
    },
    get(name) {
      young.use(name);
      return definitions.get(name);
    },
    peek: (name) => definitions.get(name),
    get names() {
      return [...definitions.keys()];
    },
  };
}
