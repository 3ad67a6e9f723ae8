import type { ChildStarted, TurnEnd } from '../../agent/event.js';
import type { Store } from '../../store/store.js';
import type { ChildEnd, ChildStatus } from '../../tool/child.js';
import type { SessionEvent } from '../event.js';
import type { SessionJudges } from '../open-judges.js';
import type { SessionTools } from '../open-tools.js';
import type { SessionOptions } from '../options.js';
import type { SessionLimits } from '../session-limits.js';
import type { ModeSwitch } from '../session-mode.js';
import type { SessionPlace } from '../session-place.js';
import type { SessionState } from '../session-state.js';
import type { SessionStream } from '../session-stream.js';
import type { ParentBinding } from './parent-binding.js';

/** A subagent as the session of its caller holds it. */
export interface HeldChild {
  readonly started: ChildStarted;
  status: ChildStatus;
  /** While its session is open. */
  core?: ChildCore;
  /** Ends when its session is closed; absent while this process has not gone on with it. */
  work?: Promise<ChildWork>;
  end?: ChildEnd;
  readonly listeners: Set<(line: string) => void>;
}

/** What came of it, and whether that ends the turn of its caller. */
export interface ChildWork {
  readonly end: ChildEnd;
  readonly halt?: 'parked' | 'paused' | 'aborted';
}

/** The parts of its session that its caller reaches. */
export interface ChildCore {
  readonly judges: Pick<SessionJudges, 'taint'>;
  readonly state: Pick<SessionState, 'running'>;
  readonly modes: Pick<ModeSwitch, 'follow'>;
}

interface ChildSession {
  send(message: string): { readonly result: Promise<TurnEnd> };
  resume(): { readonly result: Promise<TurnEnd> };
  cancel(): void;
  pause(): void;
  on(listener: (event: SessionEvent) => void): () => void;
  close(): Promise<void>;
}

export interface ChildOpening {
  readonly id: string;
  /** It has been opened before. */
  readonly resumed: boolean;
  readonly options: SessionOptions;
  readonly binding: ParentBinding;
}

export type OpenChild = (
  opening: ChildOpening,
) => Promise<{ readonly core: ChildCore; readonly session: ChildSession }>;

/** The parts of the caller's session that its subagents are made of. */
export interface Caller {
  readonly store: Store;
  /** What it was opened with. */
  readonly options: SessionOptions;
  readonly place: SessionPlace;
  readonly stream: Pick<SessionStream, 'recorder' | 'recordAside'>;
  readonly tools: Pick<SessionTools, 'registry' | 'metaTools' | 'brought' | 'book'>;
  readonly judges: Pick<SessionJudges, 'deciding' | 'mode' | 'questions' | 'risk' | 'taint'>;
  readonly limits: Pick<SessionLimits, 'spending' | 'rates'>;
  readonly state: Pick<SessionState, 'model' | 'activeFile'>;
  readonly open: OpenChild;
}
