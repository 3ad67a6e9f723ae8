import { scanWhole } from './scan-secrets.js';
import { createIndex } from './secret-index.js';
import { percentDecoded } from './unquoted.js';

/**
 * Finds text that has the shape of a secret, also behind one layer of base64 or hex and two of percent signs. Answers what
 * it looks like, for the person, and never the text itself.
 */
export function findSecretShape(text: string): string | undefined {
  const index = createIndex([]);
  for (const spelling of spellings(text.slice(0, maxText))) {
    const [found] = scanWhole(index, Buffer.from(spelling));
    if (found !== undefined) return found.name;
  }
  return undefined;
}

const maxText = 200_000;
/** How many pieces are looked at that may be something else in base64 or hex. */
const maxPieces = 200;

function spellings(text: string): readonly string[] {
  const once = percentDecoded(text);
  const unique = [...new Set([text, once, percentDecoded(once)])];
  return [...unique, ...unique.flatMap(unpacked)];
}

/** What the longer pieces of a text say in base64 or hex, where that is readable text. */
function unpacked(text: string): readonly string[] {
  // A slash may belong to base64 or to a path.
  const pieces = [/[A-Za-z0-9+/]{20,}/g, /[A-Za-z0-9+_-]{20,}/g].flatMap((form) =>
    [...text.matchAll(form)].slice(0, maxPieces),
  );
  return pieces
    .flatMap(([piece]) => [
      Buffer.from(piece, 'base64'),
      ...(/^[0-9a-f]+$/i.test(piece) ? [Buffer.from(piece, 'hex')] : []),
    ])
    .map((bytes) => bytes.toString('latin1'))
    .filter((readable) => /^[\t\n\r\x20-\x7e]+$/.test(readable));
}
