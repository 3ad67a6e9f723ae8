import type { Mode } from '../policy/policy.js';
import type { SessionRecord } from './event.js';

/** The mode a stored session was in when it ended. */
export function lastMode(past: readonly SessionRecord[]): Mode | undefined {
  const event = past.findLast(({ type }) => type === 'mode-changed' || type === 'session-opened');
  if (event?.type === 'mode-changed') return event.body.to;
  return event?.type === 'session-opened' ? event.body.mode : undefined;
}
