import { isEscapeSign, readEscape } from './escape.js';
import { matchSpelling, maxBreak } from './match-spelling.js';
import { hold, mayBegin, type ScanState } from './scan-state.js';
import { matchShape } from './shape.js';

/** What begins so close to the end that there are not yet four bytes to go by. */
export function lookAtTail(state: ScanState): void {
  const { index, searched } = state;
  const { bytes, end } = searched;
  for (let at = Math.max(state.from, end - tail); at < end; at += 1) {
    const first = bytes[at] ?? 0;
    const read = isEscapeSign(first) ? readEscape(bytes, at, end) : undefined;
    if (read === 'cut' && index.escapes) hold(state, at, at);
    if (typeof read === 'object') holdSpellings(state, at, read.means[0] ?? 0);
    holdSpellings(state, at, first);
    if (at >= end - 3) holdShapes(state, at, first);
  }
}

/** Four bytes that may each be escaped take so many at most, with a break among them. */
const tail = 4 * 6 + maxBreak;

function holdSpellings(state: ScanState, at: number, first: number): void {
  for (const spelling of state.index.spellingsFrom[first] ?? []) {
    if (matchSpelling(spelling, state.searched, at)?.kind === 'open') hold(state, at, at);
  }
}

function holdShapes(state: ScanState, at: number, first: number): void {
  for (const shape of state.index.shapesFrom[first] ?? []) {
    if (!mayBegin(state, shape, at)) continue;
    const match = matchShape(shape, state.searched, at);
    if (match?.kind === 'open') hold(state, match.from, at);
  }
}
