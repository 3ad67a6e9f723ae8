import { openSync } from 'node:fs';
import { arch } from 'node:os';
import { keepFile } from '../kept-file.js';
import { type FilterOptions, seccompFilter } from './seccomp-filter.js';

const kept = new Map<string, number>();

/**
 * A descriptor from which the filter for system calls can be read once, to be closed by the caller; undefined for a
 * processor that has none.
 */
export function openFilter(options: FilterOptions): number | undefined {
  const filter = kept.get(keyOf(options)) ?? keepFilter(options);
  // Opened anew it is read from its beginning, whoever read it before.
  return filter === undefined ? undefined : openSync(`/proc/self/fd/${filter}`, 'r');
}

function keepFilter(options: FilterOptions): number | undefined {
  const filter = seccompFilter(arch(), options);
  if (filter === undefined) return undefined;
  const descriptor = keepFile(filter);
  kept.set(keyOf(options), descriptor);
  return descriptor;
}

const keyOf = ({ root, sharedGroup }: FilterOptions): string => `${root} ${sharedGroup}`;
