import { defined } from '../../base/defined.js';
import { messageOf, systemCode } from '../../base/error.js';
import type { Fact } from '../../tool/fact.js';
import type { Undoable } from '../../tool/plan.js';
import type { BlobPort, Capture, Captured } from '../../tool/port.js';
import type { Version } from '../../tool/version.js';
import { defaultWalkMode, type WalkMode } from '../../workspace/descriptor-walk.js';
import { backgroundFolder, keepMarking, removeCapture, writeCapture } from './capture-index.js';
import { beyondUndo, namesAllChanges, type Scope, scopeOf } from './capture-scope.js';
import type { CapturedCall, CommandCaptures } from './command-captures.js';
import { copyFiles } from './copy-files.js';
import { endCapture, unknownEnd } from './end-capture.js';
import { isUnnamed } from './entry.js';
import type { HeldPlace } from './held-places.js';
import { createKeptCopies } from './kept-copies.js';
import { maxBytes, type Scan, type ScanEnd, scanScope } from './scan-scope.js';
import { scanShielded } from './scan-shielded.js';
import type { Taken } from './taken.js';

export interface CapturesOptions {
  readonly root: string;
  readonly blobs: Pick<BlobPort, 'read' | 'write' | 'writer'>;
  /** A private folder for the copies, made when it is needed. */
  readonly folder: string;
  /** True: what a capture needs lies on disk before the command runs, so that it outlives this process. */
  readonly lasting: boolean;
  /** Toolwright's own files: they change with everything that is recorded. */
  readonly own: readonly string[];
  /** Whether commands are confined. */
  sandboxed(): boolean;
  /** Where the sandbox keeps a command with these facts from any change; nothing is known of that when absent. */
  held?(facts: readonly Fact[]): Promise<readonly HeldPlace[]>;
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
  const shelf = createKeptCopies(options.folder);
  const own = [...options.own, options.folder];
  /** Captures whose command runs. */
  let open = 0;
  /** What others changed while a command runs in the background, for each of these. */
  const besides = new Set<Map<string, Version>>();
  const scan = (scope: Scope, signal?: AbortSignal): Promise<ScanEnd> => scanScope(scope, { root, mode, own, signal });

  const guardedBy = (facts: readonly Fact[]): Taken['guarded'] =>
    options.sandboxed() && !namesAllChanges(facts) ? facts : undefined;

  async function start(facts: readonly Fact[], { callId, signal, background }: CapturedCall): Promise<Capture> {
    const scope = scopeOf(facts);
    const guarded = guardedBy(facts);
    if (open === 0 && shelf.bytes > 2 * maxBytes) shelf.clear();
    const whole = background === true ? { refused: besideOthers } : await scan(scope, signal);
    const missing = 'refused' in whole ? whole.refused : undefined;
    const found =
      missing !== undefined && guarded !== undefined ? await scanShielded({ root, mode, own, signal }) : whole;
    if ('refused' in found) return nothingKept(found.refused, { guarded });
    const before = await copyFiles(found, { root, mode, shelf });
    shelf.flush();
    const held = guarded && (await options.held?.(guarded));
    const others = background === true ? new Map<string, Version>() : undefined;
    const taken: Taken = { callId, scope, before, guarded, held, missing, others };
    const folder = background === true ? backgroundFolder(options.folder, callId) : options.folder;
    if (lasting) writeCapture(folder, { root, ...taken });
    const marking = lasting ? keepMarking(folder) : undefined;
    open += 1;
    if (others !== undefined) besides.add(others);
    let ending: Promise<Captured> | undefined;
    return {
      ...defined({ missing }),
      end() {
        ending ??= finish(taken).finally(() => {
          marking?.stop();
          open -= 1;
          if (others === undefined) return;
          besides.delete(others);
          // What is put back is, and nothing else of it is kept.
          if (lasting) removeCapture(folder);
        });
        return ending;
      },
    };
  }

  async function finish(taken: Taken): Promise<Captured> {
    try {
      const { captured, changed, touched } = await endCapture(taken, {
        root,
        mode,
        own,
        folder: options.folder,
        blobs,
      });
      for (const path of changed) shelf.forget(path);
      for (const [path, entry] of touched) shelf.stillHas(path, entry);
      // What was changed is about to be recorded: until it is, the copies are all there is of it.
      if (lasting && captured.unknown === undefined && captured.paths.length === 0) removeCapture(options.folder);
      return captured;
    } catch (error) {
      return unknownEnd(systemCode(error) ?? messageOf(error), taken);
    }
  }

  return {
    async undoOf(facts) {
      const scope = scopeOf(facts);
      if (scope.kind === 'none') return { possible: false, why: 'what it does outside the workspace is not kept' };
      const found = await scan(scope);
      if ('refused' in found) return { possible: false, why: found.refused };
      return possible([beyondUndo(facts, { sandboxed: options.sandboxed() }), unkeepable(found)]);
    },
    async begin(facts, call) {
      if (scopeOf(facts).kind === 'none') return { end: async () => ({ paths: [], lost: [] }) };
      try {
        return await start(facts, call);
      } catch (error) {
        const why = `what is there could not be kept (${systemCode(error) ?? messageOf(error)})`;
        return nothingKept(why, { guarded: guardedBy(facts) });
      }
    },
    changed(paths) {
      for (const others of besides) for (const { path, after } of paths) others.set(path, after);
    },
    close() {
      if (open === 0 || !lasting) shelf.clear();
    },
  };
}

const besideOthers = 'it runs in the background, beside other calls and other people';

const nothingKept = (why: string, taken: Pick<Taken, 'guarded'>): Capture => ({
  missing: why,
  end: async () => unknownEnd(why, taken),
});

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
