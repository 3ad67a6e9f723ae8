import { mkdirSync } from 'node:fs';
import { ToolwrightError } from '../base/error.js';
import { isBeneath } from '../base/is-beneath.js';
import { fail, isFailure, type ToolFailure } from '../tool/outcome.js';
import type { Place } from '../tool/port.js';
import { resolvePath } from './resolve-path.js';

const scopeNames = ['private', 'shared', 'public'] as const;
type ScopeName = (typeof scopeNames)[number];

/**
 * The folders that `private:/`, `shared:/` and `public:/` lead to, relative to the workspace and inside it. They are looked
 * up with every path, so that a host may let one of them become another.
 */
export interface WorkspaceScopes {
  /** Of this session alone. */
  readonly private: string;
  /** Of the group this session belongs to; without one `shared:/` is closed to it. */
  readonly shared?: string | undefined;
  /** Of everyone. */
  readonly public: string;
  /** Folders that hold those of other sessions: from a scope that has them inside, nothing leads there. */
  readonly closed?: readonly string[];
}

/** The folders scopes are kept in, relative to the workspace and inside it. */
export interface ScopeFolders {
  /** Each session has one of its own in it. */
  readonly private: string;
  /** Each group has one of its own in it. */
  readonly shared: string;
  /** Of everyone: `.` for the workspace itself. */
  readonly public: string;
}

/** The scopes of one session. `group`: the first session of those that work together, if any do, as it is at each path. */
export const scopesIn = (
  folders: ScopeFolders,
  sessionId: string,
  group?: () => string | undefined,
): WorkspaceScopes => ({
  private: `${folders.private}/${sessionId}`,
  get shared() {
    const first = group?.();
    return first === undefined ? undefined : `${folders.shared}/${first}`;
  },
  public: folders.public,
  closed: [folders.private, folders.shared],
});

export interface ScopedRoot {
  readonly root: string;
  readonly scopes: WorkspaceScopes;
}

/** Where a path leads that models give: in the scope it names, in `private:/` when it names none, and nowhere else. */
export function resolveScoped(given: string, { root, scopes }: ScopedRoot): Place | ToolFailure {
  const named = parseScoped(given);
  if (isFailure(named)) return named;
  const folder = folderOf(named.scope, { root, scopes });
  if (isFailure(folder)) return folder;
  const place = resolvePath(`${folder}/${named.below}`, root);
  if (isFailure(place)) return place;
  if (closedIn({ root, scopes }).some((closed) => isBeneath(place.path, closed) && !isBeneath(folder, closed)))
    return fail(
      'permission_denied',
      `${given} is in a folder of other tasks. Use private:/ and shared:/ for your own.`,
    );
  if (isBeneath(place.path, folder)) return inScope({ ...place, given }, named.scope, folder);
  return fail(
    'validation_failed',
    `${given} leads out of ${named.scope}:/ by a link, which is not followed. Name a file in ${named.scope}:/ itself.`,
  );
}

/** The real paths of folders that scopes around them do not lead into. */
export const closedIn = ({ root, scopes: { closed = [] } }: ScopedRoot): readonly string[] =>
  closed.flatMap((folder) => {
    const place = resolvePath(folder, root);
    return isFailure(place) ? [] : [place.path];
  });

/** The same for a real path, relative to the workspace or absolute: its place with the name models know it by. */
export function reachScoped(path: string, { root, scopes }: ScopedRoot): Place | ToolFailure {
  const place = resolvePath(path, root);
  if (isFailure(place)) return place;
  for (const scope of scopeNames) {
    const folder = scope === 'shared' && scopes.shared === undefined ? undefined : folderOf(scope, { root, scopes });
    if (folder !== undefined && !isFailure(folder) && isBeneath(place.path, folder))
      return inScope(place, scope, folder);
  }
  return place;
}

/** Makes the folders that are missing. */
export function provideScopes({ root, scopes }: ScopedRoot): void {
  for (const scope of scopeNames) {
    const given = scopes[scope];
    if (given === undefined) continue;
    const place = isRelative(given) ? resolvePath(given, root) : undefined;
    if (place === undefined || isFailure(place) || !place.inside || !isFolderOrMissing(place)) {
      throw new ToolwrightError(
        'bad-option',
        `The scope ${scope} cannot be ${JSON.stringify(given)}: name a folder relative to the workspace and inside it.`,
      );
    }
    mkdirSync(place.path, { recursive: true });
  }
}

const isRelative = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..');
const isFolderOrMissing = ({ kind }: Place): boolean => kind === 'directory' || kind === 'missing';

function parseScoped(given: string): { readonly scope: ScopeName; readonly below: string } | ToolFailure {
  if (given.trim() === '') return fail('validation_failed', 'The path is empty. Use "private:/" for your own folder.');
  const prefix = /^\s*([a-z]+)\s*:/i.exec(given)?.[1] ?? '';
  const scope = scopeNames.find((name) => name === prefix.toLowerCase());
  if (scope !== undefined && !given.startsWith(`${scope}:/`)) {
    return fail(
      'validation_failed',
      `${JSON.stringify(given)} is no scoped path. Write ${scope}:/ and the path in it.`,
    );
  }
  const below = (scope === undefined ? given : given.slice(scope.length + 1)).replace(/^\/+/, '');
  if (below.split('/').includes('..')) {
    return fail('validation_failed', `${given} has ".." in it, which no scoped path may. Name the place itself.`);
  }
  return { scope: scope ?? 'private', below };
}

/** Its real path: what leads out of it is told by that. */
function folderOf(scope: ScopeName, { root, scopes }: ScopedRoot): string | ToolFailure {
  const folder = scopes[scope];
  if (folder === undefined) {
    return fail(
      'permission_denied',
      `${scope}:/ is open to the members of a group only, and this session is of none. Use private:/.`,
    );
  }
  const place = resolvePath(folder, root);
  if (isFailure(place)) return place;
  return place.inside
    ? place.path
    : fail('io_error', `${scope}:/ leads out of the workspace. Ask the user to look at it.`);
}

function inScope(place: Place, scope: ScopeName, folder: string): Place {
  const below = place.path.slice(folder.length + 1);
  return {
    ...place,
    shown: `${scope}:/${below}`,
    real: place.shown,
    ...(isWriteProtected(below) && { writeProtected: true }),
  };
}

const protectedFiles: ReadonlySet<string> = new Set(['agents.md', 'claude.md']);
const protectedFolders: ReadonlySet<string> = new Set(['.git', '.agents', '.codex', '.seed', '.skills']);

/** What instructs or steers a harness, wherever it lies, and the state that is kept at the top of a scope. */
function isWriteProtected(below: string): boolean {
  const names = below.toLowerCase().split('/');
  return (
    names[0] === 'state' || protectedFiles.has(names.at(-1) ?? '') || names.some((name) => protectedFolders.has(name))
  );
}
