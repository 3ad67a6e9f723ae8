import { openSync, readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

let found: ReadonlyMap<number, number> | undefined;

/**
 * Descriptors above the usual three that whoever started this process left open, each with what to put in its place: one
 * of them may lead out of the sandbox. Those that Node.js opens are closed when a program is started.
 */
export function inheritedDescriptors(): ReadonlyMap<number, number> {
  found ??= findInherited();
  return found;
}

function findInherited(): ReadonlyMap<number, number> {
  const open = readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((fd) => fd > 2 && isInherited(fd));
  if (open.length === 0) return new Map();
  const nothing = openSync('/dev/null', 'r');
  return new Map(open.map((fd) => [fd, nothing]));
}

function isInherited(fd: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
