import { isBeneath } from '../base/is-beneath.js';
import { type PathChange, sameVersion, type Version } from '../tool/version.js';
import type { Journal, JournalChange, JournalUndo } from './journal.js';

/** One path with what should be there now (`before`) and what shall be there again (`after`). */
export interface RevertPath extends PathChange {
  /** Absolute. */
  readonly at: string;
  /** The changes that made it what it is. */
  readonly changeIds: readonly string[];
}

/** Why something cannot be taken back, or made again. */
export type Obstacle = {
  readonly path: string;
  /** The changes it stops. */
  readonly changeIds: readonly string[];
} & (
  | { readonly type: 'later-change'; readonly later: JournalChange }
  /** `found` is what is there now, or what the change `next` found there when it was made. */
  | {
      readonly type: 'changed';
      readonly before: Version;
      readonly left: Version;
      readonly found: Version;
      readonly next?: JournalChange;
    }
  /** A folder that has to give way holds what others put there. */
  | { readonly type: 'occupied' }
  /** The content that should be there again is not kept any more. */
  | { readonly type: 'lost' }
  | { readonly type: 'unreadable'; readonly why: string }
  /** It was too much to be kept when it was changed. */
  | { readonly type: 'never-kept'; readonly change: JournalChange; readonly why: string }
);

export interface RevertPlan {
  readonly paths: readonly RevertPath[];
  readonly obstacles: readonly Obstacle[];
}

/** What it takes to undo these changes together: for each path, what the last left and what the first found. */
export function planUndo(
  journal: Journal,
  { chosen, root }: { readonly chosen: readonly JournalChange[]; readonly root: string },
): RevertPlan {
  const ids = new Set(chosen.map(({ changeId }) => changeId));
  const others = journal.changes.filter(({ changeId, undone }) => !undone && !ids.has(changeId));
  const later = lastByPath(others);
  const paths: RevertPath[] = [];
  const obstacles: Obstacle[] = chosen.flatMap(neverKept);
  for (const [at, links] of linksByPath(chosen)) {
    const first = links[0];
    const last = links.at(-1);
    if (first === undefined || last === undefined) continue;
    const changeIds = links.map(({ change }) => change.changeId);
    const path = shownIn(root, at);
    const over = later.get(at);
    if (over !== undefined && over.seq > first.change.seq) {
      obstacles.push({ type: 'later-change', path, changeIds, later: over });
      continue;
    }
    obstacles.push(...gapsIn(links, path));
    if (sameVersion(last.after, first.before)) continue;
    paths.push({ at, path, changeIds, before: last.after, after: first.before });
  }
  return { paths, obstacles };
}

/** What it takes to make again what was undone. */
export function planRedo(
  journal: Journal,
  { undo, root }: { readonly undo: JournalUndo; readonly root: string },
): RevertPlan {
  const later = lastByPath(journal.changes.filter(({ undone, seq }) => !undone && seq > undo.seq));
  const { changeIds } = undo;
  const paths: RevertPath[] = [];
  const obstacles: Obstacle[] = [];
  for (const { path: given, before, after } of undo.paths) {
    const at = absoluteIn(undo.root, given);
    const path = shownIn(root, at);
    const over = later.get(at);
    if (over === undefined) paths.push({ at, path, changeIds, before: after, after: before });
    else obstacles.push({ type: 'later-change', path, changeIds, later: over });
  }
  return { paths, obstacles };
}

/** Of a command what is kept can be taken back all the same; a tree that was not listed cannot. */
function neverKept(change: JournalChange): readonly Obstacle[] {
  const { changeId, operation, lost, paths } = change;
  if (lost === undefined || operation === 'command') return [];
  return [{ type: 'never-kept', path: paths[0]?.path ?? '.', changeIds: [changeId], change, why: lost }];
}

/** How a path is written for people and in events: relative to the workspace when inside it. */
const shownIn = (root: string, at: string): string =>
  at !== root && root !== '/' && isBeneath(at, root) ? at.slice(root.length + 1) : at;

export const absoluteIn = (root: string, path: string): string =>
  path.startsWith('/') ? path : `${root === '/' ? '' : root}/${path}`;

/** What one change did to one path. */
interface Link extends PathChange {
  readonly change: JournalChange;
}

function linksByPath(changes: readonly JournalChange[]): Map<string, Link[]> {
  const links = new Map<string, Link[]>();
  for (const change of changes) {
    for (const one of change.paths) {
      if (sameVersion(one.before, one.after)) continue;
      const at = absoluteIn(change.root, one.path);
      const link = { ...one, change };
      const known = links.get(at);
      if (known === undefined) links.set(at, [link]);
      else known.push(link);
    }
  }
  return links;
}

function lastByPath(changes: readonly JournalChange[]): Map<string, JournalChange> {
  return new Map([...linksByPath(changes)].flatMap(([at, links]) => links.slice(-1).map(({ change }) => [at, change])));
}

/** Where somebody else changed the path between two of the changes: what they did would be lost with the undo. */
function gapsIn(links: readonly Link[], path: string): readonly Obstacle[] {
  return links.flatMap((link, index): readonly Obstacle[] => {
    const next = links[index + 1];
    if (next === undefined || sameVersion(link.after, next.before)) return [];
    const changeIds = links.slice(0, index + 1).map(({ change }) => change.changeId);
    const { before, after: left } = link;
    return [{ type: 'changed', path, changeIds, before, left, found: next.before, next: next.change }];
  });
}
