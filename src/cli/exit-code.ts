import type { TurnEnd } from '../agent/event.js';
import { isToolwrightError } from '../base/error.js';

export const exitCodes = {
  answered: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  parked: 4,
  limit: 5,
  model: 6,
  unanswered: 7,
  interrupted: 130,
} as const;

/** What `--help` says of each. */
export const exitMeanings: readonly (readonly [number, string])[] = [
  [exitCodes.answered, 'answered'],
  [exitCodes.failed, 'internal or store failure'],
  [exitCodes.usage, 'bad usage'],
  [exitCodes.denied, 'denied or aborted at a question'],
  [exitCodes.parked, 'parked at a question'],
  [exitCodes.limit, 'limit reached'],
  [exitCodes.model, 'model failure or empty answer'],
  [exitCodes.unanswered, 'stdin ended before a question was answered'],
  [exitCodes.interrupted, 'interrupted'],
];

/** The exit code of a turn. One that was denied something for want of a person tells so, even if it was answered. */
export function exitCodeOf({ reason, deniedUnasked }: Pick<TurnEnd, 'reason' | 'deniedUnasked'>): number {
  if (reason === 'answered') return deniedUnasked > 0 ? exitCodes.denied : exitCodes.answered;
  return reasonCodes[reason];
}

const reasonCodes: Record<Exclude<TurnEnd['reason'], 'answered'>, number> = {
  empty: exitCodes.model,
  'model-failed': exitCodes.model,
  limit: exitCodes.limit,
  failed: exitCodes.limit,
  aborted: exitCodes.denied,
  parked: exitCodes.parked,
  paused: exitCodes.interrupted,
  cancelled: exitCodes.interrupted,
  'store-failed': exitCodes.failed,
};

const usageCodes = new Set(['bad-usage', 'bad-option', 'bad-config', 'session-unknown', 'workspace-missing']);

export function exitCodeOfError(error: unknown): number {
  return isToolwrightError(error) && usageCodes.has(error.code) ? exitCodes.usage : exitCodes.failed;
}
