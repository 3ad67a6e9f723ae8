import type { Match, Searched } from './match.js';
import type { SecretIndex } from './secret-index.js';
import { type Shape, startsWord } from './shape.js';

/** A secret that was found. */
export interface FoundSecret {
  readonly name: string;
  readonly known: boolean;
  readonly from: number;
  readonly to: number;
}

/** What a scan has found out so far. */
export interface ScanState {
  readonly index: SecretIndex;
  readonly searched: Searched;
  readonly from: number;
  readonly found: FoundSecret[];
  /** How far each shape was refused. */
  refused: Map<Shape, number> | undefined;
  behind: number;
  /** Where the last break ended that was looked at. */
  breakEnd: number;
  held: number;
  needed: number;
}

/** Most shapes begin a word. */
export function mayBegin({ searched, behind }: ScanState, { within }: Shape, at: number): boolean {
  return within === true || at === behind || startsWord(searched.bytes, at);
}

/** From `held` on a secret may have begun; from `needed` on the bytes are needed to tell. */
export function hold(state: ScanState, held: number, needed: number): void {
  state.held = Math.min(state.held, held);
  state.needed = Math.min(state.needed, needed);
}

interface Taken {
  readonly match: Match | undefined;
  readonly name: string;
  readonly known: boolean;
  readonly at: number;
}

export function take(state: ScanState, { match, name, known, at }: Taken): void {
  if (match === undefined || match.kind === 'refused') return;
  if (match.kind === 'open') {
    hold(state, match.from, at);
    return;
  }
  state.behind = Math.max(state.behind, match.to);
  state.found.push({ name, known, from: match.from, to: match.to });
}
