import type { EndedBy } from '../../tool/background.js';
import type { Fact } from '../../tool/fact.js';
import type { ProcessEnd } from '../../tool/port.js';
import type { ProcessIdentity } from '../process-identity.js';

/** What is written down of a command that outlives its session, before it is started. */
export interface KeptRecord {
  readonly version: 1;
  readonly sessionId: string;
  readonly commandId: string;
  readonly command: string;
  /** Where it was started, for people and models. */
  readonly cwd: string;
  readonly workspace: string;
  readonly facts: readonly Fact[];
  /** The most characters of its output that are told at once. */
  readonly maxChars: number;
  /** Milliseconds since the epoch, as `until`. */
  readonly startedAt: number;
  /** When it is stopped at the latest. */
  readonly until: number;
  /** The process that holds it, and with which it ends. */
  readonly keeper: ProcessIdentity;
  /** Whoever talks to the keeper has to know this. */
  readonly token: string;
}

/** How it ended; written down by its keeper. */
export interface KeptEnd {
  readonly process: ProcessEnd;
  readonly by: EndedBy;
  readonly endedAt: number;
  readonly ranMs: number;
}

/** How the end is told of one whose keeper was killed. */
export const lostEnd = ({ startedAt }: KeptRecord, now: number): KeptEnd => ({
  process: { state: 'signalled', signal: 'SIGKILL' },
  by: 'program',
  endedAt: now,
  ranMs: Math.max(0, now - startedAt),
});
