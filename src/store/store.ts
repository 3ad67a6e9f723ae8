import type { BlobPort } from '../tool/port.js';

/** An event to be appended. The body must be JSON; the store knows no event type. */
export interface NewEvent {
  readonly type: string;
  readonly body: unknown;
}

/**
 * An event of a stream. `hash` is sha256 over the hash before it and every other field, so that a change anywhere in
 * the past shows. `v` is the version of this form.
 */
export interface StoredEvent extends NewEvent {
  readonly v: number;
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
}

export interface StreamSummary {
  readonly id: string;
  readonly events: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** The right to write one stream, held by one process at a time and freed when that process ends, however it ends. */
export interface Lease {
  release(): void;
}

/** What was found when a stream's chain was checked. */
export type Verification =
  | { readonly ok: true; readonly events: number; readonly head: string }
  | { readonly ok: false; readonly validUntil: number; readonly message: string };

/** Append-only streams of events, and the blobs they name. Every failure is a `ToolwrightError` with a `store-…` code. */
export interface Store {
  /** Appends in one transaction, in order; what resolved survives the end of the process. */
  append(stream: string, events: readonly NewEvent[]): Promise<readonly StoredEvent[]>;
  /** Events from `after` (exclusive; 0 for all), oldest first. */
  read(stream: string, options?: { readonly after?: number; readonly limit?: number }): Promise<readonly StoredEvent[]>;
  streams(): Promise<readonly StreamSummary[]>;
  /** Told of every append in this process, after it is stored. */
  subscribe(stream: string, listener: (events: readonly StoredEvent[]) => void): () => void;
  /** Throws `session-leased` when another holder has it. */
  lease(stream: string): Promise<Lease>;
  verify(stream: string): Promise<Verification>;
  /** Removes the stream; blobs stay while another stream may name them. */
  delete(stream: string): Promise<boolean>;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

/** Content by the hash of its bytes; `blob:<sha256>` addresses. Written whole before an address is answered. */
export type BlobStore = BlobPort;
