import type { PathChange } from '../tool/version.js';

export type ChangeOperation = 'create' | 'overwrite' | 'edit' | 'delete' | 'move' | 'command';

/** A change of one call. */
export interface ChangeBody {
  readonly changeId: string;
  readonly callId: string;
  readonly operation: ChangeOperation;
  readonly paths: readonly PathChange[];
  /** The blobs that hold contents of before, and of after where they are kept; once it was applied. */
  readonly kept?: readonly string[];
  /** Why it cannot be taken back, when it cannot: it was too much to be listed and kept. */
  readonly lost?: string;
  /** What a confined command did to protected paths and was put back at once; `blob` holds what it had put there. */
  readonly refused?: readonly { readonly path: string; readonly blob?: string }[];
}

/** A staged write of one file, which waits under a token; `blob` holds its content. */
export interface KeptBody {
  readonly token: string;
  readonly callId: string;
  readonly operation: 'create' | 'overwrite' | 'edit';
  /** The file as it was named, and where it lies. */
  readonly given: string;
  readonly path: string;
  /** sha256 of what it was made from; of the empty text when there was no file. */
  readonly baseHash: string;
  readonly blob: string;
  readonly mode?: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Kept: a staged write waits for a later call, in this process or another. Spent: its token was used. */
export type KeptEvent =
  | { readonly type: 'change-kept'; readonly body: KeptBody }
  | { readonly type: 'change-spent'; readonly body: { readonly token: string; readonly callId: string } };

/** Changes that were taken back, or made again. */
export interface UndoBody {
  readonly undoId: string;
  /** The changes it is about. */
  readonly changeIds: readonly string[];
  /** What it did: `before` is what it found, `after` what it left. */
  readonly paths: readonly PathChange[];
  /** The blobs that hold what it found. */
  readonly kept: readonly string[];
  /** Who wanted it and by which channel. */
  readonly who: string;
  readonly from: string;
}

/**
 * What is recorded of changes. Staged: made ready, to be shown and decided about. Applied: done; the content of every
 * file before it is kept as a blob. Of a call that started and recorded neither, the files tell whether it was done.
 */
export type ChangeEvent =
  | { readonly type: 'change-staged' | 'change-applied'; readonly body: ChangeBody }
  | KeptEvent
  | UndoEvent;

export interface UndoEvent {
  readonly type: 'change-undone' | 'change-redone';
  readonly body: UndoBody;
}
