import { alphanumeric, type ByteClass } from './byte-class.js';
import { isEscapeSign, readEscape } from './escape.js';
import type { Match, Searched } from './match.js';

/** A piece of a shape: one of some words, in any letter case or in this one, or a run of some bytes. */
export type ShapePart =
  | { readonly words: readonly string[]; readonly anyCase: boolean }
  | { readonly of: ByteClass; readonly least: number; readonly most: number };

/** Text that only secrets have: parts in a row, of which one cannot end where the next one begins. */
export interface Shape {
  readonly name: string;
  readonly parts: readonly ShapePart[];
  /** The first and the last part of the secret, when the others only tell that it is one. */
  readonly secret?: readonly [number, number];
  /** It may begin within a word. */
  readonly within?: boolean;
  /** What the secret must also look like. When a text does not, no end of it does that has the shape. */
  readonly check?: (secret: string) => boolean;
  /** Instead of the parts behind the first one. */
  readonly match?: (searched: Searched, at: number) => Match | undefined;
}

export const word = (...words: readonly string[]): ShapePart => ({ words, anyCase: false });
export const anyCase = (...words: readonly string[]): ShapePart => ({ words, anyCase: true });
export const run = (of: ByteClass, least: number, most: number): ShapePart => ({ of, least, most });

/** The shape at `at`. */
export function matchShape(shape: Shape, searched: Searched, at: number): Match | undefined {
  const { bytes, end } = searched;
  if (shape.match !== undefined) return shape.match(searched, at);
  const first = shape.secret?.[0] ?? 0;
  const last = shape.secret?.[1] ?? shape.parts.length - 1;
  let next = at;
  let from = at;
  let to = at;
  for (let index = 0; index < shape.parts.length; index += 1) {
    const part = shape.parts[index];
    if (part === undefined) break;
    if (index === first) from = next;
    const ended = 'words' in part ? wordEnd(part, searched, next) : runEnd(part, searched, next);
    if (ended === undefined) return undefined;
    if (ended === 'cut') return { kind: 'open', from: index < first ? end : from, to: end };
    next = ended;
    if (index === last) to = next;
  }
  if (shape.check === undefined) return { kind: 'whole', from, to };
  const secret = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  return { kind: shape.check(secret) ? 'whole' : 'refused', from, to };
}

type WordPart = Extract<ShapePart, { words: unknown }>;
type RunPart = Extract<ShapePart, { of: unknown }>;

function wordEnd({ words, anyCase: folds }: WordPart, searched: Searched, at: number): number | 'cut' | undefined {
  let longest: number | undefined;
  for (const text of words) {
    const end = textEnd({ text, folds }, searched, at);
    if (end === 'cut') return end;
    if (end !== undefined && (longest === undefined || end > longest)) longest = end;
  }
  return longest;
}

function textEnd(
  { text, folds }: { readonly text: string; readonly folds: boolean },
  { bytes, end, final }: Searched,
  at: number,
): number | 'cut' | undefined {
  for (let index = 0; index < text.length; index += 1) {
    if (at + index >= end) return final ? undefined : 'cut';
    const byte = bytes[at + index] ?? 0;
    if ((folds && isCapital(byte) ? byte | 0x20 : byte) !== text.charCodeAt(index)) return undefined;
  }
  return at + text.length;
}

const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;

function runEnd({ of, least, most }: RunPart, { bytes, end, final }: Searched, at: number): number | 'cut' | undefined {
  const last = Math.min(end, at + most);
  let next = at;
  while (next < last && of[bytes[next] ?? 0] === 1) next += 1;
  if (next === end && next < at + most && !final) return 'cut';
  return next - at < least ? undefined : next;
}

/** Whether a word can begin at `at`: behind no letter and no digit, or behind an escape or a colour, which end with one. */
export function startsWord(bytes: Uint8Array, at: number): boolean {
  if (at === 0 || alphanumeric[bytes[at - 1] ?? 0] !== 1) return true;
  for (let back = 2; back <= longestEscape && back <= at; back += 1) {
    const byte = bytes[at - back];
    if (byte === 0x1b) return true;
    if (!isEscapeSign(byte)) continue;
    const read = readEscape(bytes, at - back, at);
    return typeof read === 'object' && read.length === back;
  }
  return false;
}

/** `\u000a`, or the escape sequence of a colour. */
const longestEscape = 6;
