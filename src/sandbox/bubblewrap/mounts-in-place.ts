import { setTimeout as sleep } from 'node:timers/promises';
import { isBeneath } from '../../base/is-beneath.js';
import type { Mount } from '../confinement.js';
import { readKernelFile } from '../look.js';
import { type Mounted, parseMountTable } from '../mount-table.js';

/** A build of hundreds of places on a busy machine takes a second. */
const maxWaitMs = 30_000;

/**
 * Waits until the file system of a process that bubblewrap holds is built, and answers the first place that is not what was
 * planned. Bubblewrap finds places by their names: who can write in the workspace, such as a process that was started
 * before, can put a link to anywhere in the place of a folder while it does so.
 */
export async function findReplaced(pid: number, mounts: readonly Mount[]): Promise<string | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const table = readTable(pid);
    // It has ended, and says itself why.
    if (table === undefined) return undefined;
    if (isBuilt(table)) return mounts.find((mount) => !isInPlace(mount, table, readTable('self') ?? []))?.path;
    if (performance.now() - startedAt > maxWaitMs) return '/';
    await sleep(1);
  }
}

function readTable(process: number | 'self'): readonly Mounted[] | undefined {
  const text = readKernelFile(`/proc/${process}/mountinfo`);
  return text === '' ? undefined : parseMountTable(text);
}

/** Until the last step everything lies in a folder; no system has a read-only `/dev` that is one of ours. */
const isBuilt = (table: readonly Mounted[]): boolean =>
  table.some(({ point, type, options }) => point === '/dev' && type === 'tmpfs' && options.includes('ro'));

/** A place of this system must be the part of a file system that its path leads to here. */
function isInPlace({ path, as }: Mount, table: readonly Mounted[], here: readonly Mounted[]): boolean {
  const mounted = table.findLast(({ point }) => point === path);
  if (mounted === undefined) return false;
  if (as === 'empty' || as === 'hidden') return true;
  const around = here.filter(({ point }) => isBeneath(path, point));
  return around.some(
    ({ device, root, point }) => device === mounted.device && mounted.root === within(root, path, point),
  );
}

/** The path below a mount, as a part of its file system. */
function within(root: string, path: string, point: string): string {
  const below = path.slice(point === '/' ? 0 : point.length);
  const whole = root === '/' ? below : root + (below === '/' ? '' : below);
  return whole === '' ? '/' : whole;
}
