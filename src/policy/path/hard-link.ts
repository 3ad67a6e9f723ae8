import type { Place } from '../../tool/port.js';

/** Folders that package managers fill with hard links to what they keep elsewhere. */
const installed = /\/(?:node_modules|\.venv|venv|site-packages|\.git|target)\//;

/** What to say of a file that has other names too, which may lie anywhere; undefined of others. */
export function hardLinkNote({ shared, shown }: Pick<Place, 'shared' | 'shown'>): string | undefined {
  if (shared !== true || installed.test(`/${shown}`)) return undefined;
  return `${shown} has other names (hard links), which may lie elsewhere`;
}
