import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import type { ProcessLimits } from '../confinement.js';
import type { GroupLimit } from './group-place.js';

/** A limit the kernel keeps for each process; see setrlimit(2). What a process starts inherits it and cannot raise it. */
export interface ResourceLimit {
  readonly name: keyof typeof known;
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
  const allowed = highestAllowed();
  return wanted.map(({ name, value }) => ({ name, value: Math.min(value, allowed.get(name) ?? value) }));
}

/**
 * Processes are counted for each user namespace since Linux 5.14; before, all of the user's count, wherever they run.
 * Those of root are never held to it.
 */
export function countsProcesses(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.getuid?.() !== 0 && (major > 5 || (major === 5 && minor >= 14));
}

/** How bash takes each, and how the kernel calls it. */
const known = {
  core: { letter: 'c', unit: 1024, row: 'Max core file size' },
  data: { letter: 'd', unit: 1024, row: 'Max data size' },
  fsize: { letter: 'f', unit: 1024, row: 'Max file size' },
  nofile: { letter: 'n', unit: 1, row: 'Max open files' },
  nproc: { letter: 'u', unit: 1, row: 'Max processes' },
} as const;

/** As a command of bash. */
export const ulimitLine = (limits: readonly ResourceLimit[]): string =>
  `ulimit ${limits.map(({ name, value }) => `-${known[name].letter} ${Math.floor(value / known[name].unit)}`).join(' ')}`;

/** As words of prlimit(1), before the program. */
export const prlimitWords = (limits: readonly ResourceLimit[]): readonly string[] => [
  ...limits.map(({ name, value }) => `--${name}=${value}`),
  '--',
];

let highest: ReadonlyMap<string, number> | undefined;

/** No process can go above the hard limits it has itself. */
function highestAllowed(): ReadonlyMap<string, number> {
  highest ??= readHighest();
  return highest;
}

function readHighest(): ReadonlyMap<string, number> {
  const lines = readFileSync('/proc/self/limits', 'utf8').split('\n');
  const found = new Map<string, number>();
  for (const [name, { row }] of Object.entries(known)) {
    const hard = lines
      .find((line) => line.startsWith(row))
      ?.slice(row.length)
      .trim()
      .split(/\s+/)[1];
    if (hard !== undefined && hard !== 'unlimited') found.set(name, Number(hard));
  }
  return found;
}
