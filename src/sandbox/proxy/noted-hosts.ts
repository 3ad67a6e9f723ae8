import type { Fact } from '../../tool/fact.js';
import { nameOf, type Target } from './target.js';

/** Hosts a process was connected to, or kept from. */
export interface NotedHosts {
  /** `never`: why no grant would open it. */
  note(target: Target, never?: string): void;
  facts(): readonly Fact[];
}

/** A process may try as many as it likes: the first of them say enough. */
const maxTold = 50;

export function noteHosts(what: Pick<Fact, 'refused'>): NotedHosts {
  const told = new Map<string, Fact>();
  return {
    note(target, never) {
      const name = nameOf(target);
      if (told.has(name) || told.size >= maxTold) return;
      const fact: Fact = { kind: 'net', target: name, where: 'nowhere', known: true, ...what };
      told.set(name, never === undefined ? fact : { ...fact, forbidden: true, note: never });
    },
    facts: () => [...told.values()],
  };
}
