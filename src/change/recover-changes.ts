import { attempt } from '../base/attempt.js';
import type { BlobPort } from '../tool/port.js';
import type { PathChange, Version } from '../tool/version.js';
import type { WalkMode } from '../workspace/descriptor-walk.js';
import { removeTemporaries } from './apply/remove-temporaries.js';
import { applyPaths } from './apply-paths.js';
import { backwardWrite } from './backward-write.js';
import type { ChangeBody, ChangeEvent } from './event.js';
import { keptBlobs } from './kept-blobs.js';
import type { Fsync } from './path-write.js';
import { readPresent } from './present-path.js';
import { absoluteIn } from './undo-plan.js';

type Recorded = { readonly type: string; readonly body: unknown };

export interface RecoverOptions {
  /** The events of the session. */
  readonly past: readonly Recorded[];
  readonly blobs: Pick<BlobPort, 'read' | 'write'>;
  readonly mode: WalkMode;
  readonly fsync?: Fsync;
  record(event: ChangeEvent): void;
}

/** What became of a change during which the process was killed. */
export interface Recovery {
  readonly callId: string;
  /** `done`: it was made wholly. `none`: not at all. `taken-back`: in part, which was put back. */
  readonly end: 'done' | 'none' | 'taken-back';
  /** What is neither as it was nor as it should have become, and was left alone; with why, where there is more to say. */
  readonly left: readonly string[];
  readonly problem?: string;
}

/**
 * Finishes the story of changes that were being made when the process was killed: the files tell how far they came.
 * A change that was made is recorded; one that was made in part is taken back from what was kept before it began.
 */
export async function recoverChanges(options: RecoverOptions): Promise<readonly Recovery[]> {
  const found: Recovery[] = [];
  for (const open of openChanges(options.past)) {
    const recovery = await recover(open, options);
    const { root, bodies } = open;
    const paths = bodies.flatMap((body) => body.paths.map(({ path }) => absoluteIn(root, path)));
    removeTemporaries({ batch: bodies[0]?.changeId ?? '', paths, root, mode: options.mode });
    found.push(recovery);
  }
  return found;
}

/** What a call was about to change together. */
interface OpenChange {
  readonly callId: string;
  readonly root: string;
  readonly bodies: readonly ChangeBody[];
}

/** Calls that started and neither settled nor recorded their change. */
function openChanges(past: readonly Recorded[]): readonly OpenChange[] {
  const calls = new Map<
    string,
    { root: string; last: ChangeBody | undefined; since: Map<string, ChangeBody> | undefined }
  >();
  let root = '';
  for (const { type, body } of past) {
    const told = (body ?? {}) as { readonly callId?: string; readonly workspace?: string; readonly paths?: unknown };
    if (type === 'session-opened') root = told.workspace ?? root;
    const { callId } = told;
    if (callId === undefined) continue;
    if (type === 'call-settled' || type === 'change-applied') calls.delete(callId);
    const call = calls.get(callId) ?? { root, last: undefined, since: undefined };
    if (type === 'change-staged' && Array.isArray(told.paths)) {
      call.last = body as ChangeBody;
      call.since?.set(call.last.changeId, call.last);
      calls.set(callId, call);
    }
    if (type === 'call-started') calls.set(callId, { ...call, root, since: new Map() });
  }
  return [...calls].flatMap(([callId, { root: at, last, since }]) => {
    if (since === undefined) return [];
    const bodies = since.size > 0 ? [...since.values()] : last === undefined ? [] : [last];
    return bodies.length === 0 ? [] : [{ callId, root: at, bodies }];
  });
}

async function recover({ callId, root, bodies }: OpenChange, options: RecoverOptions): Promise<Recovery> {
  const paths = bodies.flatMap((body) => body.paths.map((change) => standing(change, root, options.mode)));
  const left = paths.flatMap(({ change, stands }) => (stands === 'neither' ? [change.path] : []));
  const made = paths.filter(({ stands }) => stands === 'after');
  if (made.length === 0) return { callId, end: 'none', left };
  if (paths.every(({ stands }) => stands !== 'before' && stands !== 'neither')) {
    for (const body of bodies) options.record({ type: 'change-applied', body: appliedBody(body, paths) });
    return { callId, end: 'done', left: [] };
  }
  const end = await applyPaths(
    made.map(({ change, found }) =>
      backwardWrite({ ...change, after: found ?? change.after }, { root, blobs: options.blobs }),
    ),
    {
      mode: options.mode,
      fsync: options.fsync ?? 'on',
      root,
      keep: async (content) => void (await options.blobs.write(content)),
    },
  );
  if (end.type === 'applied') return { callId, end: 'taken-back', left };
  return {
    callId,
    end: 'taken-back',
    left: [...left, ...made.map(({ change }) => change.path)],
    problem: end.failure.message,
  };
}

interface Standing {
  readonly change: PathChange;
  readonly found: Version | undefined;
  readonly stands: 'before' | 'after' | 'neither' | 'same';
}

function standing(change: PathChange, root: string, mode: WalkMode): Standing {
  const found = attempt(() => readPresent(absoluteIn(root, change.path), mode).version, undefined);
  const told = { change, found };
  if (looksLike(change.before, change.after)) return { ...told, stands: 'same' };
  if (found !== undefined && looksLike(found, change.before)) return { ...told, stands: 'before' };
  return { ...told, stands: found !== undefined && looksLike(found, change.after) ? 'after' : 'neither' };
}

/** The mode a file or folder gets is known only once it is made. */
function looksLike(a: Version, b: Version): boolean {
  if (a.kind === 'file' && b.kind === 'file') return a.hash === b.hash;
  if (a.kind === 'link' && b.kind === 'link') return a.target === b.target;
  return a.kind === b.kind;
}

function appliedBody(body: ChangeBody, standings: readonly Standing[]): ChangeBody {
  const byPath = new Map(standings.map((one) => [one.change.path, one]));
  const paths = body.paths.map((change) => ({ ...change, after: byPath.get(change.path)?.found ?? change.after }));
  return { ...body, paths, kept: keptBlobs(paths) };
}
