import { gramOf } from './grams.js';
import { lookAtTail } from './look-at-tail.js';
import { lookBehindBreak, lookForInner } from './look-inside.js';
import type { Searched } from './match.js';
import { matchSpelling } from './match-spelling.js';
import { beginBits, breakBit, escapeBit, nextHit } from './pairs.js';
import { type FoundSecret, mayBegin, type ScanState, take } from './scan-state.js';
import type { SecretIndex } from './secret-index.js';
import { matchShape } from './shape.js';

export interface Scanned {
  /** By where they begin; they may overlap. */
  readonly found: readonly FoundSecret[];
  /** From here on a secret may have begun that is not whole yet. */
  readonly held: number;
  /** From here on the bytes are needed to tell whether one has. */
  readonly needed: number;
}

interface ScanOptions {
  /** Where to begin. The bytes before it only tell whether a word begins there. */
  readonly from: number;
  /** Where the last secret ended that was found before: what follows it begins a word. */
  readonly behind: number;
}

/**
 * Finds all secrets, in one pass: four bytes in a row tell of nearly every place that none begins there. What is left is
 * compared.
 */
export function scanSecrets(index: SecretIndex, searched: Searched, { from, behind }: ScanOptions): Scanned {
  const { bytes, end, final } = searched;
  const { firstPairs, lastPairs } = index;
  const state: ScanState = {
    index,
    searched,
    from,
    behind,
    found: [],
    refused: undefined,
    breakEnd: 0,
    held: end,
    needed: end,
  };
  for (let at = nextHit(index, bytes, { from, end }); at < end; at = nextHit(index, bytes, { from: at + 1, end })) {
    const four = gramOf(bytes, at - 3);
    const bits = (firstPairs[four >>> 16] ?? 0) & (lastPairs[four & 0xffff] ?? 0);
    if ((bits & beginBits) !== 0 && at - 3 >= from) lookAt(state, at - 3, four);
    if (bits >= escapeBit) lookForInner(state, { at: at - 1, next: at - 1, sign: bytes[at - 1] });
    if (bits >= breakBit) lookBehindBreak(state, at - 1);
  }
  if (!final) lookAtTail(state);
  return { found: state.found.sort(byPlace), held: state.held, needed: Math.min(state.needed, state.held) };
}

/** All secrets of bytes that no more follow. */
export function scanWhole(index: SecretIndex, bytes: Uint8Array): readonly FoundSecret[] {
  return scanSecrets(index, { bytes, end: bytes.length, final: true }, { from: 0, behind: -1 }).found;
}

/** Whatever begins with these four bytes. */
function lookAt(state: ScanState, at: number, four: number): void {
  const { index, searched } = state;
  for (const spelling of index.spellings.of(four))
    take(state, { match: matchSpelling(spelling, searched, at), name: spelling.name, known: true, at });
  for (const shape of index.shapes.of(four)) {
    if (at < (state.refused?.get(shape) ?? 0) || !mayBegin(state, shape, at)) continue;
    const match = matchShape(shape, searched, at);
    if (match?.kind === 'refused') {
      state.refused ??= new Map();
      state.refused.set(shape, match.to);
    }
    take(state, { match, name: shape.name, known: false, at });
  }
}

/** Of those that begin at the same place a known one comes first, and then the longest. */
function byPlace(one: FoundSecret, other: FoundSecret): number {
  return one.from - other.from || Number(other.known) - Number(one.known) || other.to - one.to;
}
