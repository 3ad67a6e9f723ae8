import type { Mask } from './mask.js';
import { createMaskStream } from './mask-stream.js';
import { mayHold } from './pairs.js';
import { replaceSecrets } from './replace-secrets.js';
import { scanWhole } from './scan-secrets.js';
import { createIndex } from './secret-index.js';
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
