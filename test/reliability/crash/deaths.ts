import type { Random } from '../../support/random.js';
import type { Death } from './kill-all.js';

/** Killed ahead of these hits of every fault point. */
export function atFaultPoints(counts: ReadonlyMap<string, number>, hits: readonly number[]): readonly Death[] {
  return [...counts].flatMap(([point, count]) =>
    hits
      .filter((hit) => hit <= count)
      .map((hit) => ({ name: `killed at hit ${hit} of: ${point}`, order: { kill: { point, hit } } })),
  );
}

/** Killed by the system as SQLite is about to write, for the n-th time, to its files: within a transaction, mostly. */
export function atWrites(writes: readonly number[]): readonly Death[] {
  return writes.map((write) => ({
    name: `killed at write ${write} of SQLite`,
    order: {},
    // The main thread alone, which SQLite works in.
    prefix: ['strace', '-o', '/dev/null', '-e', 'trace=pwrite64', '-e', `inject=pwrite64:signal=SIGKILL:when=${write}`],
  }));
}

/** Killed at any moment, and again at any moment of the next start. */
export function atMoments(count: number, random: Random): readonly Death[] {
  return Array.from({ length: count }, () => {
    const killAfterMs = random.below(800);
    const again = random.below(600);
    return {
      name: `killed after ${killAfterMs} ms, then ${again} ms`,
      order: { killAfterMs },
      again: { killAfterMs: again },
    };
  });
}
