import type { Clock } from '../base/clock.js';
import { defined } from '../base/defined.js';
import type { StoredEvent } from '../store/store.js';
import type { ToolFailure } from '../tool/outcome.js';
import type { BlobPort, ChangeHost, ChangePort, SeenFile, StagedChange, WorkspacePort } from '../tool/port.js';
import { placeName } from '../tool/port.js';
import { defaultWalkMode, type WalkMode } from '../workspace/descriptor-walk.js';
import { isFolder, workspaceGone } from '../workspace/file-failure.js';
import { type CommandCaptures, noCaptures } from './capture/command-captures.js';
import { commandChange } from './command-change.js';
import type { ChangeBody, ChangeEvent } from './event.js';
import { keptBlobs } from './kept-blobs.js';
import type { ApplyOptions, Fsync } from './path-write.js';
import { createSeenFiles } from './seen-files.js';
import { stageWrite } from './stage-write.js';
import { createStagedWrites } from './staged-writes.js';
import { writesOf } from './writes-of.js';

export interface ChangesOptions {
  readonly workspace: Pick<WorkspacePort, 'root' | 'resolve'>;
  readonly blobs: Pick<BlobPort, 'read' | 'write'>;
  readonly clock: Clock;
  /** Takes what happens, in order. */
  record(event: ChangeEvent): void;
  /** Answers once what was recorded is stored, or with why it could not be. */
  flush?(): Promise<ToolFailure | undefined>;
  readonly fsync?: Fsync;
  readonly readBeforeWrite?: boolean;
  /** What the model knew of files when an earlier process ended. */
  readonly seen?: readonly SeenFile[];
  /** What was recorded of the session before: staged writes of it may still wait. */
  readonly past?: readonly Pick<StoredEvent, 'type' | 'body' | 'at'>[];
  readonly captures?: CommandCaptures;
  /** How folders are held; what the system can do when absent. */
  readonly walk?: WalkMode;
  readonly atStep?: ApplyOptions['atStep'];
}

/** Changes of files: made ready, shown, and then made wholly or not at all, each with what it takes to undo it. */
export function createChanges(options: ChangesOptions): ChangeHost {
  const { workspace, blobs, clock, record, readBeforeWrite = false, captures = noCaptures } = options;
  const { root, resolve } = workspace;
  const mode = options.walk ?? defaultWalkMode();
  const fsync = options.fsync ?? 'on';
  const shelf = createStagedWrites({ clock, blobs, fsync, record, past: options.past ?? [] });
  const seen = createSeenFiles(options.seen);
  /** What a call staged last: recorded, and on disk before its start is. */
  const lastStaged = new Map<string, string>();
  const recordStaged = (change: StagedChange, callId: string): void => {
    lastStaged.set(callId, change.id);
    record({ type: 'change-staged', body: bodyOf(change, callId) });
  };
  const applying = (
    changes: readonly StagedChange[],
    { callId, signal }: { readonly callId: string; readonly signal: AbortSignal | undefined },
  ): ApplyOptions => ({
    mode,
    root,
    fsync,
    signal,
    keep: async (content) => void (await blobs.write(content, { fsync })),
    ...(changes[0] !== undefined && { batch: changes[0].id }),
    async ready() {
      if (changes.length === 1 && changes[0]?.id === lastStaged.get(callId)) return undefined;
      for (const change of changes) recordStaged(change, callId);
      return options.flush?.();
    },
    ...defined({ atStep: options.atStep }),
  });

  let engine: Promise<typeof import('./apply-paths.js')> | undefined;
  const forCall = (callId: string): ChangePort => {
    const staged = <Change extends StagedChange>(change: Change): Change => {
      recordStaged(change, callId);
      return change;
    };
    return {
      readBeforeWrite,
      seen: (file) => seen.hashOf(placeName(file)),
      saw: (file, hash) => seen.saw(callId, { path: placeName(file), hash }),
      stage: (change) => staged(stageWrite(change)),
      stageDelete: async (place) => {
        const { stageDelete } = await import('./stage-removal.js');
        const change = await stageDelete(place, { root, resolve, mode });
        return 'place' in change ? staged(change) : change;
      },
      stageMove: async (from, to) => {
        const { stageMove } = await import('./stage-removal.js');
        const change = await stageMove(from, to, { root, resolve, mode });
        return 'place' in change ? staged(change) : change;
      },
      kept: shelf.find,
      keep: (change) => shelf.keep(change, callId),
      spend: (token) => shelf.spend(token, callId),
      undoOf: captures.undoOf,
      async capture(facts, options) {
        const taken = await captures.begin(facts, { callId, ...options });
        return {
          ...defined({ missing: taken.missing }),
          async end() {
            const captured = await taken.end();
            const body = commandChange(callId, captured);
            if (body !== undefined) record({ type: 'change-applied', body });
            return captured;
          },
        };
      },
      async apply(given, signal) {
        const changes: readonly StagedChange[] = 'place' in given ? [given] : given;
        if (changes.some(({ place }) => place.inside) && !isFolder(root)) return workspaceGone(root);
        const writes = changes.flatMap((change) => writesOf(change, { root, mode }));
        // Loaded with the first change that is made.
        engine ??= import('./apply-paths.js');
        const { applyPaths } = await engine;
        const [end, keptAfter] = await Promise.all([
          applyPaths(writes, applying(changes, { callId, signal })),
          Promise.all(changes.map((change) => keepAfter(change, blobs))),
        ]);
        if (end.type === 'refused') return end.failure;
        const done = new Map(end.paths.map((change) => [change.path, change]));
        for (const [at, change] of changes.entries()) {
          const paths = change.paths.flatMap(({ path }) => done.get(path) ?? []);
          const kept = [...keptBlobs(paths), ...(keptAfter[at] ?? [])];
          record({ type: 'change-applied', body: { ...bodyOf(change, callId), paths, kept } });
          if ('contentHash' in change) seen.saw(callId, { path: placeName(change.place), hash: change.contentHash });
          if (change.operation === 'move') seen.moved(callId, placeName(change.from), placeName(change.place));
        }
        return end.unremoved ?? { bytes: end.bytes };
      },
    };
  };
  return {
    forCall,
    seenBy(callId) {
      lastStaged.delete(callId);
      return seen.take(callId);
    },
  };
}

const bodyOf = (change: StagedChange, callId: string): ChangeBody => ({
  changeId: change.id,
  callId,
  operation: change.operation,
  paths: change.paths,
  ...('undo' in change && !change.undo.possible && { lost: change.undo.why }),
});

/** Up to here what a write leaves is kept too, so that it can be shown when somebody changed the file since. */
const maxKeptAfter = 256 * 1024;

async function keepAfter(change: StagedChange, blobs: Pick<BlobPort, 'write'>): Promise<readonly string[]> {
  if (!('content' in change) || change.content.length > maxKeptAfter) return [];
  // The change does not depend on it.
  return blobs.write(change.content, { fsync: 'off' }).then(
    (address) => [address],
    () => [],
  );
}
