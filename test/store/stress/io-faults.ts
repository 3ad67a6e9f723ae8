import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkStress } from './check-stress.js';
import { newStressFolder, runStress } from './run-stress.js';
import type { StressOrder } from './stress-child.js';

/** The Nth system call of a family fails. */
export interface IoFault {
  readonly script: StressOrder['script'];
  readonly durable: boolean;
  readonly calls: string;
  readonly error: 'EIO' | 'ENOSPC' | 'EINTR' | 'EMFILE';
  readonly nth: number;
}

export interface FaultEnd {
  readonly violations: readonly string[];
  /** The call did not come so often: there is nothing more to fail. */
  readonly clean: boolean;
  /** The process itself could not live with it: what is Node's own failed. What it acknowledged must be there all the same. */
  readonly died: boolean;
  /** The codes of what failed. */
  readonly failures: readonly string[];
}

export async function runFault(fault: IoFault, program: string): Promise<FaultEnd> {
  const { script, durable, calls, error, nth } = fault;
  const folder = newStressFolder();
  try {
    const inject = `inject=${calls}:error=${error}:when=${nth}`;
    const trace = join(folder, 'trace');
    const prefix = ['strace', '-f', '--seccomp-bpf', '-qq', '-o', trace, '-e', `trace=${calls}`, '-e', inject];
    const { lines: said, code } = await runStress({ folder, script, durable }, program, prefix);
    const clean = !readFileSync(trace, 'utf8').includes('(INJECTED)');
    const died = said.at(-1) !== 'ended' && !said.some((line) => line.startsWith('unhandled'));
    const found = await checkStress(folder, said);
    const violations = found.map((words) => `${JSON.stringify(fault)}: ${words}`);
    const failures = said.flatMap((line) => (line.startsWith('failed ') ? [line.slice(7)] : []));
    if (!died && code !== 0) violations.push(`${JSON.stringify(fault)}: it ended with ${code}`);
    return { violations, clean, died, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** SQLite and files of changes write by position, everything syncs, blobs and changes are renamed into place. */
export const families: readonly Pick<IoFault, 'calls' | 'error'>[] = [
  { calls: 'pwrite64', error: 'EIO' },
  { calls: 'pwrite64', error: 'ENOSPC' },
  { calls: 'pwrite64', error: 'EINTR' },
  { calls: 'fsync', error: 'EIO' },
  { calls: 'fdatasync', error: 'EIO' },
  { calls: 'ftruncate', error: 'EIO' },
  { calls: 'rename', error: 'EIO' },
  { calls: 'mkdir', error: 'ENOSPC' },
  { calls: 'unlink', error: 'EIO' },
  { calls: 'write', error: 'ENOSPC' },
  { calls: 'openat', error: 'EMFILE' },
];
