import { messageOf, systemCode } from '../../base/error.js';
import type { Undoable } from '../../tool/plan.js';
import type { BlobPort, Capture, Captured } from '../../tool/port.js';
import { defaultWalkMode, type WalkMode } from '../../workspace/descriptor-walk.js';
import { keepMarking, removeCapture, writeCapture } from './capture-index.js';
import { beyondUndo, type Scope, scopeOf } from './capture-scope.js';
import type { CapturedCall, CommandCaptures } from './command-captures.js';
import { copyFiles } from './copy-files.js';
import { createCopyShelf } from './copy-shelf.js';
import type { Entry } from './entry.js';
import { type Before, findChanges } from './find-changes.js';
import { maxBytes, type Scan, type ScanEnd, scanScope } from './scan-scope.js';

export interface CapturesOptions {
  readonly root: string;
  readonly blobs: Pick<BlobPort, 'write' | 'writer'>;
  /** A private folder for the copies, made when it is needed. */
  readonly folder: string;
  /** True: what a capture needs lies on disk before the command runs, so that it outlives this process. */
  readonly lasting: boolean;
  /** Toolwright's own files: they change with everything that is recorded. */
  readonly own: readonly string[];
  /** Whether commands are confined. */
  sandboxed(): boolean;
  /** How folders are held; what the system can do when absent. */
  readonly walk?: WalkMode;
}

export interface SessionCaptures extends CommandCaptures {
  /** Removes the copies, but not those of a command that still runs: the next process of the session needs them. */
  close(): void;
}

/** Captures of one session: the first one copies, later ones copy only what was touched since. */
export function createCaptures(options: CapturesOptions): SessionCaptures {
  const { root, lasting, blobs } = options;
  const mode = options.walk ?? defaultWalkMode();
  const shelf = createCopyShelf(options.folder);
  const own = [...options.own, options.folder];
  /** Captures whose command runs. */
  let open = 0;
  const scan = (scope: Scope, more: { known?: Scan['entries']; signal?: AbortSignal | undefined }): Promise<ScanEnd> =>
    scanScope(scope, { root, mode, own, ...more });

  async function start(scope: Scope, { callId, signal }: CapturedCall): Promise<Capture> {
    if (open === 0 && shelf.bytes > 2 * maxBytes) shelf.clear();
    const found = await scan(scope, { signal });
    if ('refused' in found) return nothingKept(found.refused);
    const before = await copyFiles(found, { root, mode, shelf });
    shelf.flush();
    if (lasting) writeCapture(options.folder, { callId, root, scope, before });
    const marking = lasting ? keepMarking(options.folder) : undefined;
    open += 1;
    let ending: Promise<Captured> | undefined;
    return {
      end() {
        ending ??= finish(scope, before).finally(() => {
          marking?.stop();
          open -= 1;
        });
        return ending;
      },
    };
  }

  async function finish(scope: Scope, before: Before): Promise<Captured> {
    try {
      const after = await scan(scope, { known: before.entries });
      if ('refused' in after) return unknown(after.refused);
      const { paths, lost, touched } = await findChanges(before, after, { root, mode, folder: options.folder, blobs });
      for (const { path } of paths) shelf.forget(path);
      for (const path of touched) {
        const entry = after.entries.get(path);
        if (entry?.kind === 'file') shelf.stillHas(path, entry);
      }
      // What was changed is about to be recorded: until it is, the copies are all there is of it.
      if (lasting && paths.length === 0) removeCapture(options.folder);
      return { paths, lost };
    } catch (error) {
      return unknown(systemCode(error) ?? messageOf(error));
    }
  }

  return {
    async undoOf(facts) {
      const scope = scopeOf(facts);
      if (scope.kind === 'none') return { possible: false, why: 'what it does outside the workspace is not kept' };
      const found = await scan(scope, {});
      if ('refused' in found) return { possible: false, why: found.refused };
      return possible([beyondUndo(facts, { sandboxed: options.sandboxed() }), unkeepable(found)]);
    },
    async begin(facts, call) {
      const scope = scopeOf(facts);
      if (scope.kind === 'none') return { end: async () => ({ paths: [], lost: [] }) };
      try {
        return await start(scope, call);
      } catch (error) {
        return nothingKept(`what is there could not be kept (${systemCode(error) ?? messageOf(error)})`);
      }
    },
    close() {
      if (open === 0 || !lasting) shelf.clear();
    },
  };
}

const nothingKept = (why: string): Capture => ({ missing: why, end: async () => unknown(why) });

const unknown = (why: string): Captured => ({ paths: [], lost: [], unknown: why });

function possible(notes: readonly (string | undefined)[]): Undoable {
  const said = notes.filter((note) => note !== undefined);
  return said.length === 0 ? { possible: true } : { possible: true, note: said.join('; ') };
}

/** What is known beforehand not to be kept. */
function unkeepable({ entries, blind }: Scan): string | undefined {
  const paths = [...blind.keys(), ...[...entries].flatMap(([path, entry]) => (isUnnamed(entry) ? [path] : []))];
  const [first] = paths;
  if (first === undefined) return undefined;
  return `not what it changes in ${first}${paths.length === 1 ? '' : ` and ${paths.length - 1} more places`}, which cannot be looked into`;
}

const isUnnamed = (entry: Entry): boolean => entry.kind === 'other' && entry.why.includes('not UTF-8');
