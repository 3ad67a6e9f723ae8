import { namesIn, readKernelFile } from './look.js';
import { isAlive } from './process-identity.js';

/** All that a process started and what these started, as far as it still runs. Empty where the system does not tell. */
export function processesBelow(pid: number): readonly number[] {
  const found: number[] = [];
  const parents = [pid];
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    const children = childrenOf(parent).filter((child) => !found.includes(child));
    found.push(...children);
    parents.push(...children);
  }
  return found;
}

/** A process with several lines of execution has children in each; see proc_pid_task(5). */
const childrenOf = (pid: number): readonly number[] =>
  namesIn(`/proc/${pid}/task`).flatMap((id) =>
    readKernelFile(`/proc/${pid}/task/${id}/children`).split(' ').filter(Boolean).map(Number),
  );

/** Resolves when a process is dead; one that nobody has collected yet counts as dead. Mostly it takes less than a timer. */
export const untilDead = (pid: number, maxMs: number): Promise<void> => untilGone(() => !isAlive(pid), maxMs);

/** Resolves when this is so, or after so long. */
export async function untilGone(isGone: () => boolean, maxMs: number): Promise<void> {
  const startedAt = performance.now();
  for (let tries = 0; !isGone() && performance.now() - startedAt < maxMs; tries += 1) {
    await new Promise<void>((resolve) => void (tries < 20 ? setImmediate(resolve) : setTimeout(resolve, 2)));
  }
}
