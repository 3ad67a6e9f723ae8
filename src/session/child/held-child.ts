import type { ChildStarted, TurnEnd } from '../../agent/event.js';
import type { TurnEnv } from '../../agent/turn-env.js';
import type { KnownAgents } from '../../extend/agent/known-agents.js';
import type { Model } from '../../model/model.js';
import type { Mode } from '../../policy/policy.js';
import type { Cancellation } from '../../run/cancellation.js';
import type { HostPorts } from '../../run/env.js';
import type { AnswerOrigin } from '../../run/question.js';
import type { Recorder } from '../../run/recorder.js';
import type { NewEvent, Store } from '../../store/store.js';
import type { ChildEnd, ChildStatus } from '../../tool/child.js';
import type { SessionEvent, SessionEventBody } from '../event.js';
import type { SessionOptions } from '../options.js';
import type { SessionPolicy } from '../session-policy.js';
import type { SessionTaint } from '../session-taint.js';
import type { ParentBinding, SessionTree } from './parent-binding.js';
import type { Brought } from './shared-tools.js';

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
  readonly taint: SessionTaint;
  readonly running: { readonly cancellation: Cancellation } | undefined;
  followMode(origin: AnswerOrigin): void;
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
export interface CallerCore {
  readonly id: string;
  readonly store: Store;
  readonly env: Omit<TurnEnv, 'cancellation'>;
  readonly recorder: Pick<Recorder, 'record' | 'flush'>;
  /** By its extensions, or those of the session it works for. */
  readonly brought: Brought;
  readonly ports: HostPorts;
  readonly deciding: SessionPolicy;
  readonly taint: SessionTaint;
  readonly mode: Mode;
  readonly model: Model;
  readonly activeFile: string | null | undefined;
}

export interface ChildrenContext {
  readonly past: readonly NewEvent[];
  /** How deep this session is: 0 when a person has started it. */
  readonly depth: number;
  readonly tree: SessionTree;
  readonly book: KnownAgents | undefined;
  /** What this session was opened with. */
  readonly options: SessionOptions;
  readonly open: OpenChild;
  core(): CallerCore;
  record(event: SessionEventBody): void;
}
