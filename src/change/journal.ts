import type { StoredEvent } from '../store/store.js';
import type { ChangeBody, UndoBody } from './event.js';

/** A change that was made, as the events tell of it. */
export interface JournalChange extends ChangeBody {
  readonly seq: number;
  readonly at: number;
  readonly tool: string;
  /** Which turn it was made in, counted from 1; a turn that was gone on with keeps its number. */
  readonly turn: number;
  /** The workspace its paths are relative to. */
  readonly root: string;
  readonly undone: boolean;
}

/** Changes that were taken back together. */
export interface JournalUndo extends UndoBody {
  readonly seq: number;
  readonly at: number;
  readonly root: string;
  readonly redone: boolean;
}

/** What a session did to files, in order. */
export type Journal = ReturnType<typeof readJournal>;

type Recorded = Pick<StoredEvent, 'type' | 'body' | 'seq' | 'at'>;

/** Reads the changes out of the events of a session. What older versions recorded without paths cannot be undone. */
export function readJournal(events: Iterable<Recorded>) {
  const changes = new Map<string, Mutable<JournalChange>>();
  const undos = new Map<string, Mutable<JournalUndo>>();
  const tools = new Map<string, string>();
  let turn = 0;
  let root = '';
  const mark = (changeIds: readonly string[], undone: boolean): void => {
    for (const id of changeIds) {
      const change = changes.get(id);
      if (change !== undefined) change.undone = undone;
    }
  };
  for (const { type, body, seq, at } of events) {
    const told = (body ?? {}) as Told;
    if (type === 'session-opened' && typeof told.workspace === 'string') root = told.workspace;
    if (type === 'turn-started' && told.resumed !== true) turn += 1;
    if ((type === 'call-admitted' || type === 'step-admitted') && told.callId !== undefined)
      tools.set(told.callId, told.name ?? '');
    if (!Array.isArray(told.paths)) continue;
    if (type === 'change-applied') {
      const change = body as ChangeBody;
      const tool = tools.get(change.callId) ?? '';
      changes.set(change.changeId, { ...change, seq, at, tool, turn, root, undone: false });
    }
    if (type === 'change-undone') {
      const undo = body as UndoBody;
      undos.set(undo.undoId, { ...undo, seq, at, root, redone: false });
      mark(undo.changeIds, true);
    }
    if (type === 'change-redone') {
      const redo = body as UndoBody;
      const undo = undos.get(redo.undoId);
      if (undo !== undefined) undo.redone = true;
      mark(redo.changeIds, false);
    }
  }
  return { changes: [...changes.values()], undos: [...undos.values()] };
}

/** What is looked at in the bodies of other rooms' events. */
interface Told {
  readonly workspace?: unknown;
  readonly resumed?: unknown;
  readonly callId?: string;
  readonly name?: string;
  readonly paths?: unknown;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
