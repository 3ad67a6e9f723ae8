import { accessSync, constants } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { succeeds } from '../../base/attempt.js';
import { isBeneath } from '../../base/is-beneath.js';
import type { Fact } from '../../tool/fact.js';
import type { Confinement, Mount } from '../confinement.js';
import { isFolder, realPath, statsOf } from '../look.js';
import { kernelFolders } from '../private-places.js';
import type { PathSign } from './sign.js';

export interface PlaceContext {
  readonly confinement: Pick<Confinement, 'mounts' | 'cwd'>;
  readonly root: string;
  readonly home: string;
}

/** What the confinement kept a process from, of what a sign names: it must be why that could not be used. */
export function refusedPlaces(sign: PathSign, context: PlaceContext): readonly Fact[] {
  for (const group of sign.names) {
    const facts = group.flatMap((name) => refusedPlace(name, sign, context) ?? []);
    if (facts.length > 0) return facts;
  }
  return [];
}

function refusedPlace(name: string, sign: PathSign, context: PlaceContext): Fact | undefined {
  const whole = resolve(context.confinement.cwd, name.replace(/^~(?=\/)/, context.home));
  const named = sign.temporary ? dirname(whole) : whole;
  const place = realPlace(named);
  if (place === undefined || place.path === '/' || madeAnew.some((folder) => isBeneath(place.path, folder)))
    return undefined;
  const kind = refusedKind(place, sign, context.confinement.mounts);
  if (kind === undefined || !isOurs(place, kind)) return undefined;
  const shown = (path: string): string => (isBeneath(path, context.root) ? relative(context.root, path) || '.' : path);
  // A folder cannot be opened without what is in it, and that is what is asked about.
  const deep = place.kind === 'folder';
  return {
    kind,
    target: shown(place.path),
    where: isBeneath(place.path, context.root) ? 'workspace' : 'outside',
    known: true,
    ...(named !== place.path && { via: shown(named) }),
    ...(deep && { deep }),
    refused: true,
  };
}

/** Made anew for the process; sockets of the system lie in the last ones. */
const madeAnew = [...kernelFolders, '/run', '/var/run'];

interface RealPlace {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'missing';
}

/** Where a path leads outside the sandbox; its folder at least must be there. */
function realPlace(named: string): RealPlace | undefined {
  const path = realPath(named);
  const stats = path === undefined ? undefined : statsOf(path);
  if (path !== undefined && stats !== undefined) {
    if (stats.isDirectory()) return { path, kind: 'folder' };
    return stats.isFile() ? { path, kind: 'file' } : undefined;
  }
  // Not there: it may be what should be made.
  const folder = realPath(dirname(named));
  if (folder === undefined || !isFolder(folder)) return undefined;
  return { path: resolve(folder, basename(named)), kind: 'missing' };
}

function refusedKind(
  { path, kind }: RealPlace,
  { error, changes }: PathSign,
  mounts: readonly Mount[],
): 'read' | 'write' | undefined {
  const mount = mounts.findLast((one) => isBeneath(path, one.path));
  switch (error) {
    case 'read-only':
      return mount?.as === 'read' || mount?.as === 'hidden' ? 'write' : undefined;
    case 'busy':
      return mount?.as === 'read' && mount.path === path ? 'write' : undefined;
    case 'denied':
      if (mount?.as !== 'hidden') return undefined;
      return changes || kind === 'missing' ? 'write' : 'read';
    case 'missing':
      // What is private is empty; the place itself is there.
      if ((mount?.as !== 'empty' && mount?.as !== 'hidden') || mount.path === path) return undefined;
      return changes || kind === 'missing' ? 'write' : 'read';
  }
}

/** What we may not do ourselves, the sandbox did not refuse. */
function isOurs({ path, kind }: RealPlace, access: 'read' | 'write'): boolean {
  const right = access === 'read' ? constants.R_OK : constants.W_OK;
  return succeeds(() => accessSync(kind === 'missing' ? dirname(path) : path, right));
}
