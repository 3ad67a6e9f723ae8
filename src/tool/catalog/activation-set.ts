/** The tools whose definitions requests carry beside the pinned ones: those that were activated or called last. */
export type ActivationSet = ReturnType<typeof createActivationSet>;

interface Room {
  /** For so many. */
  readonly room: number;
  /** Whether there still is a tool of this name. */
  isThere(name: string): boolean;
}

export function createActivationSet() {
  /** When each was used last, in the order of activation. */
  const active = new Map<string, number>();
  let now = 0;
  const touch = (name: string): void => {
    now += 1;
    active.set(name, now);
  };
  return {
    /** Those that have to make room for these, first what is gone, then what was used longest ago. Nothing changes yet. */
    evictedBy(names: readonly string[], { room, isThere }: Room): readonly string[] {
      const kept = new Set(names);
      const others = [...active]
        .filter(([name]) => !kept.has(name))
        .map(([name, used]) => ({ name, age: isThere(name) ? used : 0 }))
        .sort((a, b) => a.age - b.age);
      return others.slice(0, Math.max(0, others.length + kept.size - room)).map(({ name }) => name);
    },
    /** Makes tools active, or younger. */
    activate: (names: readonly string[]) => names.forEach(touch),
    /** Makes one younger that is active. */
    use(name: string) {
      if (active.has(name)) touch(name);
    },
    drop(names: readonly string[]) {
      for (const name of names) active.delete(name);
    },
    has: (name: string): boolean => active.has(name),
    /** In the order they were activated in, so that what a request begins with stays the same. */
    get names() {
      return [...active.keys()];
    },
  };
}
