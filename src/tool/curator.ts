import type { ModelPort } from './model-port.js';

/** Lines of a file, from 1, inclusive. */
export interface ChosenLines {
  readonly start: number;
  readonly end: number;
}

export interface CuratedFile {
  readonly path: string;
  readonly hash: string;
  readonly lines: readonly string[];
}

/** Finds the lines of large files that matter to a conversation. */
export interface CuratorPort {
  /** Files of so many lines and more are curated. */
  readonly fromLines: number;
  /** In order, none overlapping. Undefined when there is no choice to go by: the file is read as any other then. */
  choose(
    file: CuratedFile,
    call: { readonly model: ModelPort; readonly signal: AbortSignal },
  ): Promise<readonly ChosenLines[] | undefined>;
}
