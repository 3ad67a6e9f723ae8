import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import { sha256 } from '../base/digest.js';
import type { KeptChange, StagedWrite } from '../tool/port.js';

const lifeMs = 10 * 60 * 1000;
const capacity = 50;
const maxBytes = 256 * 1024 * 1024;

/** Staged writes that wait under tokens: in memory, for one session, each for ten minutes, at most fifty. */
export function createStagedWrites(clock: Clock) {
  const kept = new Map<string, KeptChange & { readonly until: number }>();
  let bytes = 0;
  const spend = (token: string): void => {
    bytes -= kept.get(token)?.change.content.length ?? 0;
    kept.delete(token);
  };
  const makeRoom = (needed: number): void => {
    for (const token of kept.keys()) {
      if (kept.size < capacity && bytes + needed <= maxBytes) return;
      spend(token);
    }
  };
  return {
    /** The oldest make room. */
    keep(change: StagedWrite): KeptChange {
      makeRoom(change.content.length);
      const createdAt = clock.now();
      const token = randomUUID();
      const baseHash = change.baseHash ?? emptyHash;
      // The age is counted by the clock that nobody sets.
      const until = clock.monotonic() + lifeMs;
      const one = { token, change, baseHash, createdAt, expiresAt: createdAt + lifeMs, until };
      kept.set(token, one);
      bytes += change.content.length;
      return one;
    },
    find(token: string): KeptChange | undefined {
      const one = kept.get(token);
      if (one !== undefined && clock.monotonic() < one.until) return one;
      spend(token);
      return undefined;
    },
    spend,
  };
}

const emptyHash = sha256('');
