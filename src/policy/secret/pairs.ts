/**
 * Bits by two bytes in a row, for the first and the last two of four. When both have one in common, something may begin with
 * these four; when they have none, nothing does.
 */
export interface Pairs {
  readonly firstPairs: Uint8Array;
  readonly lastPairs: Uint8Array;
}

export function markPairs({ firstPairs, lastPairs }: Pairs, grams: Iterable<number>): void {
  for (const gram of grams) {
    const first = gram >>> 16;
    const last = gram & 0xffff;
    // Those with the same beginning share a bit, so that few pairs have several.
    const bit = 1 << (first % buckets);
    firstPairs[first] = (firstPairs[first] ?? 0) | bit;
    lastPairs[last] = (lastPairs[last] ?? 0) | bit;
  }
}

/** So many bits are for beginnings. */
const buckets = 6;
export const beginBits = 0x3f;
/** The last two bytes begin an escape. */
export const escapeBit = 0x80;
/** The last two bytes are the end of a line and what can go on behind it; so can what stands before. */
export const breakBit = 0x40;

/**
 * The next place where four bytes end that have a bit in common; `end` when there is none. Four places are looked at in one
 * step, which is half as fast again as one.
 */
export function nextHit({ firstPairs, lastPairs }: Pairs, bytes: Uint8Array, { from, end }: Range): number {
  const bitsOf = (four: number): number => (firstPairs[four >>> 16] ?? 0) & (lastPairs[four & 0xffff] ?? 0);
  let four = ((bytes[from - 3] ?? 0) << 16) | ((bytes[from - 2] ?? 0) << 8) | (bytes[from - 1] ?? 0);
  let at = from;
  while (at < end - 3) {
    const first = (four << 8) | (bytes[at] ?? 0);
    const second = (first << 8) | (bytes[at + 1] ?? 0);
    const third = (second << 8) | (bytes[at + 2] ?? 0);
    const fourth = (third << 8) | (bytes[at + 3] ?? 0);
    if ((bitsOf(first) | bitsOf(second) | bitsOf(third) | bitsOf(fourth)) !== 0) break;
    four = fourth;
    at += 4;
  }
  for (; at < end; at += 1) {
    four = (four << 8) | (bytes[at] ?? 0);
    if (bitsOf(four) !== 0) return at;
  }
  return end;
}

/** Whether four characters in a row have a bit in common. Only for what is plain ASCII: else it cannot tell and says yes. */
export function mayHold({ firstPairs, lastPairs }: Pairs, text: string): boolean {
  let four = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return true;
    four = (four << 8) | code;
    if (((firstPairs[four >>> 16] ?? 0) & (lastPairs[four & 0xffff] ?? 0)) !== 0) return true;
  }
  return false;
}

interface Range {
  readonly from: number;
  readonly end: number;
}
