import { plural } from '../../base/text.js';

/** `1.5 seconds`, `2 minutes`: a time for people and models, never shorter than it is. */
export function inWords(ms: number): string {
  if (ms < 1000) return plural(Math.ceil(ms), 'millisecond');
  if (ms < 60_000) return plural(Math.ceil(ms / 100) / 10, 'second');
  if (ms < 3_600_000) return plural(Math.ceil(ms / 6000) / 10, 'minute');
  return plural(Math.ceil(ms / 360_000) / 10, 'hour');
}
