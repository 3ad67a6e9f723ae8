import { boundText } from '../base/text.js';
import type { Fact } from './fact.js';
import type { ToolFailure } from './outcome.js';

/** What a person is shown before deciding. */
export type Preview =
  | { readonly kind: 'arguments' }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'diff';
      readonly path: string;
      readonly operation: 'create' | 'overwrite' | 'edit' | 'delete' | 'move';
      readonly diff: string;
      readonly added: number;
      readonly removed: number;
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly cwd: string;
      /** Absent: it has no deadline. */
      readonly timeoutMs?: number;
      /** It goes on after its call. */
      readonly background?: true;
      /** And after the session, for so many hours at most. */
      readonly keptHours?: number;
    };

/** Whether what a call does can be taken back. */
export type Undoable =
  | { readonly possible: true /** What of it cannot, or how far. */; readonly note?: string }
  | { readonly possible: false; readonly why: string };

/**
 * What a call would touch and show. `carry` is handed to `run` as it is, so that what was shown is what is done;
 * `basis` names the state it was planned on (a content hash, say): when a later plan has another basis, the approval
 * that was given no longer counts.
 */
export interface Plan<Carry = unknown> {
  readonly facts: readonly Fact[];
  readonly preview: Preview;
  readonly basis?: string;
  /** Absent: there is nothing to take back, or, for a tool with effects, it cannot be. */
  readonly undo?: Undoable;
  readonly carry?: Carry;
}

export type PlanResult<Carry = unknown> = Plan<Carry> | ToolFailure;

const maxPreview = 1_000_000;

/** A preview of more than a person could ever look at is cut, and says so. */
export function boundPreview(preview: Preview): Preview {
  const cut = (text: string): string =>
    boundText(text, maxPreview, (left) => `\n[… ${left} characters are too many to show …]\n`);
  if (preview.kind === 'diff')
    return preview.diff.length <= maxPreview ? preview : { ...preview, diff: cut(preview.diff) };
  if (preview.kind === 'text')
    return preview.text.length <= maxPreview ? preview : { ...preview, text: cut(preview.text) };
  return preview;
}
