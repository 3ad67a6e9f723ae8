import type { ScriptedRound } from '../model/provider/scripted.js';

/** What goes wrong with an answer. Faults combine where that makes sense. */
export interface FakeModelFaults {
  /** Ends the answer after so many bytes of its body: the connection closes in the middle (FIN). */
  readonly cutAfterBytes?: number;
  /** With `cutAfterBytes`: resets the connection (RST); alone: resets it before any answer. */
  readonly reset?: boolean;
  /** With `cutAfterBytes`: ends the HTTP message properly, so that only its content tells that it was cut. */
  readonly clean?: boolean;
  /** Answers with this status and an error, or with `body`. */
  readonly status?: number;
  /** The Retry-After header, as it is. */
  readonly retryAfter?: string;
  /** The whole body, in place of the round's. */
  readonly body?: string;
  /** Raw text put into the stream after its first event. */
  readonly garbage?: string;
  /** Answers 200 with a web page, as a captive portal does; a text is the page itself. */
  readonly html?: boolean | string;
  readonly hang?: 'before-headers' | 'mid-stream';
  readonly bytesPerSecond?: number;
  /** Leaves `[DONE]` out. */
  readonly noDone?: boolean;
  /** Leaves the finish reason out. */
  readonly noFinish?: boolean;
}

/** One answer of the fake server. */
export interface FakeModelRound extends ScriptedRound {
  /** How many characters of arguments one event carries; default all of them. */
  readonly deltaSize?: number;
  /** Writes every event on its own, as servers that generate token by token do; default: as many as fit in 16 KB. */
  readonly eachEvent?: boolean;
  readonly faults?: FakeModelFaults;
}

/** A request as it came. */
export interface FakeModelRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed body; undefined when there was none or it was not JSON. */
  readonly body: unknown;
  readonly text: string;
}

export type FakeModelRounds =
  | readonly FakeModelRound[]
  | ((request: FakeModelRequest, roundIndex: number) => FakeModelRound | undefined);
