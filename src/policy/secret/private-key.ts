import { byteClass } from './byte-class.js';
import type { Match, Searched } from './match.js';

/**
 * A private key in PEM, from BEGIN to END, also with numbers, quotes or marks of a diff before its lines, or with its lines
 * escaped into one. Of one that is cut off, all lines that are there. What is only the frame of a key is none.
 */
export function matchPrivateKey({ bytes, end, final }: Searched, at: number): Match | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, end);
  const open: Match | undefined = final ? undefined : { kind: 'open', from: at, to: end };
  const header = framed(text, at, '-----BEGIN ');
  if (header === undefined) return undefined;
  if (header === 'cut') return open;
  if (!text.toString('latin1', at, header).includes('PRIVATE KEY')) return undefined;
  const body = readBody(text, header);
  const limited = body.to === header + maxBody;
  if (body.to === end && !limited) return final ? keyTo(at, body.lastLine) : open;
  const footer = framed(text, body.to, '-----END ');
  if (footer === 'cut' && open !== undefined) return open;
  return keyTo(at, typeof footer === 'number' && body.lastLine !== undefined ? footer : body.lastLine);
}

/** A key of 16,384 bits has some 13,000 characters. */
const maxBody = 16_384;
/** The longest label, as in `RSA PRIVATE KEY`, with room. */
const maxLabel = 48;
/** Lines of a key have 64 characters, or 70; only the last is shorter. */
const longLine = 32;

const label = byteClass('A-Z0-9 ');
const line = byteClass('A-Za-z0-9+/=');
/** What else stands between the frames: breaks, also escaped, quotes, headers, line numbers. */
const between = byteClass(' \t\r\n\\"\'`,.:;|>_-');

/** The end of a line such as `-----BEGIN PRIVATE KEY-----`. */
function framed(text: Buffer, at: number, opening: string): number | 'cut' | undefined {
  const begun = text.toString('latin1', at, at + opening.length);
  if (begun !== opening) return at + begun.length === text.length && opening.startsWith(begun) ? 'cut' : undefined;
  let next = at + opening.length;
  const last = next + maxLabel;
  while (next < last && label[text[next] ?? 0] === 1) next += 1;
  const closing = text.toString('latin1', next, next + 5);
  if (closing === '-----') return next + 5;
  return next + closing.length === text.length && '-----'.startsWith(closing) ? 'cut' : undefined;
}

interface Body {
  readonly to: number;
  /** Where the last line of the key ends; undefined when there is none. */
  readonly lastLine: number | undefined;
}

function readBody(text: Buffer, from: number): Body {
  const limit = Math.min(text.length, from + maxBody);
  let lastLine: number | undefined;
  let shortOnes = maxShort;
  let next = from;
  while (next < limit) {
    const byte = text[next] ?? 0;
    if (line[byte] === 1) {
      const begun = next;
      while (next < limit && line[text[next] ?? 0] === 1) next += 1;
      shortOnes = next - begun >= longLine ? 0 : shortOnes + 1;
      if (shortOnes <= maxShort && (lastLine !== undefined || shortOnes === 0)) lastLine = next;
    } else if (between[byte] !== 1 || (byte === 0x2d && text.toString('latin1', next, next + 5) === '-----')) {
      break;
    } else {
      next += 1;
    }
  }
  return { to: next, lastLine };
}

/** Behind a long line: the number of the next one, and the last line itself. */
const maxShort = 2;

function keyTo(from: number, to: number | undefined): Match | undefined {
  return to === undefined ? undefined : { kind: 'whole', from, to };
}
