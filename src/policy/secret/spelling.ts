import { escapeSigns } from './escape.js';

/** A value that must not leave, and what it is called in its place. */
export interface KnownSecret {
  readonly name: string;
  readonly value: string;
}

/** One spelling of a known value, as bytes to look for. */
export interface Spelling {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** It may be broken into lines, as base64 and hex often are. */
  readonly wraps: boolean;
  /** The signs of escapes that are among its bytes. */
  readonly signs: readonly number[];
}

/** Shorter values are no secrets, and words of any text. */
export const minSecretLength = 8;
/** Of a value of several lines, such as a key file, each line that is this long is a secret by itself. */
const minLineLength = 24;

/**
 * The encodings in which a known value is found. Those of this list are found wherever they stand, in one piece:
 *
 * - plain, in UTF-8; of a value of several lines also each long line
 * - with any of its bytes percent-encoded, in either letter case, or as a form is sent (`+` for a space)
 * - escaped as in JSON, C or a shell: `\"`, `\n`, `\u0041`, `\x41`, `\101`, any of its characters
 * - base64 and base64url, at each of the three places where it can begin in a longer text, also broken into lines
 * - hex in lower or upper case, also broken into lines
 * - reversed
 * - UTF-16, in either byte order
 */
export function spellingsOf({ name, value }: KnownSecret): readonly Spelling[] {
  const plain = Buffer.from(value);
  const hex = plain.toString('hex');
  const points = [...value];
  const unwrapped = [
    plain,
    ...(value.includes(' ') ? [Buffer.from(value.replaceAll(' ', '+'))] : []),
    Buffer.from(points.toReversed().join('')),
    // Of letters of ASCII these two are the same: a zero between any two of them.
    Buffer.from(value, 'utf16le').subarray(0, -1),
    Buffer.from(value, 'utf16le').swap16().subarray(1),
    ...linesOf(value).map((line) => Buffer.from(line)),
  ];
  const wrapped = [hex, hex.toUpperCase(), ...base64Cores(plain)].map((text) => Buffer.from(text));
  const spelling = (bytes: Uint8Array, wraps: boolean): Spelling => ({
    name,
    bytes,
    wraps,
    signs: escapeSigns.filter((sign) => bytes.includes(sign)),
  });
  return unique([
    ...unwrapped.map((bytes) => spelling(bytes, false)),
    ...wrapped.map((bytes) => spelling(bytes, true)),
  ]);
}

function linesOf(value: string): readonly string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  if (lines.length === 1) return [];
  // What frames a key is the same in every one.
  return lines.filter((line) => line.length >= minLineLength && !line.startsWith('-----'));
}

/** What of a text's base64 depends on this part of it alone, by how many bytes stand before it in its group of three. */
function base64Cores(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const core = whole.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function unique(spellings: readonly Spelling[]): readonly Spelling[] {
  return [...new Map(spellings.map((spelling) => [Buffer.from(spelling.bytes).toString('latin1'), spelling])).values()];
}
