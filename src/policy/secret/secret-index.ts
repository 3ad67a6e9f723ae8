import { type ByteClass, blank, byteClass, hexadecimal } from './byte-class.js';
import { byFirst, createGrams, type Grams, gramOf } from './grams.js';
import { breakBit, escapeBit, markPairs, type Pairs } from './pairs.js';
import { type ShapeIndex, shapeIndex } from './shape-index.js';
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
