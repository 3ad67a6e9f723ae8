import type { Captured } from '../tool/port.js';

const maxTold = 10;

/** What of a command cannot be taken back, and why; undefined when all can. */
export function lostWords({ lost, unknown }: Pick<Captured, 'lost' | 'unknown'>): string | undefined {
  if (unknown !== undefined || lost.length === 0) return unknown;
  const told = lost.slice(0, maxTold).map(({ path, why }) => `${path}: ${why}`);
  return [...told, ...(lost.length > maxTold ? [`and ${lost.length - maxTold} more`] : [])].join('; ');
}
