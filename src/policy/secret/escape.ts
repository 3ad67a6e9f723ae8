import { hexadecimal } from './byte-class.js';

/** What an escape stands for, in UTF-8, and how many bytes it takes. */
export interface Escape {
  readonly means: readonly number[];
  readonly length: number;
}

/**
 * The escape that begins at `at`: `%41` as in URLs, or what follows a backslash in JSON, C and shell strings. `cut` when the
 * bytes end within it.
 */
export function readEscape(bytes: Uint8Array, at: number, end: number): Escape | 'cut' | undefined {
  if (bytes[at] === percent) return hexEscape(bytes, { at, skip: 1, digits: 2, end });
  if (bytes[at] !== backslash) return undefined;
  if (at + 1 >= end) return 'cut';
  const letter = bytes[at + 1] ?? 0;
  const single = letters.get(letter);
  if (single !== undefined) return single;
  if (letter === 0x78) return hexEscape(bytes, { at, skip: 2, digits: 2, end });
  if (letter === 0x75) return codePoint(bytes, at, end);
  return octalEscape(bytes, at, end);
}

const percent = 0x25;
const backslash = 0x5c;

/** What begins an escape. A text is escaped with one of them: the other one means itself then. */
export const escapeSigns = [percent, backslash] as const;

export const isEscapeSign = (byte: number | undefined): boolean => byte === percent || byte === backslash;

/** Made once: there may be millions of them. */
const bytesOf: readonly (readonly number[])[] = Array.from({ length: 256 }, (_, byte) => [byte]);

const letters = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12, '"': 34, "'": 39, '/': 47, '\\': backslash }).map(
    ([letter, means]) => [letter.charCodeAt(0), { means: bytesOf[means] ?? [], length: 2 }],
  ),
);

interface Digits {
  readonly at: number;
  readonly skip: number;
  readonly digits: number;
  readonly end: number;
}

function hexEscape(bytes: Uint8Array, place: Digits): Escape | 'cut' | undefined {
  const value = readHex(bytes, place);
  return typeof value === 'number' ? { means: bytesOf[value] ?? [], length: place.skip + place.digits } : value;
}

function readHex(bytes: Uint8Array, { at, skip, digits, end }: Digits): number | 'cut' | undefined {
  let value = 0;
  for (let index = at + skip; index < at + skip + digits; index += 1) {
    if (index >= end) return 'cut';
    const byte = bytes[index] ?? 0;
    if (hexadecimal[byte] !== 1) return undefined;
    value = value * 16 + (byte <= 0x39 ? byte - 0x30 : (byte & 0xdf) - 0x37);
  }
  return value;
}

/** `\u00e9`, and the two of a surrogate pair as one. */
function codePoint(bytes: Uint8Array, at: number, end: number): Escape | 'cut' | undefined {
  const unit = readHex(bytes, { at, skip: 2, digits: 4, end });
  if (typeof unit !== 'number') return unit;
  if (unit < 0x80) return { means: bytesOf[unit] ?? [], length: 6 };
  if (unit < 0xd800 || unit > 0xdbff) return { means: utf8(String.fromCharCode(unit)), length: 6 };
  if (at + 7 >= end) return 'cut';
  if (bytes[at + 6] !== backslash || bytes[at + 7] !== 0x75) return undefined;
  const low = readHex(bytes, { at: at + 6, skip: 2, digits: 4, end });
  return typeof low === 'number' ? { means: utf8(String.fromCharCode(unit, low)), length: 12 } : low;
}

const utf8 = (text: string): readonly number[] => [...Buffer.from(text)];

/** `\163`, as `printf` and `$'…'` know it. */
function octalEscape(bytes: Uint8Array, at: number, end: number): Escape | 'cut' | undefined {
  let value = 0;
  for (let index = at + 1; index < at + 4; index += 1) {
    if (index >= end) return 'cut';
    const digit = (bytes[index] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) return undefined;
    value = value * 8 + digit;
  }
  return value > 255 ? undefined : { means: bytesOf[value] ?? [], length: 4 };
}
