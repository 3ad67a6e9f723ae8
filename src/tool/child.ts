import type { ToolFailure } from './outcome.js';

/** `limit`: it was stopped at one and may have said something. `unknown`: its process ended before it did. */
export type ChildStatus = 'running' | 'done' | 'limit' | 'failed' | 'cancelled' | 'paused' | 'unknown';

/** How the work of a subagent ended. */
export interface ChildEnd {
  readonly status: Exclude<ChildStatus, 'running'>;
  /** The last that it said. */
  readonly text: string;
  readonly rounds: number;
  readonly calls: number;
  /** What happened and what to do, where it was not simply done. */
  readonly message?: string;
}

/** A subagent: a session that a call of another one has started. */
export interface Child {
  /** The id of its session. */
  readonly id: string;
  /** The call that started it. */
  readonly callId: string;
  readonly agent: string;
  readonly title: string;
  readonly status: ChildStatus;
  /** What was not as it was ordered. */
  readonly warnings: readonly string[];
}

/** An agent that is defined, by a file or here. */
export interface AgentInfo {
  readonly name: string;
  readonly description: string;
}

/** The agent that is always there. */
export const generalInfo: AgentInfo = {
  name: 'general-purpose',
  description: 'does whatever it is told, with all tools of its caller',
};

export interface ChildOrder {
  /** Which of the call's children it is. A call that runs again goes on with those that it has started before. */
  readonly index: number;
  readonly title: string;
  readonly agent?: string | undefined;
  /** The most it may use; all that the caller has when absent. */
  readonly tools?: readonly string[] | undefined;
  readonly rounds?: number | undefined;
  /** What it is told of its scope, in the system message, in place of the usual words. */
  readonly scope?: string | undefined;
  /** What it is told; asked for only when it has not been told yet. */
  prompt(): string | Promise<string>;
  /** What is wrong with what it said at its end, as it is told: it may say it anew, once. */
  correct?(text: string): Promise<string | undefined>;
}

export interface ChildWait {
  /** As long as it takes when absent. */
  readonly waitMs?: number | undefined;
  /** Told, in a line, of what it does meanwhile. */
  onNews?(line: string): void;
}

/** The subagents of a session, as a call reaches them. */
export interface ChildPort {
  readonly agents: readonly AgentInfo[];
  /** Those of the session, oldest first. */
  list(): readonly Child[];
  /** How one ended, also in an earlier process; undefined while it has not. */
  end(id: string): Promise<ChildEnd | undefined>;
  start(order: ChildOrder): Promise<Child | ToolFailure>;
  /** `running`: it was not waited for any longer, and goes on. */
  wait(id: string, wait: ChildWait): Promise<ChildEnd | 'running'>;
}

export interface ChildHost {
  forCall(call: ChildCall): ChildPort;
}

export interface ChildCall {
  readonly callId: string;
  /** The call ends with its turn: its child was paused, waits for a person, or met a question nobody can answer. */
  halt(why: 'paused' | 'parked' | 'aborted'): void;
}
