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
  // The name, in parentheses, may hold anything; the state follows it, and 19 fields later the start: proc_pid_stat(5).
  const stat = readKernelFile(`/proc/${pid}/stat`);
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const startTicks = fields[18];
  if (boot === '' || startTicks === undefined || /^[ZX]/.test(state)) return undefined;
  return { pid, startTicks, boot };
}

export function isRunning({ pid, startTicks, boot }: ProcessIdentity): boolean {
  const now = identityOf(pid);
  return now !== undefined && now.startTicks === startTicks && now.boot === boot;
}

/** Kills it, and nobody else. */
export function killProcess(identity: ProcessIdentity): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}
