import type { Fact } from '../../tool/fact.js';
import { nameOf, type Target } from './target.js';

/** The hosts a process was kept from. */
export interface RefusedHosts {
  /** `never`: why no grant would open it. */
  note(target: Target, never?: string): void;
  facts(): readonly Fact[];
}

/** A process may try as many as it likes: more are not told. */
const maxTold = 50;

export function createRefusedHosts(): RefusedHosts {
  const told = new Map<string, Fact>();
  return {
    note(target, never) {
      const name = nameOf(target);
      if (told.has(name) || told.size >= maxTold) return;
      const fact = { kind: 'net', target: name, where: 'nowhere', known: true, refused: true } as const;
      told.set(name, never === undefined ? fact : { ...fact, forbidden: true, note: never });
    },
    facts: () => [...told.values()],
  };
}
