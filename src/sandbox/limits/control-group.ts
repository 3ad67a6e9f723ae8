import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../../base/error.js';
import { randomText } from '../../base/id.js';
import type { ProcessLimits } from '../confinement.js';
import { readKernelFile } from '../look.js';
import { type GroupLimit, type GroupPlace, groupPlaces } from './group-place.js';

/** Holds a process and all it starts to limits, together. */
export interface ControlGroup {
  /** Rejects when the process cannot be put in. The kernel takes a while for it, in which this process goes on. */
  add(pid: number): Promise<void>;
  /** Limits that were run into. */
  reached(): readonly GroupLimit[];
  /** Resolves at once or when the kernel lets go of it; nothing must run in it any more. */
  remove(): Promise<void>;
}

let found: ReturnType<typeof openControlGroups> | undefined;

/** What control groups can do for this process. Finding out makes one, and takes away what dead processes left behind. */
export function findControlGroups(): ReturnType<typeof openControlGroups> {
  found ??= openControlGroups(readPlaces());
  return found;
}

function readPlaces(): readonly GroupPlace[] {
  const [cgroup, mountinfo] = [readKernelFile('/proc/self/cgroup'), readKernelFile('/proc/self/mountinfo')];
  return groupPlaces({ cgroup, mountinfo, root: process.getuid?.() === 0 });
}

export function openControlGroups(places: readonly GroupPlace[]) {
  const usable = places.flatMap(tryPlace);
  for (const { folder } of usable) sweep(folder);
  return {
    limits: usable.flatMap(({ limits }) => limits),
    make: (limits: ProcessLimits): ControlGroup => makeGroup(usable, limits),
  };
}

/** What of a place works: its folder may be read-only, another's, or count nothing. */
function tryPlace(place: GroupPlace): readonly GroupPlace[] {
  const folder = join(place.folder, nextName());
  try {
    mkdirSync(folder);
  } catch {
    return [];
  }
  try {
    const limits = place.limits.filter((limit) => existsSync(join(folder, files[place.version][limit].most)));
    return limits.length === 0 ? [] : [{ ...place, limits }];
  } finally {
    removeQuietly(folder);
  }
}

function makeGroup(places: readonly GroupPlace[], limits: ProcessLimits): ControlGroup {
  const name = nextName();
  const made: (GroupPlace & { readonly group: string })[] = [];
  try {
    for (const place of places) {
      const group = join(place.folder, name);
      mkdirSync(group);
      made.push({ ...place, group });
      for (const limit of place.limits) setLimit(place, { group, limit, limits });
    }
  } catch (error) {
    for (const { group } of made) removeQuietly(group);
    throw error;
  }
  return {
    async add(pid) {
      for (const { group } of made) await writeFile(join(group, 'cgroup.procs'), String(pid));
    },
    reached: () =>
      made.flatMap(({ group, version, limits: kept }) =>
        kept.filter((limit) => countIn(join(group, files[version][limit].events), files[version][limit].event) > 0),
      ),
    async remove() {
      for (const { group } of made) {
        // The last process may be dead and still counted for a moment.
        for (let waitMs = 1; !removeQuietly(group) && waitMs < 500; waitMs *= 2) await sleep(waitMs);
      }
    },
  };
}

/** The files of a group; `also` need not be there. */
const files = {
  1: {
    processes: { most: 'pids.max', also: [], events: 'pids.events', event: 'max' },
    memory: {
      most: 'memory.limit_in_bytes',
      also: [{ name: 'memory.memsw.limit_in_bytes' }],
      events: 'memory.oom_control',
      event: 'oom_kill',
    },
  },
  2: {
    processes: { most: 'pids.max', also: [], events: 'pids.events', event: 'max' },
    memory: {
      most: 'memory.max',
      also: [
        { name: 'memory.swap.max', value: '0' },
        { name: 'memory.oom.group', value: '1' },
      ],
      events: 'memory.events',
      event: 'oom_kill',
    },
  },
} as const;

interface Setting {
  readonly group: string;
  readonly limit: GroupLimit;
  readonly limits: ProcessLimits;
}

function setLimit({ version, own }: GroupPlace, { group, limit, limits }: Setting): void {
  const { most, also } = files[version][limit];
  // The reaper of bubblewrap is one more.
  const wanted = limit === 'processes' ? limits.processes + 1 : limits.memoryMb * 2 ** 20;
  const value = String(Math.min(wanted, own === undefined ? wanted : readNumber(join(own, most))));
  writeFileSync(join(group, most), value);
  for (const file of also) {
    const path = join(group, file.name);
    if (existsSync(path)) writeFileSync(path, 'value' in file ? file.value : value);
  }
}

/** No limit, `max`, is larger than any. */
function readNumber(path: string): number {
  const number = Number(readKernelFile(path).trim() || Number.NaN);
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
}

/** The number behind a word, in a file of `word number` lines. */
function countIn(path: string, word: string): number {
  const line = readKernelFile(path)
    .split('\n')
    .find((one) => one.startsWith(`${word} `));
  return Number(line?.slice(word.length + 1) ?? 0);
}

const nextName = (): string => `toolwright-${process.pid}-${randomText(8)}`;

/** Removes the groups of processes that were killed. A group in which something runs cannot be removed. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^toolwright-(\d+)-\w+$/.exec(name)?.[1];
    if (pid !== undefined && isDead(Number(pid))) removeQuietly(join(folder, name));
  }
}

function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemCode(error) === 'ESRCH';
  }
}

function removeQuietly(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return systemCode(error) === 'ENOENT';
  }
}
