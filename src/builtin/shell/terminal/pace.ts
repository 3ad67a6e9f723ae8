import type { Clock } from '../../../base/clock.js';

const windowMs = 100;
const maxBytesPerWindow = 1024 * 1024;

/** Holds up what floods a terminal: nobody could read it, and drawing it would take all of a processor. */
export function createPace(clock: Pick<Clock, 'monotonic'>): (bytes: number) => Promise<void> {
  let windowStart = Number.NEGATIVE_INFINITY;
  let passed = 0;
  return async (bytes) => {
    const now = clock.monotonic();
    if (now - windowStart >= windowMs) {
      windowStart = now;
      passed = 0;
    }
    passed += bytes;
    if (passed < maxBytesPerWindow) return;
    await new Promise((resolve) => setTimeout(resolve, windowStart + windowMs - now).unref());
  };
}
