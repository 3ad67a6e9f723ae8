import { fail, type ToolFailure } from '../tool/outcome.js';
import type { CallInput } from './call.js';
import type { RunEnv } from './env.js';
import type { Failed } from './finish.js';

/** The end of the road for a call that is not run, with what the model reads of it. */
export const refused = (
  errorType: ToolFailure['errorType'],
  message: string,
): Extract<CallInput, { type: 'refused' }> => ({
  type: 'refused',
  failure: fail(errorType, message),
});

/** The end of a call that was cancelled before it did anything. */
export const notStarted = (why: string): CallInput => ({ type: 'finished', finish: cancelledEarly(why) });

/** Why a call of a turn that is over was not run: the limit that ended it, where one did. */
export function whyNotStarted({ guards: { exhausted } }: Pick<RunEnv, 'guards'>): string {
  const used = exhausted?.();
  return used === undefined
    ? 'The turn was cancelled before this call started.'
    : `Not run: ${used.what} is reached. The turn ends here.`;
}

export function cancelledEarly(why: string): Failed {
  return { type: 'cancelled', failure: fail('cancelled', why), durationMs: 0 };
}
