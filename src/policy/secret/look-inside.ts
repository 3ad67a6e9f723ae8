import { isEscapeSign, readEscape } from './escape.js';
import { gramOf } from './grams.js';
import type { Searched } from './match.js';
import { isBreak, matchSpelling, maxBreak } from './match-spelling.js';
import { type ScanState, take } from './scan-state.js';

/** Known values that are broken into lines here, or by an escape for the end of a line. */
export function lookBehindBreak(state: ScanState, at: number): void {
  const { bytes, end } = state.searched;
  const begun = bytes[at - 1] === 13 ? at - 1 : at;
  if (begun < state.breakEnd) return;
  const sign = isEscapeSign(bytes[at]) ? bytes[at] : undefined;
  let next = at;
  for (let breaks = 0; breaks < maxBreak && next < end; breaks += 1) {
    const read = bytes[next] === sign ? readEscape(bytes, next, end) : undefined;
    if (read === 'cut' || !isBreak(read?.means[0] ?? bytes[next])) break;
    next += read?.length ?? 1;
  }
  state.breakEnd = next;
  if (next === at) return;
  // Nearly all breaks end here: what they part would not be next to each other.
  if (!isEscapeSign(bytes[next]) && state.index.joined[((bytes[begun - 1] ?? 0) << 8) | (bytes[next] ?? 0)] !== 1)
    return;
  lookForInner(state, { at: begun, next, sign });
}

interface Inner {
  /** Where the escape or the break begins, which is at most three bytes behind the beginning of the value. */
  readonly at: number;
  /** Where the value goes on. */
  readonly next: number;
  /** What it is escaped with, if that is known. */
  readonly sign: number | undefined;
}

export function lookForInner(state: ScanState, { at, next, sign }: Inner): void {
  const four = readFour(state.searched, next, sign);
  if (four === undefined) return;
  for (const { spelling, offset } of state.index.inner.of(four)) {
    const from = at - offset;
    if (from < state.from) continue;
    take(state, { match: matchSpelling(spelling, state.searched, from), name: spelling.name, known: true, at: from });
  }
}

/** Four bytes, with what is escaped read; undefined when they are not all there. */
function readFour({ bytes, end }: Searched, from: number, known: number | undefined): number | undefined {
  if (known === undefined && !hasEscapeSign(bytes, from)) return from + 4 <= end ? gramOf(bytes, from) : undefined;
  let sign = known;
  let four = 0;
  let count = 0;
  for (let at = from; count < 4; ) {
    const byte = bytes[at] ?? 0;
    if (at >= end) return undefined;
    if (sign === undefined && isEscapeSign(byte)) sign = byte;
    const read = byte === sign ? readEscape(bytes, at, end) : undefined;
    if (read === 'cut') return undefined;
    at += read?.length ?? 1;
    const length = read?.means.length ?? 1;
    for (let index = 0; index < length && count < 4; index += 1) {
      four = (four << 8) | (read?.means[index] ?? byte);
      count += 1;
    }
  }
  return four;
}

function hasEscapeSign(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + 4; at += 1) if (isEscapeSign(bytes[at])) return true;
  return false;
}
