import type { ToolFailure } from '../tool/outcome.js';

/** How the work of a call ended, before it is put into words and bounds. */
export type Finish =
  | { readonly type: 'value'; readonly value: unknown; readonly durationMs: number }
  | {
      readonly type: 'failure';
      readonly failure: ToolFailure;
      readonly durationMs: number;
      /** The limit that refused it. */
      readonly limit?: string | undefined;
    }
  | { readonly type: 'denied'; readonly failure: ToolFailure /** A person said no. */; readonly byPerson?: true }
  | { readonly type: 'cancelled'; readonly failure: ToolFailure; readonly durationMs: number }
  | { readonly type: 'unknown'; readonly failure: ToolFailure };

/** One without a value. */
export type Failed = Exclude<Finish, { type: 'value' }>;
