import { defined } from '../base/defined.js';
import { openCaptures } from '../change/capture/open-captures.js';
import type { ChangeEvent } from '../change/event.js';
import { type ListedChange, listChanges } from '../change/list-changes.js';
import type { Fsync } from '../change/path-write.js';
import { redoChanges, type UndoEnd, type UndoPreview, undoChanges } from '../change/undo.js';
import { findCall, type UndoWhat } from '../change/undo-choice.js';
import type { AnswerOrigin } from '../run/question.js';
import { createRecorder, stored } from '../run/recorder.js';
import type { Store } from '../store/store.js';
import type { LogPort } from '../tool/port.js';
import { isFolder, workspaceGone } from '../workspace/file-failure.js';
import { readTreeJournal } from './child/tree-journal.js';
import type { SessionRecord } from './event.js';
import { finishChanges } from './finish-changes.js';
import { realFolder } from './real-folder.js';
import { recoverCommand } from './recover-command.js';
import { readSession, summarizeSession } from './sessions.js';
import type { HookSettings } from './stored-hooks.js';

export interface RedoOptions {
  /** Shown what would be done; nothing is unless it answers true. Without it, it is done. */
  readonly approve?: (preview: UndoPreview) => boolean | Promise<boolean>;
  /** For the record: who wants it, and by which channel. */
  readonly origin?: Partial<AnswerOrigin>;
}

export interface UndoOptions extends RedoOptions {
  /** The last turn that changed something, when absent. */
  readonly what?: UndoWhat;
  /** True: what cannot be taken back is left as it is, instead of leaving everything. */
  readonly skipChanged?: boolean;
}

export type Revert = ({ readonly kind: 'undo' } & UndoOptions) | ({ readonly kind: 'redo' } & RedoOptions);

export interface RevertContext {
  readonly store: Pick<Store, 'read' | 'blobs'>;
  readonly session: string;
  readonly fsync?: Fsync | undefined;
  readonly signal?: AbortSignal;
  /** Who it is done for, unless the options say so. */
  readonly origin: AnswerOrigin;
  /** Answers when the event is stored. */
  record(event: ChangeEvent): Promise<void>;
}

/** Takes back, or makes again, changes of a session that this process may write. */
export async function revertChanges(revert: Revert, context: RevertContext): Promise<UndoEnd> {
  const { store, session, fsync, signal } = context;
  const events = (await store.read(session)) as readonly SessionRecord[];
  const opened = events.findLast((event) => event.type === 'session-opened');
  const root = opened?.body.workspace ?? '/';
  if (!isFolder(root)) return { type: 'refused', message: workspaceGone(root).message, obstacles: [] };
  const { what = { by: 'turn' }, skipChanged = false } = revert.kind === 'undo' ? revert : {};
  const work = {
    journal: await readTreeJournal(store, events),
    root,
    blobs: store.blobs,
    ...context.origin,
    ...revert.origin,
    ...defined({ fsync, signal, approve: revert.approve }),
  };
  const end = await (revert.kind === 'undo' ? undoChanges(work, { what, skipChanged }) : redoChanges(work));
  if (end.type === 'done') await context.record(end.event);
  return end;
}

interface StoredRevertContext extends Omit<RevertContext, 'store' | 'record'> {
  readonly store: Store;
  /** The hooks to be run when it is done, and what they are run with. */
  readonly hooks?: HookSettings;
}

/** The same for a session that nobody has open. Throws `session-leased` when somebody has. */
export async function revertStored(
  revert: Revert,
  { store, session, hooks, ...rest }: StoredRevertContext,
): Promise<UndoEnd> {
  // Held before anything is read: what is undone must be all there is.
  const lease = await store.lease(session);
  try {
    await recoverStored(store, session);
    const record = async (event: ChangeEvent): Promise<void> => void (await store.append(session, [event]));
    const end = await revertChanges(revert, { ...rest, store, session, record });
    if (end.type === 'done' && hooks?.hooks !== undefined) {
      const { workspace: root } = summarizeSession(await readSession(store, session));
      const { tellReverted } = await import('./stored-hooks.js');
      if (root !== undefined) await tellReverted(end, hooks, { store, session, root });
    }
    return end;
  } finally {
    lease.release();
  }
}

/** What a stored session did to files, oldest first: all of it, or what one turn or one call did; of a damaged one, as far as it is whole. */
export async function readChanges(
  store: Pick<Store, 'read' | 'blobs'>,
  session: string,
  { turn, callId }: { readonly turn?: number; readonly callId?: string } = {},
): Promise<readonly ListedChange[]> {
  const { events } = await readSession(store, session);
  const { changes } = await readTreeJournal(store, events);
  const wanted = callId === undefined ? undefined : findCall(changes, callId);
  const chosen = changes.filter(
    (change) => (turn === undefined || change.turn === turn) && (wanted === undefined || change.callId === wanted),
  );
  return listChanges(chosen, store.blobs);
}

/** Puts on record what was being changed when the process of a session was killed. Its lease must be held. */
async function recoverStored(store: Store, session: string): Promise<void> {
  const past = (await store.read(session)) as readonly SessionRecord[];
  const opened = past.findLast((event) => event.type === 'session-opened');
  if (opened === undefined) return;
  const recorder = createRecorder({ store, stream: session, onRecord: () => {}, onTold: () => {} });
  const captures = openCaptures({
    session,
    storePath: store.path === undefined ? undefined : realFolder(store.path),
    root: opened.body.workspace,
    blobs: store.blobs,
    sandboxed: () => false,
    lease: (other) => store.lease(other),
  });
  if (await finishChanges(past, { recorder, blobs: store.blobs, ports: { log: silent } })) await stored(recorder);
  await recoverCommand(past, { captures, recorder, log: silent });
}

/** What cannot be undone is told by the undo itself, and what was put back stands in the record. */
const silent: LogPort = { debug: () => {}, warn: () => {} };
