import type { ExtensionTurn } from '../extension.js';

/** A file as it was read: what is looked at is what is used. */
export interface ToolFile {
  /** From the folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ToolFolderContent {
  /** Why nothing new of it may be used now; a file that is as it was may. */
  readonly withheld?: string;
  readonly files: readonly ToolFile[];
}

/** A place where tools lie in files, and the right to use these. */
export interface ToolFolder {
  /** For people. */
  readonly shown: string;
  /** It is the user's own: what is declared there may name variables of their environment. */
  readonly own?: true;
  /** Another text when something there may be another. Cheap: it is asked for before each request. */
  mark(): string;
  /** What is there. In a turn the person can be asked about it. */
  read(turn?: ExtensionTurn): Promise<ToolFolderContent>;
}
