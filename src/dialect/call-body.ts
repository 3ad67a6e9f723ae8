import type { FoundCalls } from './found-calls.js';

/** A format whose calls stand between tags. */
export interface TagFormat {
  readonly open: string;
  readonly close: string;
  /** What opens a result: a model that writes it itself makes results up. */
  readonly result: string;
  createBody(calls: FoundCalls): CallBody;
}

/** Reads what stands between the tags of calls. */
export interface CallBody {
  /**
   * `closed`: its calls were handed over or rejected. `none`: it was no call at all, and `lead` is text. `lost`: it cannot
   * be read, so it cannot be told what behind it was meant as a call.
   */
  readonly state: 'reading' | 'closed' | 'none' | 'lost';
  readonly lead: string;
  /** Reads from `at` and answers the index behind what it read. While it is reading, what is left may begin a tag. */
  push(text: string, at: number): number;
  /** The message is over: leaves the state `reading`. */
  end(): void;
}
