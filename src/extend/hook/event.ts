import type { HookPoint } from './hook.js';

/** How a hook ended. `skipped`: it was not run, or its work was called off. */
export type HookStatus = 'ok' | 'error' | 'timeout' | 'skipped';

export interface HookEnded {
  readonly hook: HookPoint;
  /** The first line of its command. */
  readonly command: string;
  readonly status: HookStatus;
  readonly durationMs: number;
  /** The call it was run for. */
  readonly callId?: string;
  /** What went wrong. */
  readonly message?: string;
}

export interface HookEvent {
  readonly type: 'hook-ended';
  readonly body: HookEnded;
}
