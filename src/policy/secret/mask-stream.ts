import type { MaskStream } from './mask.js';
import { replaceSecrets } from './replace-secrets.js';
import { scanSecrets } from './scan-secrets.js';
import type { SecretIndex } from './secret-index.js';

/**
 * Masks what comes in pieces. Held back is only what may be the beginning of a secret; what was let go is kept as long as
 * it takes to tell whether what follows is one.
 */
export function createMaskStream(index: SecretIndex): MaskStream {
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
