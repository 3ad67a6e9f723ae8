import { succeeds } from '../base/attempt.js';
import { readKernelFile } from './look.js';

/** Tells a process from every other, also from one that gets its number later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it was started, in ticks since the machine was. */
  readonly startTicks: string;
  /** Of the time the machine runs. */
  readonly boot: string;
}

/** Undefined when it does not run, or the system does not tell. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const boot = readKernelFile('/proc/sys/kernel/random/boot_id').trim();
  const startTicks = statFields(pid)[19];
  return boot === '' || startTicks === undefined ? undefined : { pid, startTicks, boot };
}

/** One that nobody has collected yet is not. */
export const isAlive = (pid: number): boolean => statFields(pid).length > 0;

/** Of one that is alive: its state and what follows. Its name, which stands before, may hold anything; see proc_pid_stat(5). */
function statFields(pid: number): readonly string[] {
  const stat = readKernelFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' || /^[ZX]/.test(fields[0] ?? '') ? [] : fields;
}

export function isRunning({ pid, startTicks, boot }: ProcessIdentity): boolean {
  const now = identityOf(pid);
  return now !== undefined && now.startTicks === startTicks && now.boot === boot;
}

/** Kills it, and nobody else. */
export function killProcess(identity: ProcessIdentity): void {
  // It may end in the meantime.
  if (isRunning(identity)) succeeds(() => process.kill(identity.pid, 'SIGKILL'));
}
