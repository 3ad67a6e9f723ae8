import { markOf } from './mask-marks.js';
import type { FoundSecret } from './scan-state.js';

interface Part {
  readonly bytes: Uint8Array;
  readonly found: readonly FoundSecret[];
  readonly from: number;
  readonly to: number;
}

interface Replaced {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** How far the bytes are dealt with: a secret that begins before the end of the part may end behind it. */
  readonly done: number;
  /** Where the last secret ends. */
  readonly behind: number;
}

/** Puts marks in the place of the secrets that begin before `to`. Those that overlap get one. */
export function replaceSecrets({ bytes, found, from, to }: Part): Replaced {
  const parts: Uint8Array[] = [];
  let done = from;
  let behind = -1;
  let count = 0;
  for (const secret of found) {
    if (secret.from >= to) break;
    if (secret.from >= done) {
      parts.push(bytes.subarray(done, secret.from), Buffer.from(markOf(secret.name)));
      count += 1;
    }
    done = Math.max(done, secret.to);
    behind = Math.max(behind, secret.to);
  }
  const rest = bytes.subarray(done, Math.max(done, to));
  return {
    bytes: count === 0 ? rest : Buffer.concat([...parts, rest]),
    count,
    done: Math.max(done, to),
    behind,
  };
}
