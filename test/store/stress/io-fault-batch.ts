import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Aim, Role } from './call-aim.js';
import { checkStress } from './check-stress.js';
import { families, type IoFault } from './io-faults.js';
import { newStressFolder, runStress } from './run-stress.js';
import type { StressOrder } from './stress-child.js';

/** A script, run again and again in one process, in which each time another call of a family fails. */
export type FaultBatch = Omit<IoFault, 'nth'>;

export interface BatchReport {
  /** How many calls there are that can fail, and how many of them did. */
  readonly calls: number;
  readonly failed: number;
  readonly runs: number;
  readonly processes: number;
  /** Processes that could not live with it. */
  readonly died: number;
  readonly violations: readonly string[];
  readonly codes: ReadonlyMap<string, number>;
}

interface BatchOrder extends Pick<StressOrder, 'script' | 'durable'> {
  /** One call of so many fails, with the first and the last of a family. */
  readonly of: number;
}

/** Has calls of every family fail once, in this script: each in a run of its own, all runs of a family in one process. */
export async function failCalls({ of, ...order }: BatchOrder, program: string): Promise<BatchReport> {
  const counted = await countCalls(order, program);
  const total = { calls: 0, failed: 0, runs: 0, processes: 1, died: 0 };
  const violations: string[] = [];
  const codes = new Map<string, number>();
  const one = async (family: (typeof families)[number]): Promise<void> => {
    const { main, pool } = counted.get(family.calls) ?? { main: 0, pool: 0 };
    // By `write` Node wakes itself from other threads, and ends where that fails.
    const isOwn = family.calls === 'write';
    const all = [...aims('main', main), ...aims('pool', isOwn ? 0 : pool)];
    let left: readonly Aim[] = all.filter((_, at) => at % of === 0 || at === all.length - 1);
    total.calls += left.length;
    total.failed += left.length;
    // What a process that ended has left is for the next.
    for (let tries = 0; tries < 12 && left.length > 0; tries += 1) {
      const every = isOwn ? 5000 : 3 * (main + pool) + 50;
      const end = await runBatch({ ...order, ...family }, { at: left, every }, program);
      left = end.missed;
      total.runs += end.runs;
      total.processes += 1;
      if (end.died) total.died += 1;
      violations.push(...end.violations);
      for (const code of end.codes) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    total.failed -= left.length;
  };
  const queue = [...families];
  const work = async (): Promise<void> => {
    for (let family = queue.shift(); family !== undefined; family = queue.shift()) await one(family);
  };
  await Promise.all([work(), work()]);
  return { ...total, violations, codes };
}

const aims = (role: Role, count: number): readonly Aim[] =>
  Array.from({ length: count }, (_, at) => ({ role, nth: at + 1 }));

/** How many calls of each family a run makes, on the main thread and on the one for files. */
async function countCalls(
  order: Pick<StressOrder, 'script' | 'durable'>,
  program: string,
): Promise<ReadonlyMap<string, Readonly<Record<Role, number>>>> {
  const folder = newStressFolder({ times: 2 });
  const trace = join(folder, 'trace');
  try {
    const all = families.map(({ calls }) => calls).join(',');
    await runStress({ ...order, folder, times: 2 }, program, [...strace, trace, '-e', `trace=${all},readlink`]);
    const calls = readTrace(readFileSync(trace, 'utf8'));
    return new Map(
      families.map((family) => {
        const count = (role: Role): number =>
          calls.filter((call) => call.name === family.calls && call.role === role && call.time === 1).length;
        return [family.calls, { main: count('main'), pool: count('pool') }] as const;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const strace = ['strace', '-f', '--seccomp-bpf', '-qq', '-o'];

interface TracedCall {
  readonly role: Role;
  readonly name: string;
  /** -1 before the first. */
  readonly time: number;
  /** Made between two runs, to aim. */
  readonly fills: boolean;
  injected: boolean;
}

function readTrace(text: string): readonly TracedCall[] {
  const calls: TracedCall[] = [];
  const last = new Map<string, TracedCall>();
  let main: string | undefined;
  let time = -1;
  let fills = true;
  for (const line of text.split('\n')) {
    const [, pid = '', name] = /^(\d+) +(?:(\w+)\(|<\.\.\.)/.exec(line) ?? [];
    main ??= pid;
    if (name === 'readlink' && line.includes('"/aim"')) fills = true;
    else if (name === 'readlink' && line.includes('"/time-')) {
      fills = false;
      time += 1;
    } else if (name !== undefined) {
      const call: TracedCall = { role: pid === main ? 'main' : 'pool', name, time, fills, injected: false };
      calls.push(call);
      last.set(pid, call);
    }
    const meant = last.get(pid);
    if (line.endsWith('(INJECTED)') && meant !== undefined) meant.injected = true;
  }
  return calls;
}

async function runBatch(
  { script, durable, calls, error }: FaultBatch,
  { at, every }: { readonly at: readonly Aim[]; readonly every: number },
  program: string,
) {
  const times = at.length + 1;
  const folder = newStressFolder({ times });
  const trace = join(folder, 'trace');
  try {
    const inject = ['-e', `trace=${calls},readlink`, '-e', `inject=${calls}:error=${error}:when=${every}+${every}`];
    const order = { folder, script, durable, times, aim: { trace, calls, every, at } };
    const { lines, code } = await runStress(order, program, [...strace, trace, ...inject]);
    const traced = readTrace(readFileSync(trace, 'utf8'));
    // The first run is aimed at nothing.
    const missed = at.filter(
      ({ role }, index) =>
        !traced.some((call) => call.injected && !call.fills && call.role === role && call.time === index + 1),
    );
    const died = code === null || (lines.at(-1) !== 'ended' && !lines.some((line) => line.startsWith('unhandled')));
    const named = (words: string): string => `${script} ${calls} ${error} ${words}`;
    const violations: string[] = died || code === 0 ? [] : [named(`it ended with ${code}`)];
    const runs = linesByTime(lines);
    for (const [time, said] of runs.entries())
      violations.push(...(await checkStress(join(folder, String(time)), said)).map(named));
    const codes = new Set(lines.flatMap((line) => (line.startsWith('failed ') ? [line.slice(7)] : [])));
    return { missed, runs: runs.length, died, violations, codes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function linesByTime(lines: readonly string[]): readonly (readonly string[])[] {
  const runs: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('time ')) runs.push([]);
    runs.at(-1)?.push(line);
  }
  return runs;
}
