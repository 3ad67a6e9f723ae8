import type { Fact } from '../../tool/fact.js';
import type { Places } from '../policy.js';
import { foldPath } from './fold-path.js';

/** A path of a fact, ready to be compared. All names are folded. */
export interface SeenPath {
  /** As it stands in the fact. */
  readonly text: string;
  /** The names from the root of the file system on. */
  readonly parts: readonly string[];
  /** How many of them lead to the workspace; undefined outside it. */
  readonly inside: number | undefined;
  /** How many of them lead to a home folder, of this or another user; undefined outside all. */
  readonly home: number | undefined;
}

/** The folders policy goes by, folded. */
export interface SeenPlaces {
  readonly root: readonly string[];
  readonly home: readonly string[];
  readonly own: readonly (readonly string[])[];
}

const noPaths: readonly SeenPath[] = [];
const pathKinds: ReadonlySet<Fact['kind']> = new Set(['read', 'write', 'delete', 'move']);
const seenPlaces = new WeakMap<Places, SeenPlaces>();

/** Every judge looks at the same facts, one after the other. */
let last: { readonly facts: readonly Fact[]; readonly places: Places; readonly paths: SeenPaths } | undefined;

/** By the place of the fact in the list. */
export type SeenPaths = readonly (readonly SeenPath[])[];

/** What facts touch: where each leads and, when links led there, what it was named. None when it is about no path. */
export function pathsOf(facts: readonly Fact[], places: Places): SeenPaths {
  if (last?.facts === facts && last.places === places) return last.paths;
  const folded = foldPlaces(places);
  const paths = facts.map((fact) => seePaths(fact, folded));
  last = { facts, places, paths };
  return paths;
}

function seePaths({ kind, target, via }: Fact, places: SeenPlaces): readonly SeenPath[] {
  if (!pathKinds.has(kind)) return noPaths;
  return via === undefined ? [seePath(target, places)] : [seePath(target, places), seePath(via, places)];
}

export function foldPlaces(places: Places): SeenPlaces {
  const known = seenPlaces.get(places);
  if (known !== undefined) return known;
  const folded = {
    root: foldPath(places.root),
    home: foldPath(places.home),
    own: places.own.map((path) => aliased(foldPath(path))),
  };
  seenPlaces.set(places, folded);
  return folded;
}

export function startsWith(parts: readonly string[], start: readonly string[]): boolean {
  if (parts.length < start.length) return false;
  for (let at = 0; at < start.length; at += 1) if (parts[at] !== start[at]) return false;
  return true;
}

function seePath(text: string, places: SeenPlaces): SeenPath {
  const onDrive = drive.test(text);
  const absolute = onDrive || text.startsWith('/') || text.startsWith('\\');
  const path = onDrive ? `${text.slice(0, 2)}/${text.slice(2)}` : text;
  const parts = aliased(foldPath(path, absolute ? [] : places.root));
  const inside = startsWith(parts, places.root) ? places.root.length : undefined;
  return { text, parts, inside, home: homeDepth(parts, places.home) };
}

const drive = /^[a-z]:/i;

/** Other names of the same folders: macOS keeps `/etc` in `/private`, and procfs has the root once more for every process. */
function aliased(parts: readonly string[]): readonly string[] {
  if (parts[0] === 'private' && (parts[1] === 'etc' || parts[1] === 'var' || parts[1] === 'tmp')) return parts.slice(1);
  if (parts[0] !== 'proc' || parts.length < 3) return parts;
  if (parts[2] === 'root') return aliased(parts.slice(3));
  return parts[2] === 'task' && parts.length > 4 ? aliased(['proc', parts[1] ?? '', ...parts.slice(4)]) : parts;
}

/** How many names lead to a home folder: that of the user, or one where others usually are. */
function homeDepth(parts: readonly string[], home: readonly string[]): number | undefined {
  if (home.length > 0 && startsWith(parts, home)) return home.length;
  switch (parts[0]) {
    case 'root':
      return 1;
    case 'home':
    case 'users':
      return parts.length > 1 ? 2 : undefined;
    case 'var':
      return parts[1] === 'root' ? 2 : undefined;
    case 'c:':
    case 'c':
      return parts[1] === 'users' && parts.length > 2 ? 3 : undefined;
    case 'mnt':
      return parts[2] === 'users' && parts.length > 3 ? 4 : undefined;
    default:
      return undefined;
  }
}
