import { constants } from 'node:os';
import type { ProcessEnd } from '../../tool/port.js';

/** As a shell counts: a signal is 128 and its number. */
export function exitCodeOf(end: ProcessEnd): number | null {
  if (end.state === 'exited') return end.exitCode;
  if (end.state !== 'signalled') return null;
  const number = (constants.signals as Readonly<Record<string, number | undefined>>)[end.signal];
  return number === undefined ? null : 128 + number;
}
