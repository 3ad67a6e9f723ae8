import { constants } from 'node:os';
import type { ProcessEnd } from '../../tool/port.js';
import type { ProcessLimits } from '../confinement.js';
import type { GroupLimit } from './group-place.js';

export interface LimitView {
  readonly limits: ProcessLimits;
  /** What the control group saw. */
  readonly grouped: readonly GroupLimit[];
}

/** Which limits a process ran into, as far as that can be told from its end. */
export function reachedLimits(end: ProcessEnd, { limits, grouped }: LimitView): readonly string[] {
  const reached = [];
  if (grouped.includes('processes')) {
    reached.push(sentence(`${limits.processes} processes at a time`, 'processes'));
  }
  if (grouped.includes('memory')) reached.push(sentence(`${limits.memoryMb} MB of memory`, 'memoryMb'));
  if (endedBy(end, constants.signals.SIGXFSZ)) reached.push(sentence(`${limits.fileMb} MB for one file`, 'fileMb'));
  return reached;
}

const sentence = (limit: string, key: keyof ProcessLimits): string =>
  `It ran into the limit of ${limit}. Do with less, or let the person raise sandboxLimits.${key} in config.json.`;

/** Told by the process itself, or by the shell around it. */
function endedBy(end: ProcessEnd, signal: number): boolean {
  if (end.state === 'exited') return end.exitCode === 128 + signal;
  return end.state === 'signalled' && (constants.signals as Record<string, number>)[end.signal] === signal;
}
