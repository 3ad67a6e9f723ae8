import { ToolwrightError } from '../base/error.js';
import type { Journal, JournalChange, JournalUndo } from './journal.js';

/** What is to be taken back. `turn`: the last one that changed something and is not undone. */
export type UndoWhat =
  | { readonly by: 'turn' | 'session' }
  /** All that was changed after the event of this number. */
  | { readonly by: 'since'; readonly seq: number }
  /** The call with this id, or the start of it that no other shares; without one, the last that changed something. */
  | { readonly by: 'call'; readonly callId?: string };

export interface Choice {
  /** Oldest first; none when there is nothing left to undo. */
  readonly changes: readonly JournalChange[];
  /** Those of which nothing is known but that they cannot be taken back. */
  readonly beyond: readonly JournalChange[];
}

/** The changes meant. Throws `bad-usage` for a call that made none. */
export function chooseChanges({ changes }: Journal, what: UndoWhat): Choice {
  const standing = changes.filter(({ undone }) => !undone);
  const isMeant = meaning(what, changes, standing.findLast(isKnown));
  const meant = standing.filter(isMeant);
  return { changes: meant.filter(isKnown), beyond: meant.filter((change) => !isKnown(change)) };
}

const isKnown = ({ paths }: JournalChange): boolean => paths.length > 0;

function meaning(
  what: UndoWhat,
  changes: readonly JournalChange[],
  last: JournalChange | undefined,
): (change: JournalChange) => boolean {
  if (what.by === 'call') {
    const wanted = what.callId === undefined ? last?.callId : findCall(changes, what.callId);
    return ({ callId }) => callId === wanted;
  }
  if (what.by === 'since') return ({ seq }) => seq > what.seq;
  return ({ turn }) => what.by === 'session' || last === undefined || turn === last.turn;
}

/** What a redo brings back: the last undo that was not redone. */
export const lastUndo = ({ undos }: Journal): JournalUndo | undefined => undos.findLast(({ redone }) => !redone);

/** The id of the call meant among those that changed something. */
export function findCall(changes: readonly JournalChange[], given: string): string {
  const ids = [...new Set(changes.map(({ callId }) => callId))];
  if (ids.includes(given)) return given;
  const matches = given === '' ? [] : ids.filter((id) => id.startsWith(given));
  if (matches.length === 1 && matches[0] !== undefined) return matches[0];
  const why = matches.length === 0 ? `No call ${given} changed files` : `${matches.length} calls begin with ${given}`;
  throw new ToolwrightError('bad-usage', `${why}: \`toolwright changes\` lists those that did.`);
}
