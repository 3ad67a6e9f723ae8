import { availableParallelism, totalmem } from 'node:os';
import type { ProcessLimits } from '../confinement.js';

/** Wide enough for a large build, and short of what takes the machine along. */
export const defaultLimits = (): ProcessLimits => ({
  processes: Math.max(1024, 64 * availableParallelism()),
  memoryMb: Math.max(512, Math.floor((totalmem() / 2 ** 20) * 0.75)),
  fileMb: 8192,
  openFiles: 4096,
});
