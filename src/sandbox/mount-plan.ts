import { dirname } from 'node:path';
import { isBeneath } from '../base/is-beneath.js';
import type { Mount, PlacedLink } from './confinement.js';
import { namesIn, realPath } from './look.js';

/** What is known of the file system of a process. Of two places the deeper one counts; of one place, what was said last. */
export interface MountPlan {
  set(mount: Mount): void;
  /** Has a link where the real place has one; in places that show what is really there it is there already. */
  link(link: PlacedLink): void;
  /** Whether the process would see what really lies at a path. */
  isVisible(path: string): boolean;
  /** Of the names that are really in a folder those that it would see, or those it could change something below. */
  namesIn(folder: string, which: 'seen' | 'written'): readonly string[];
  isWritable(path: string): boolean;
  /** Shows what lies at a path, read-only. What lies behind links is shown where it really is, and the path leads there. */
  show(path: string): void;
  /** Keeps a place from being changed. What a link leads to is kept; the link itself could still be replaced by another. */
  keep(path: string): void;
  /**
   * From the root on, without what only repeats what holds around it, and with what keeps a place where it is: nothing
   * that is kept or hidden can be moved to another name.
   */
  mounts(): readonly Mount[];
  links(): readonly PlacedLink[];
}

export function createMountPlan(): MountPlan {
  const known = new Map<string, Mount>();
  const linked = new Map<string, PlacedLink>();
  const nearest = (path: string): Mount | undefined => {
    for (let at = path; ; at = dirname(at)) {
      const mount = known.get(at);
      if (mount !== undefined || at === dirname(at)) return mount;
    }
  };
  const isNews = (mount: Mount): boolean => {
    if (mount.pinned === true || mount.path === '/') return true;
    const around = nearest(dirname(mount.path))?.as;
    // An empty place has no folders: one that is to be there is made.
    return around !== mount.as || around === 'empty';
  };
  /** The folders above a place, in what can be written: renaming one would carry the place off, and leave a free name. */
  const above = ({ path, as }: Mount): readonly Mount[] => {
    if (as === 'write') return [];
    const found: Mount[] = [];
    for (let at = dirname(path); !known.has(at) && nearest(at)?.as === 'write'; at = dirname(at)) {
      found.push({ path: at, as: 'write', pinned: true });
    }
    return found;
  };
  const isFree = ({ path }: PlacedLink): boolean =>
    nearest(path)?.as === 'empty' && ![...known.keys()].some((place) => isBeneath(place, path));
  const waysDown = (folder: string, as: ReadonlySet<Mount['as']>): readonly string[] => {
    const start = folder === '/' ? '/' : `${folder}/`;
    const below = [...known.values()].filter((mount) => as.has(mount.as) && mount.path.startsWith(start));
    return [...new Set(below.map(({ path }) => path.slice(start.length).split('/', 1)[0] ?? ''))];
  };
  const isVisible = (path: string): boolean => ways.seen.has(nearest(path)?.as ?? 'hidden');
  const isWritable = (path: string): boolean => nearest(path)?.as === 'write';
  return {
    isVisible,
    isWritable,
    show(path) {
      const real = realPath(path);
      if (real === undefined) return;
      if (!isVisible(real)) known.set(real, { path: real, as: 'read' });
      if (real !== path) linked.set(path, { path, to: real });
    },
    keep(path) {
      const real = realPath(path);
      if (real !== undefined && isWritable(real)) known.set(real, { path: real, as: 'read' });
    },
    set: (mount) => void known.set(mount.path, mount),
    link: (link) => void linked.set(link.path, link),
    namesIn: (folder, which) =>
      ways[which].has(nearest(folder)?.as ?? 'hidden') ? namesIn(folder) : waysDown(folder, ways[which]),
    mounts() {
      const news = [...known.values()].filter(isNews);
      const pinned = new Map(news.flatMap(above).map((mount) => [mount.path, mount]));
      return [...news, ...pinned.values()].sort((a, b) => depth(a.path) - depth(b.path));
    },
    links: () => [...linked.values()].filter(isFree),
  };
}

const ways: Readonly<Record<'seen' | 'written', ReadonlySet<Mount['as']>>> = {
  seen: new Set(['read', 'write']),
  written: new Set(['write']),
};

const depth = (path: string): number => (path === '/' ? 0 : path.split('/').length);
