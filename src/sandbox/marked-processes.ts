import { readFileSync } from 'node:fs';
import { attempt, succeeds } from '../base/attempt.js';
import { randomText } from '../base/id.js';
import { namesIn } from './look.js';

/** A variable that tells what one command started from everything else, also what forked twice and left its group. */
export interface ProcessMark {
  readonly name: string;
  readonly value: string;
}

export const createMark = (): ProcessMark => ({ name: 'TOOLWRIGHT_COMMAND', value: randomText(20) });

/** Those that run with this mark; none where the system does not tell. One that took it off is not found. */
export function markedProcesses({ name, value }: ProcessMark): readonly number[] {
  const line = `\0${name}=${value}\0`;
  return pids().filter((pid) => `\0${environmentOf(pid)}\0`.includes(line));
}

export function signalMarked(mark: ProcessMark, signal: NodeJS.Signals): void {
  // One may have ended in the meantime.
  for (const pid of markedProcesses(mark)) succeeds(() => process.kill(pid, signal));
}

const maxRounds = 50;

/** Kills them all. What forks faster than it is found is stopped first, so that an end comes to it. */
export function killMarked(mark: ProcessMark): void {
  let last = -1;
  for (let round = 0; round < maxRounds; round += 1) {
    const found = markedProcesses(mark).length;
    if (found === 0) return;
    if (found === last) break;
    last = found;
    signalMarked(mark, 'SIGSTOP');
  }
  signalMarked(mark, 'SIGKILL');
}

const pids = (): readonly number[] =>
  namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Of a process that has ended, or is somebody else's, there is none. */
const environmentOf = (pid: number): string => attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1'), '');
