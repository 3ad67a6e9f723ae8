import type { RunContext } from '../../../tool/context.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import type { HeldDirectory, HeldEntry } from '../../../tool/port.js';
import { type IgnoreRules, parseIgnoreRules } from './ignore-rules.js';

/** Which files a walk gives. */
export interface WalkOptions {
  /** Names that start with a dot: all, none, or files alone. */
  readonly hidden: boolean | 'files';
  /** Files that ignore files leave out too. */
  readonly ignored: boolean;
  /** Only the `.gitignore` of the folder itself counts, and none below or above. */
  readonly rootOnly?: boolean;
  /** Rules of the folders above, the nearest first. */
  readonly above?: readonly AboveRules[];
  /** Whether a folder is worth looking into, and a file is wanted. */
  reaches(folder: readonly string[]): boolean;
  wants(name: string, folder: readonly string[]): boolean;
}

/** The rules of a folder above, and the way from there to where the walk starts. */
export interface AboveRules {
  readonly rules: readonly IgnoreRules[];
  readonly way: readonly string[];
}

export interface Walked {
  /** Paths below the folder, in the order they were come upon. */
  readonly names: readonly string[];
  /** Folders that could not be looked into. */
  readonly unread: number;
  /** There was too much: not everything was looked at. */
  readonly cut: boolean;
}

/** Of several in a folder, the first that says anything decides. */
export const ignoreFileNames = ['.rgignore', '.ignore', '.gitignore'];
const versionFolders = new Set(['.git', '.hg', '.svn', '.bzr']);
const maxNames = 500_000;
const maxMs = 30_000;
const pieceMs = 15;

/** The files below a folder. Links are not followed; nothing else waits for long meanwhile. */
export async function walkFiles(
  folder: HeldDirectory,
  options: WalkOptions,
  ctx: Pick<RunContext, 'clock' | 'signal'> & { readIgnoreFile(path: string): Promise<string | undefined> },
): Promise<Walked | ToolFailure> {
  const names: string[] = [];
  let unread = 0;
  let pieceEnd = performance.now() + pieceMs;
  const deadline = ctx.clock.now() + maxMs;
  const waiting: Open[] = [{ path: '', parts: [], layers: undefined }];
  // Waiting for each folder in turn would cost more than reading it does; between pieces others have their turn.
  for (let open = waiting.pop(); open !== undefined; open = waiting.pop()) {
    const entries = folder.entries(open.path);
    if (entries === undefined) unread += 1;
    else {
      const ignoreFiles = ignoreFilesFor(open, entries, options);
      const layers = ignoreFiles.length === 0 ? open.layers : await layersOf(open, ignoreFiles, ctx.readIgnoreFile);
      sift({ open: { ...open, layers }, entries, options, names, waiting });
    }
    if (names.length > maxNames) return { names, unread, cut: true };
    if (performance.now() < pieceEnd) continue;
    await new Promise((resolve) => void setImmediate(resolve));
    if (ctx.signal.aborted) return fail('cancelled', 'The search was cancelled.');
    if (ctx.clock.now() > deadline) return { names, unread, cut: true };
    pieceEnd = performance.now() + pieceMs;
  }
  return { names, unread, cut: false };
}

/** A folder that waits to be looked into. */
interface Open {
  readonly path: string;
  readonly parts: readonly string[];
  readonly layers: Layer | undefined;
}

/** The ignore files of a folder, before those of the folders around it. */
interface Layer {
  readonly rules: readonly IgnoreRules[];
  /** How many folders deep they stand. */
  readonly depth: number;
  readonly outer: Layer | undefined;
}

async function layersOf(
  { path, parts, layers }: Open,
  found: readonly string[],
  readIgnoreFile: (path: string) => Promise<string | undefined>,
): Promise<Layer | undefined> {
  const rules: IgnoreRules[] = [];
  for (const name of found) {
    const parsed = parseIgnoreRules((await readIgnoreFile(`${path}${name}`)) ?? '');
    if (parsed !== undefined) rules.push(parsed);
  }
  return rules.length === 0 ? layers : { rules, depth: parts.length, outer: layers };
}

function ignoreFilesFor({ path }: Open, entries: readonly HeldEntry[], options: WalkOptions): readonly string[] {
  if (options.ignored || (options.rootOnly === true && path !== '')) return [];
  const counting = options.rootOnly === true ? ['.gitignore'] : ignoreFileNames;
  const found: string[] = [];
  for (const { name } of entries) if (name.charCodeAt(0) === dot && counting.includes(name)) found.push(name);
  return found.length < 2 ? found : counting.filter((name) => found.includes(name));
}

interface Sifting {
  readonly open: Open;
  readonly entries: readonly HeldEntry[];
  readonly options: WalkOptions;
  readonly names: string[];
  readonly waiting: Open[];
}

function sift({ open, entries, options, names, waiting }: Sifting): void {
  const { hidden } = options;
  const applying = options.ignored ? [] : rulesFor(open, options.above ?? []);
  const folders: Open[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const isFolder = entry.isDirectory();
    if (hidden !== true && name.charCodeAt(0) === dot && (isFolder || !hidden)) continue;
    if (!isFolder && !entry.isFile()) continue;
    if (isFolder && versionFolders.has(name)) continue;
    if (applying.length > 0 && isIgnored(name, isFolder, applying)) continue;
    if (!isFolder) {
      if (options.wants(name, open.parts)) names.push(open.path + name);
      continue;
    }
    const parts = [...open.parts, name];
    if (options.reaches(parts)) folders.push({ path: `${open.path}${name}/`, parts, layers: open.layers });
  }
  // The last that waits is looked into next: so folders come in the order of their names, as they are listed.
  for (const folder of folders.reverse()) waiting.push(folder);
}

const dot = '.'.charCodeAt(0);

/** Rules and the way from their folder to the one that is looked into. */
interface Applying {
  readonly rules: IgnoreRules;
  readonly folder: readonly string[];
}

/** The ignore file nearest to an entry comes first. */
function rulesFor(open: Open, above: readonly AboveRules[]): readonly Applying[] {
  const applying: Applying[] = [];
  for (let layer = open.layers; layer !== undefined; layer = layer.outer) {
    const folder = open.parts.slice(layer.depth);
    for (const rules of layer.rules) applying.push({ rules, folder });
  }
  for (const { rules: all, way } of above) {
    const folder = [...way, ...open.parts];
    for (const rules of all) applying.push({ rules, folder });
  }
  return applying;
}

/** The first that says anything of an entry decides. */
function isIgnored(name: string, isFolder: boolean, applying: readonly Applying[]): boolean {
  for (const { rules, folder } of applying) {
    const answer = rules.check(name, isFolder, folder);
    if (answer !== undefined) return answer === 'ignored';
  }
  return false;
}
