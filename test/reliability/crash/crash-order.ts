/** What a child of the crash tests is told to do. */
export interface CrashOrder {
  /** Holds the store, the workspace and the log of effects. */
  readonly folder: string;
  /** Where it kills itself: ahead of this hit, counted from 1, of this fault point. */
  readonly kill?: { readonly point: string; readonly hit: number };
  /** When it kills itself, from its start on. */
  readonly killAfterMs?: number;
  /** The file that gets the number of hits of each fault point, when the child comes to its end. */
  readonly countHits?: string;
}
