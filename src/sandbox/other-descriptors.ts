import { openSync } from 'node:fs';
import { namesIn, readKernelFile } from './look.js';

/** What a program has for a stream; a number is a descriptor of ours. */
export type Stream = 'ignore' | 'pipe' | number;

/** For the whole process: the program is bundled into files that each have a copy of this one. */
const key = Symbol.for('toolwright.terminal-masters');
const shared = globalThis as { [key]?: Set<number> };

/** The masters of terminals that are open: their descriptors would be left open in every program that is started. */
export function openMasters(): Set<number> {
  shared[key] ??= new Set();
  return shared[key];
}

/** The streams of a program, with nothing in the place of each master: whoever has one types on that terminal. */
export const withoutMasters = (streams: readonly Stream[]): Stream[] => withNothingFor(openMasters(), streams);

/**
 * The same for the descriptors that whoever started this process left open: one of them may lead out of the sandbox. Those
 * that Node.js opens are closed when a program is started.
 */
export function withoutInherited(streams: readonly Stream[]): Stream[] {
  inherited ??= namesIn('/proc/self/fdinfo').map(Number).filter(isInherited);
  return withNothingFor(inherited, streams);
}

let inherited: readonly number[] | undefined;

/** One that was closed meanwhile is not. */
function isInherited(fd: number): boolean {
  const info = readKernelFile(`/proc/self/fdinfo/${fd}`);
  const [, flags = ''] = /^flags:\s*(\d+)$/m.exec(info) ?? [];
  return info !== '' && (Number.parseInt(flags, 8) & closeOnExec) === 0;
}

const closeOnExec = 0o2000000;

/** The usual three are what they are. */
function withNothingFor(descriptors: Iterable<number>, streams: readonly Stream[]): Stream[] {
  const all = [...streams];
  for (const descriptor of descriptors) {
    while (all.length <= descriptor) all.push('ignore');
    nothing ??= openSync('/dev/null', 'r');
    if (all[descriptor] === 'ignore' && descriptor > 2) all[descriptor] = nothing;
  }
  return all;
}

let nothing: number | undefined;
