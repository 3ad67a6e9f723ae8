import { isBeneath } from '../../base/is-beneath.js';
import { type Mounted, parseMountTable } from '../mount-table.js';

/** What a control group can hold a process and all it starts to, together. */
export type GroupLimit = 'processes' | 'memory';

/** A folder of the kernel's in which control groups can be made; see cgroups(7). */
export interface GroupPlace {
  readonly version: 1 | 2;
  readonly folder: string;
  readonly limits: readonly GroupLimit[];
  /** The group of this process, when new ones lie beside it: its own limits would not reach them. */
  readonly own?: string;
}

/** The texts of `/proc/self/cgroup` and `/proc/self/mountinfo`, and whether this process may do anything anywhere. */
export interface GroupView {
  readonly cgroup: string;
  readonly mountinfo: string;
  readonly root: boolean;
}

const controllers = { processes: 'pids', memory: 'memory' } as const;
const limits: readonly GroupLimit[] = ['processes', 'memory'];

/**
 * Of version 1, below the group of this process; of version 2, where a group with processes can hold no others, beside
 * it. What version 1 counts, version 2 does not.
 */
export function groupPlaces(view: GroupView): readonly GroupPlace[] {
  const groups = view.cgroup.split('\n').flatMap(parseGroup);
  const mounts = parseMountTable(view.mountinfo);
  const places = new Map<string, GroupPlace>();
  for (const limit of limits) {
    const controller = controllers[limit];
    const group = groups.find(({ names }) => names.includes(controller));
    const mount = mounts.find(
      ({ type, fileSystemOptions }) => type === 'cgroup' && fileSystemOptions.includes(controller),
    );
    const seen = group && mount && pathIn(mount, group.path);
    if (mount === undefined || seen === undefined || !isDivisible(seen, view)) continue;
    const folder = mount.point + seen;
    places.set(folder, { version: 1, folder, limits: [...(places.get(folder)?.limits ?? []), limit] });
  }
  const counted = [...places.values()].flatMap((place) => place.limits);
  const rest = limits.filter((limit) => !counted.includes(limit));
  const place = rest.length === 0 ? undefined : unifiedPlace(groups, mounts, view);
  return place === undefined ? [...places.values()] : [...places.values(), { ...place, limits: rest }];
}

function unifiedPlace(
  groups: readonly Group[],
  mounts: readonly Mounted[],
  view: GroupView,
): Omit<GroupPlace, 'limits'> | undefined {
  const group = groups.find(({ id }) => id === '0');
  const mount = mounts.find(({ type }) => type === 'cgroup2');
  const seen = group && mount && pathIn(mount, group.path);
  if (mount === undefined || seen === undefined) return undefined;
  if (seen === '') return { version: 2, folder: mount.point };
  const parent = seen.slice(0, seen.lastIndexOf('/'));
  return isDivisible(parent, view) ? { version: 2, folder: mount.point + parent, own: mount.point + seen } : undefined;
}

/**
 * The system lets root make a group anywhere, and what manages a group need not expect others in it. systemd removes a
 * group with all below it, and above the uppermost group that is seen here nobody else divides.
 */
const isDivisible = (seen: string, { root }: GroupView): boolean =>
  !root || seen === '' || /\.(?:scope|service|slice)$/.test(seen);

interface Group {
  readonly id: string;
  readonly names: readonly string[];
  readonly path: string;
}

function parseGroup(line: string): readonly Group[] {
  const [, id, names, path] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
  return id === undefined || names === undefined || path === undefined ? [] : [{ id, names: names.split(','), path }];
}

/** The path of a group below a mount, with nothing for its uppermost; undefined when it does not lie there. */
function pathIn(mount: Mounted, path: string): string | undefined {
  if (path.split('/').includes('..') || !isBeneath(path, mount.root)) return undefined;
  const seen = mount.root === '/' ? path : path.slice(mount.root.length);
  return seen === '/' ? '' : seen;
}
