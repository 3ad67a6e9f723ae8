import { openSync } from 'node:fs';

/** For the whole process: the program is bundled into files that each have a copy of this one. */
const key = Symbol.for('toolwright.terminal-masters');
const shared = globalThis as { [key]?: Set<number> };
let nothing: number | undefined;

/** The masters of terminals that are open: their descriptors would be left open in every program that is started. */
export function openMasters(): Set<number> {
  shared[key] ??= new Set();
  return shared[key];
}

/** What a program has for a stream; a number is a descriptor of ours. */
export type Stream = 'ignore' | 'pipe' | number;

/** The streams of a program, with nothing in the place of each master: whoever has one types on that terminal. */
export function withoutMasters(streams: readonly Stream[]): Stream[] {
  const all = [...streams];
  for (const descriptor of openMasters()) {
    while (all.length <= descriptor) all.push('ignore');
    nothing ??= openSync('/dev/null', 'r');
    if (all[descriptor] === 'ignore' && descriptor > 2) all[descriptor] = nothing;
  }
  return all;
}
