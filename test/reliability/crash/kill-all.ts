import { rmSync } from 'node:fs';
import type { CrashOrder } from './crash-order.js';
import { type ChildOptions, check, newScene, runChild } from './crash-run.js';

/** A way to be killed, and how it is named in a report. */
export interface Death {
  readonly name: string;
  readonly order: Omit<CrashOrder, 'folder'>;
  /** Put before the command of the child. */
  readonly prefix?: readonly string[];
  /** How the first restart is killed, too. */
  readonly again?: Omit<CrashOrder, 'folder'>;
}

export interface DeathReport {
  readonly runs: number;
  /** Runs that came to their end before they were to be killed. */
  readonly missed: number;
  readonly violations: readonly string[];
  readonly slowestRecoveryMs: number;
}

interface Killed {
  readonly death: Death;
  readonly folder: string;
}

/** Kills a child in each way, has what it left checked, starts it again to its end, and has that checked. */
export async function killAll(deaths: readonly Death[], { children }: ChildOptions): Promise<DeathReport> {
  const violations: string[] = [];
  let missed = 0;
  let slowestRecoveryMs = 0;
  const killed = await inPairs(deaths, async (death): Promise<Killed> => {
    const folder = newScene();
    const { prefix = [] } = death;
    const { end, stderr } = await runChild({ ...death.order, folder }, { children, prefix });
    if (end === '0') missed += 1;
    else if (end !== 'SIGKILL') violations.push(`${death.name}: it ended with ${end} ${stderr}`);
    return { death, folder };
  });
  await report('killed', killed, violations);
  await inPairs(killed, async ({ death, folder }) => {
    if (death.again !== undefined) await runChild({ ...death.again, folder }, { children });
    const { end, openedMs = 0, stderr } = await runChild({ folder }, { children });
    slowestRecoveryMs = Math.max(slowestRecoveryMs, openedMs);
    if (end !== '0') violations.push(`${death.name}: the next process ended with ${end} ${stderr}`);
  });
  await report('ended', killed, violations);
  for (const { folder } of killed) rmSync(folder, { recursive: true, force: true });
  return { runs: killed.length, missed, violations, slowestRecoveryMs };
}

async function report(stage: 'killed' | 'ended', killed: readonly Killed[], violations: string[]): Promise<void> {
  const folders = killed.map(({ folder }) => folder);
  for (const [at, found] of (await check(stage, folders)).entries()) {
    for (const violation of found.violations) violations.push(`${killed[at]?.death.name} (${stage}): ${violation}`);
  }
}

/** Two at a time: there are two cores. */
async function inPairs<From, To>(list: readonly From[], work: (one: From) => Promise<To>): Promise<readonly To[]> {
  const done: To[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < list.length; at = next++) done[at] = await work(list[at] as From);
  };
  await Promise.all([lane(), lane()]);
  return done;
}

export const renderDeaths = ({ runs, missed, violations, slowestRecoveryMs }: DeathReport): string =>
  `${runs} runs, ${missed} not killed, ${violations.length} violations, slowest recovery ${slowestRecoveryMs} ms`;
