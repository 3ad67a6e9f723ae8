import { type ByteClass, blank, byteClass, hexadecimal } from './byte-class.js';
import { byFirst, createGrams, type Grams, gramOf } from './grams.js';
import { breakBit, escapeBit, markPairs, type Pairs } from './pairs.js';
import { secretShapes } from './secret-shapes.js';
import type { Shape, ShapePart } from './shape.js';
import { type KnownSecret, type Spelling, spellingsOf } from './spelling.js';

/** What is looked for, ordered by how it begins. */
export interface SecretIndex extends ShapeIndex, Pairs {
  readonly spellings: Grams<Spelling>;
  /** Spellings by four bytes in a row that begin at their first to fourth byte, for where an escape or a break comes first. */
  readonly inner: Grams<{ readonly spelling: Spelling; readonly offset: number }>;
  readonly spellingsFrom: readonly (readonly Spelling[])[];
  /** Whether two bytes are next to each other at the beginning of a spelling that may be broken into lines. */
  readonly joined: Uint8Array;
  /** Whether an escape can belong to anything that is looked for. */
  readonly escapes: boolean;
}

export function createIndex(secrets: readonly KnownSecret[]): SecretIndex {
  const spellings = secrets.flatMap(spellingsOf);
  const shapes = shapeIndex();
  const escapes = secrets.length > 0;
  const pairs: Pairs = { firstPairs: new Uint8Array(65_536), lastPairs: new Uint8Array(65_536) };
  if (escapes) markEscapes(pairs);
  markPairs(pairs, shapes.grams);
  const begun = spellings.map((spelling) => [gramOf(spelling.bytes, 0), spelling] as const);
  const inner = spellings.flatMap((spelling) =>
    [0, 1, 2, 3].map((offset) => [gramOf(spelling.bytes, offset), { spelling, offset }] as const),
  );
  markPairs(
    pairs,
    begun.map(([gram]) => gram),
  );
  return {
    ...shapes,
    ...pairs,
    spellings: createGrams(begun),
    spellingsFrom: byFirst(begun),
    inner: createGrams(inner),
    joined: joinedPairs(spellings),
    escapes,
  };
}

function joinedPairs(spellings: readonly Spelling[]): Uint8Array {
  const joined = new Uint8Array(65_536);
  for (const { bytes, wraps } of spellings) {
    for (let at = 1; wraps && at <= 3; at += 1) joined[((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0)] = 1;
  }
  return joined;
}

/** Where a known value can go on, although its bytes do not. */
function markEscapes({ firstPairs, lastPairs }: Pairs): void {
  const row = wrappedBytes.map((member, byte) => escapeBit | (member === 1 || byte === 13 ? breakBit : 0));
  for (let first = 0; first < 256; first += 1) firstPairs.set(row, first << 8);
  const mark = (first: string, seconds: ByteClass, bit: number): void => {
    const row = first.charCodeAt(0) << 8;
    for (let second = 0; second < 256; second += 1)
      if (seconds[second] === 1) lastPairs[row | second] = (lastPairs[row | second] ?? 0) | bit;
  };
  mark('%', hexadecimal, escapeBit);
  mark('\\', byteClass('nrtbf"\'/\\xu0-7'), escapeBit);
  mark('\n', wrappedBytes, breakBit);
  mark('\n', blank, breakBit);
}

/** What is broken into lines: base64 and hex. */
const wrappedBytes = byteClass('A-Za-z0-9+/_-');

/** The shapes, ordered by how they begin. */
interface ShapeIndex {
  /** All four bytes that one can begin with. */
  readonly grams: readonly number[];
  readonly shapes: Grams<Shape>;
  /** By their first byte. */
  readonly shapesFrom: readonly (readonly Shape[])[];
}

let made: ShapeIndex | undefined;

/** Made when it is first needed, once: the shapes are always the same. */
function shapeIndex(): ShapeIndex {
  made ??= createShapeIndex();
  return made;
}

function createShapeIndex(): ShapeIndex {
  const opened = secretShapes.flatMap((shape) => openings(shape).map((gram) => [gram, shape] as const));
  return { grams: opened.map(([gram]) => gram), shapes: createGrams(opened), shapesFrom: byFirst(opened) };
}

/** All ways in which the first four bytes of a shape can read. */
function openings({ parts: [part, ...rest] }: Shape): readonly number[] {
  if (part === undefined || !('words' in part)) return [];
  const grams = new Set<number>();
  for (const text of part.words) {
    const codes = [...text].slice(0, 4).map((letter) => letter.charCodeAt(0));
    const nexts = codes.length === 4 ? [codes[3] ?? 0] : nextBytes(rest);
    const mixtures = part.anyCase ? 8 : 1;
    for (let capitals = 0; capitals < mixtures; capitals += 1) {
      const [first = 0, second = 0, third = 0] = codes.map((code, at) => code - ((capitals >> at) % 2) * 32);
      const three = (first << 24) | (second << 16) | (third << 8);
      for (const next of nexts) {
        grams.add(three | next);
        if (part.anyCase && isLetter(next)) grams.add(three | (next - 32));
      }
    }
  }
  return [...grams];
}

const isLetter = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;

/** What the parts can begin with. */
function nextBytes([part, ...rest]: readonly ShapePart[]): readonly number[] {
  if (part === undefined) return [];
  if ('words' in part) return part.words.map((text) => text.charCodeAt(0));
  const bytes = [...part.of.keys()].filter((byte) => part.of[byte] === 1);
  return part.least === 0 ? [...bytes, ...nextBytes(rest)] : bytes;
}
