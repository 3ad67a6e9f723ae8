/** The tools whose definitions requests carry beside the pinned ones: those that were activated or called last. */
export interface ActivationSet {
  /** Those that have to make room for these, first what is gone, then what was used longest ago. Nothing changes yet. */
  evictedBy(names: readonly string[], among: Room): readonly string[];
  /** Makes tools active, or younger. */
  activate(names: readonly string[]): void;
  /** Makes one younger that is active. */
  use(name: string): void;
  drop(names: readonly string[]): void;
  has(name: string): boolean;
  /** In the order they were activated in, so that what a request begins with stays the same. */
  readonly names: readonly string[];
}

interface Room {
  /** For so many. */
  readonly room: number;
  /** Whether there still is a tool of this name. */
  isThere(name: string): boolean;
}

export function createActivationSet(): ActivationSet {
  /** When each was used last, in the order of activation. */
  const active = new Map<string, number>();
  let now = 0;
  const touch = (name: string): void => {
    now += 1;
    active.set(name, now);
  };
  return {
    evictedBy(names, { room, isThere }) {
      const kept = new Set(names);
      const others = [...active]
        .filter(([name]) => !kept.has(name))
        .map(([name, used]) => ({ name, age: isThere(name) ? used : 0 }))
        .sort((a, b) => a.age - b.age);
      return others.slice(0, Math.max(0, others.length + kept.size - room)).map(({ name }) => name);
    },
    activate: (names) => names.forEach(touch),
    use(name) {
      if (active.has(name)) touch(name);
    },
    drop(names) {
      for (const name of names) active.delete(name);
    },
    has: (name) => active.has(name),
    get names() {
      return [...active.keys()];
    },
  };
}
