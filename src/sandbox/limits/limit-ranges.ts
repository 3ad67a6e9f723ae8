import type { ProcessLimits } from '../confinement.js';

/** What each limit may be set to: with less, no shell could start. */
export const limitRanges = {
  processes: { least: 8, most: 1_000_000 },
  memoryMb: { least: 64, most: 2 ** 24 },
  fileMb: { least: 1, most: 2 ** 24 },
  openFiles: { least: 32, most: 1_000_000 },
} as const satisfies Readonly<Record<keyof ProcessLimits, { readonly least: number; readonly most: number }>>;
