import type { ToolFailure } from '../tool/outcome.js';
import type { PathChange, Version } from '../tool/version.js';
import type { WalkMode } from '../workspace/descriptor-walk.js';

/** How much is put on disk before a change counts as made. `on`: contents. `full`: folders too. */
export type Fsync = 'off' | 'on' | 'full';

/** One path with what shall be there. */
export interface PathWrite extends PathChange {
  /** Absolute; no part of it is a link, but the last may be one. */
  readonly at: string;
  /** The content of a file that shall be there. */
  content?(): Uint8Array | Promise<Uint8Array>;
  /** The hash of `after` was made of these very bytes, which nobody changes: it is not made again. */
  readonly hashed?: true;
  /**
   * As a program writes: a read-only file is refused, the mode of a file stays, that of a new one is what is usual
   * here. Without it the mode becomes the one of `after`.
   */
  readonly asWritten?: true;
  /**
   * What lies here is taken away with all beneath it, or comes here from another place, in one step. The writes
   * beneath are an account of it; without one (`listed: false`) nothing of it is compared or kept.
   */
  readonly tree?: { readonly from?: string; readonly listed: boolean };
}

export interface ApplyOptions {
  readonly mode: WalkMode;
  readonly fsync: Fsync;
  /** The workspace. */
  readonly root: string;
  readonly signal?: AbortSignal | undefined;
  /** Part of the names of temporary files, so that they can be told when the process was killed; random when absent. */
  readonly batch?: string;
  /** Keeps what is about to be replaced or removed; on disk before anything is changed. */
  keep(content: Uint8Array): Promise<void>;
  /** Asked before the first file is made, temporary ones too; with a failure, none is. */
  ready?(): Promise<ToolFailure | undefined>;
  /** Told of every step before it is done: what tests come between. */
  atStep?(step: string): void;
}

/** Something that is not what the change was made from. */
export interface Conflict {
  readonly path: string;
  readonly expected: Version;
  readonly found: Version;
}

export type Applied =
  | {
      readonly type: 'applied';
      readonly bytes: number;
      /** What it found and what it left, where these differ. */
      readonly paths: readonly PathChange[];
      /** What was taken away and lies aside still, because it could not be removed. */
      readonly unremoved?: ToolFailure;
    }
  | { readonly type: 'refused'; readonly failure: ToolFailure; readonly conflicts: readonly Conflict[] };
