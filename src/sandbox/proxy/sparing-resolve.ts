import type { Resolve } from '../../policy/net/dial.js';

/** The system looks names up on the few threads that also read and write files: those of a process must not take them all. */
const maxLookups = 2;

/** Looks up few names at once; who asks for a name that is being looked up gets the same answer. */
export function createSparingResolve(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<readonly string[]>>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  const lookUp = async (name: string): Promise<readonly string[]> => {
    if (busy >= maxLookups) await new Promise<void>((next) => waiting.push(next));
    else busy += 1;
    try {
      return await resolve(name);
    } finally {
      running.delete(name);
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };
  return (name) => {
    const known = running.get(name) ?? lookUp(name);
    running.set(name, known);
    return known;
  };
}
