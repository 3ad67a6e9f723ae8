import type { Mask, MaskStream } from './mask.js';
import { markOf } from './mask-marks.js';
import { mayHold } from './pairs.js';
import { scanSecrets, scanWhole } from './scan-secrets.js';
import type { FoundSecret } from './scan-state.js';
import { createIndex, type SecretIndex } from './secret-index.js';
import { type KnownSecret, minSecretLength } from './spelling.js';
import { unquoted } from './unquoted.js';

/** Masks known values, in the encodings of `spellingsOf`, and what has the shape of a secret. */
export function createMask({ secrets }: { readonly secrets: readonly KnownSecret[] }): Mask {
  const index = createIndex(secrets.filter(({ value }) => value.length >= minSecretLength));
  return {
    text(text) {
      // Most texts of a call are short and hold nothing: they are not copied to find that out.
      if (text.length <= maxShort && !mayHold(index, text)) return { text, count: 0 };
      const bytes = Buffer.from(text);
      const found = scanWhole(index, bytes);
      if (found.length === 0) return { text, count: 0 };
      const replaced = replaceSecrets({ bytes, found, from: 0, to: bytes.length });
      return { text: Buffer.from(replaced.bytes).toString(), count: replaced.count };
    },
    stream: () => createMaskStream(index),
    find(text) {
      for (const spelling of unquoted(text)) {
        const known = scanWhole(index, Buffer.from(spelling)).find((secret) => secret.known);
        if (known !== undefined) return known.name;
      }
      return undefined;
    },
  };
}

const maxShort = 512;

/**
 * Masks what comes in pieces. Held back is only what may be the beginning of a secret; what was let go is kept as long as
 * it takes to tell whether what follows is one.
 */
function createMaskStream(index: SecretIndex): MaskStream {
  let kept: Uint8Array = new Uint8Array();
  /** In what is kept: how much is dealt with, where to look from, and where the last secret ended. */
  let done = 0;
  let from = 0;
  let behind = -1;
  let count = 0;

  const pass = (chunk: Uint8Array, final: boolean): Uint8Array => {
    const bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    const { found, held, needed } = scanSecrets(index, { bytes, end: bytes.length, final }, { from, behind });
    const replaced = replaceSecrets({ bytes, found, from: done, to: held });
    count += replaced.count;
    const keepFrom = Math.max(0, needed - lookBehind);
    kept = Uint8Array.from(bytes.subarray(keepFrom));
    from = needed - keepFrom;
    done = replaced.done - keepFrom;
    behind = Math.max(behind, replaced.behind) - keepFrom;
    return replaced.bytes;
  };

  return {
    push: (chunk) => pass(chunk, false),
    end: () => pass(new Uint8Array(), true),
    get count() {
      return count;
    },
  };
}

/** How much of the text before a place tells whether a word begins there. */
const lookBehind = 16;

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
function replaceSecrets({ bytes, found, from, to }: Part): Replaced {
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
