import { unlinkSync } from 'node:fs';
import { succeeds } from '../../base/attempt.js';
import { randomText } from '../../base/id.js';
import { isBeneath } from '../../base/is-beneath.js';
import type { Version } from '../../tool/version.js';
import { splitPath } from '../../workspace/descriptor-walk.js';
import type { ApplyOptions, Conflict, PathWrite } from '../path-write.js';
import { type HeldFolders, holdFolders } from './held-folders.js';
import type { Look } from './look.js';

/** One path of a batch on its way. */
export interface Item {
  readonly write: PathWrite;
  readonly folder: string;
  readonly name: string;
  /** It belongs to a tree that goes in one step, and is not the root of it. */
  readonly covered: boolean;
  /** What was there at the comparison. */
  found: Look;
  /** The new content, beside its place. */
  temporary: Temporary | undefined;
}

export interface Temporary {
  /** The folder it lies in: the nearest that is there already. */
  readonly folder: string;
  readonly name: string;
  /** The permission bits it has. */
  mode: number;
}

export interface Batch {
  readonly items: readonly Item[];
  readonly folders: HeldFolders;
  readonly options: ApplyOptions;
  /** The path that is worked on: what a failure is about. */
  current: string;
  /**
   * A name for a file that is there only while this goes on: in the nearest folder that is there and stays, because new
   * folders are made only when everything is ready, and those that go must be empty.
   */
  temporaryFor(item: Pick<Item, 'folder'>): Temporary;
  step(name: string, path: string): void;
  /** Removes what is left of temporary files and closes every folder. */
  close(): void;
}

export function openBatch(writes: readonly PathWrite[], options: ApplyOptions): Batch {
  const id = options.batch ?? randomText(12);
  const folders = holdFolders(options.mode);
  const trees = writes.flatMap(({ at, tree }) => (tree === undefined ? [] : [at, ...(tree.from ? [tree.from] : [])]));
  const isCovered = ({ at, tree }: PathWrite): boolean =>
    tree === undefined && trees.some((root) => isBeneath(at, root));
  const temporaries: Temporary[] = [];
  const changing = new Set(
    writes.flatMap(({ at, before, after }) => (before.kind !== 'folder' || after.kind !== 'folder' ? [at] : [])),
  );
  const nearest = (folder: string): string => {
    let path = folder;
    while (path !== '/' && (changing.has(path) || !isThere(folders, path))) path = splitPath(path).folder;
    return path;
  };
  const batch: Batch = {
    items: writes.map((write) => {
      const { folder, name } = splitPath(write.at);
      const covered = trees.length > 0 && isCovered(write);
      return { write, folder, name, covered, found: { kind: 'absent' }, temporary: undefined };
    }),
    folders,
    options,
    current: writes[0]?.path ?? '.',
    temporaryFor({ folder: wanted }) {
      const folder = nearest(wanted);
      const temporary = { folder, name: `.toolwright-${id}-${temporaries.length}.tmp`, mode: 0o600 };
      temporaries.push(temporary);
      return temporary;
    },
    step(name, path) {
      batch.current = path;
      options.atStep?.(`${name} ${path}`);
    },
    close() {
      try {
        options.atStep?.('clean');
        // Many were renamed, or never made.
        for (const { folder, name } of temporaries) succeeds(() => unlinkSync(folders.open(folder).at(name)));
      } finally {
        folders.close();
      }
    },
  };
  return batch;
}

const isThere = (folders: HeldFolders, path: string): boolean =>
  succeeds(() => folders.open(path), ['ENOENT', 'ENOTDIR']);

/** One change of one path. */
export interface Step {
  readonly item: Item;
  /** Undefined when nothing was to be done. Throws system errors. `alone`: it will not have to be taken back. */
  run(options: { readonly alone: boolean }): Done | { readonly conflict: Conflict } | undefined;
}

export interface Done {
  readonly item: Item;
  /** What it left there, when that is not known beforehand. */
  readonly left?: Version;
  /** What lies aside and goes when all is done. */
  readonly removes?: Temporary;
  /** `left`: others have changed it meanwhile, so it stays as it is. */
  takeBack(): 'left' | undefined;
}
