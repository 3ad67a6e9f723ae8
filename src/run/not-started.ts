import { fail } from '../tool/outcome.js';
import type { CallInput } from './call.js';
import type { Failed } from './finish.js';

/** The end of a call that was cancelled before it did anything. */
export const notStarted = (why: string): CallInput => ({ type: 'finished', finish: cancelledEarly(why) });

export function cancelledEarly(why: string): Failed {
  return { type: 'cancelled', failure: fail('cancelled', why), durationMs: 0 };
}
