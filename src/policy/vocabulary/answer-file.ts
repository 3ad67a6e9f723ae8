import type { PolicyInput } from '../policy.js';

/** A file of the person, in which answers are kept in the place of grants: there they hold, and are taken back. */
export interface AnswerFile {
  /** Below the home folder. */
  readonly path: string;
  /** The file with such an answer in it, and what that adds, in words; undefined where the call would not pass by it. */
  add(
    text: string | undefined,
    input: PolicyInput,
  ): { readonly text: string; readonly adds: readonly string[] } | undefined;
  /** What it allows, by the places in the file, counted from 0. */
  list(text: string): readonly { readonly at: number; readonly says: string }[];
  /** The file without what stands at these places; all else in it stays. */
  remove(text: string, places: ReadonlySet<number>): string;
}
