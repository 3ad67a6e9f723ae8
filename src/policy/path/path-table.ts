import { isPattern, mayMatch } from './glob-name.js';

/**
 * Paths written as data: names parted by `/`, `*` within a name for any characters, and `/**` at the end for a folder
 * and all below it. All in lower case, without a `/` at the start.
 */
export interface PathTable<Mark> {
  /** What stands for a path, its names given from `start` on. `at` is true for the folder of a `/**` itself. */
  find(parts: readonly string[], start: number): { readonly mark: Mark; readonly at: boolean } | undefined;
  /** The paths that are there, from a folder on; `namesIn` tells the names in a folder. Nothing below a `/**` is told. */
  search(folder: string, namesIn: (folder: string) => readonly string[]): readonly Listed<Mark>[];
}

export interface Listed<Mark> {
  readonly path: string;
  readonly mark: Mark;
}

export function createPathTable<Mark>(entries: Iterable<readonly [path: string, mark: Mark]>): PathTable<Mark> {
  const top = newNode<Mark>();
  for (const [path, mark] of entries) insert(top, path.split('/'), mark);
  return {
    find: (parts, start) => find(top, parts, start),
    search: (folder, namesIn) => search(top, folder, namesIn),
  };
}

interface Node<Mark> {
  readonly names: Map<string, Node<Mark>>;
  /** Names with `*`. */
  readonly patterns: Map<string, Node<Mark>>;
  here: Mark | undefined;
  below: Mark | undefined;
}

const newNode = <Mark>(): Node<Mark> => ({ names: new Map(), patterns: new Map(), here: undefined, below: undefined });

function insert<Mark>(top: Node<Mark>, names: readonly string[], mark: Mark): void {
  let node = top;
  for (const name of names) {
    if (name === '**') {
      node.below = mark;
      return;
    }
    const next = isPattern(name) ? node.patterns : node.names;
    const child = next.get(name) ?? newNode<Mark>();
    next.set(name, child);
    node = child;
  }
  node.here = mark;
}

function find<Mark>(node: Node<Mark>, parts: readonly string[], at: number): ReturnType<PathTable<Mark>['find']> {
  const name = parts[at];
  if (name === undefined) {
    if (node.here !== undefined) return { mark: node.here, at: false };
    return node.below === undefined ? undefined : { mark: node.below, at: true };
  }
  const next = node.names.get(name);
  const found = next === undefined ? undefined : find(next, parts, at + 1);
  if (found !== undefined) return found;
  const other = findPattern(node, parts, at);
  if (other !== undefined) return other;
  return node.below === undefined ? undefined : { mark: node.below, at: false };
}

/** By patterns: those of the table, and those that a command may have left in the path. */
function findPattern<Mark>(
  node: Node<Mark>,
  parts: readonly string[],
  at: number,
): ReturnType<PathTable<Mark>['find']> {
  const name = parts[at] ?? '';
  for (const [pattern, next] of node.patterns) {
    const found = mayMatch(pattern, name) ? find(next, parts, at + 1) : undefined;
    if (found !== undefined) return found;
  }
  // `*` alone stands for so much that it points at nothing.
  if (!isPattern(name) || /^[*?]+$/.test(name)) return undefined;
  for (const children of [node.names, node.patterns]) {
    for (const [child, next] of children) {
      const found = mayMatch(name, child) ? find(next, parts, at + 1) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function search<Mark>(
  node: Node<Mark>,
  folder: string,
  namesIn: (folder: string) => readonly string[],
): readonly Listed<Mark>[] {
  return namesIn(folder).flatMap((name) => {
    const path = folder === '/' ? `/${name}` : `${folder}/${name}`;
    return nodesFor(node, name.toLowerCase()).flatMap((next) => {
      const mark = next.below ?? next.here;
      const listed = mark === undefined ? [] : [{ path, mark }];
      const isLeaf = next.below !== undefined || next.names.size + next.patterns.size === 0;
      return isLeaf ? listed : [...listed, ...search(next, path, namesIn)];
    });
  });
}

function nodesFor<Mark>({ names, patterns }: Node<Mark>, name: string): readonly Node<Mark>[] {
  const exact = names.get(name);
  const matching = [...patterns].filter(([pattern]) => mayMatch(pattern, name)).map(([, next]) => next);
  return exact === undefined ? matching : [exact, ...matching];
}
