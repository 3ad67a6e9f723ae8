import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import type { ProcessLimits } from '../confinement.js';
import type { GroupLimit } from './group-place.js';

/** A limit the kernel keeps for each process; see setrlimit(2). What a process starts inherits it and cannot raise it. */
export interface ResourceLimit {
  readonly name: 'core' | 'data' | 'fsize' | 'nofile' | 'nproc';
  /** In bytes, or a number of files or processes. */
  readonly value: number;
}

/** The limits for a process, without those that a control group keeps for it and all it starts together. */
export function resourceLimits(limits: ProcessLimits, grouped: readonly GroupLimit[]): readonly ResourceLimit[] {
  const wanted: ResourceLimit[] = [
    { name: 'core', value: 0 },
    { name: 'fsize', value: limits.fileMb * 2 ** 20 },
    { name: 'nofile', value: limits.openFiles },
  ];
  if (!grouped.includes('memory')) wanted.push({ name: 'data', value: limits.memoryMb * 2 ** 20 });
  if (!grouped.includes('processes') && countsProcesses()) wanted.push({ name: 'nproc', value: limits.processes });
  const highest = highestAllowed();
  return wanted.map(({ name, value }) => ({ name, value: Math.min(value, highest.get(name) ?? value) }));
}

/**
 * Processes are counted for each user namespace since Linux 5.14; before, all of the user's count, wherever they run.
 * Those of root are never held to it.
 */
export function countsProcesses(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.getuid?.() !== 0 && (major > 5 || (major === 5 && minor >= 14));
}

const options = {
  core: { letter: 'c', unit: 1024 },
  data: { letter: 'd', unit: 1024 },
  fsize: { letter: 'f', unit: 1024 },
  nofile: { letter: 'n', unit: 1 },
  nproc: { letter: 'u', unit: 1 },
} as const;

/** As a command of bash. */
export const ulimitLine = (limits: readonly ResourceLimit[]): string =>
  `ulimit ${limits.map(({ name, value }) => `-${options[name].letter} ${Math.floor(value / options[name].unit)}`).join(' ')}`;

/** As words of prlimit(1), before the program. */
export const prlimitWords = (limits: readonly ResourceLimit[]): readonly string[] => [
  ...limits.map(({ name, value }) => `--${name}=${value}`),
  '--',
];

const rows = {
  core: 'Max core file size',
  data: 'Max data size',
  fsize: 'Max file size',
  nofile: 'Max open files',
  nproc: 'Max processes',
} as const;

let known: ReadonlyMap<string, number> | undefined;

/** No process can go above the hard limits it has itself. */
function highestAllowed(): ReadonlyMap<string, number> {
  known ??= readHighest();
  return known;
}

function readHighest(): ReadonlyMap<string, number> {
  const lines = readFileSync('/proc/self/limits', 'utf8').split('\n');
  const highest = new Map<string, number>();
  for (const [name, row] of Object.entries(rows)) {
    const hard = lines
      .find((line) => line.startsWith(row))
      ?.slice(row.length)
      .trim()
      .split(/\s+/)[1];
    if (hard !== undefined && hard !== 'unlimited') highest.set(name, Number(hard));
  }
  return highest;
}
