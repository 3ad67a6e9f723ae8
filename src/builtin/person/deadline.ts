import type { Clock } from '../../base/clock.js';

/** How long each of several questions may still wait, so that all together do not wait longer than `waitMs`. */
export function deadline(
  clock: Pick<Clock, 'monotonic'>,
  waitMs: number | undefined,
): () => { readonly waitMs?: number } {
  const start = clock.monotonic();
  return () => (waitMs === undefined ? {} : { waitMs: Math.max(0, Math.round(waitMs - (clock.monotonic() - start))) });
}
