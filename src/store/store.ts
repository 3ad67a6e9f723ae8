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

/** Which events are looked for, across streams. */
export interface EventQuery {
  readonly types: readonly string[];
  /** Only in these streams. */
  readonly streams?: readonly string[];
  /** Members of the body and the text each must be, or one of the texts; a dot leads deeper: `origin.who`. */
  readonly where?: Readonly<Record<string, string | readonly string[]>>;
  /** From this time on. */
  readonly since?: number;
  /** Before this time. */
  readonly until?: number;
  /** `newest` first, unless told. Events of one moment stand in the order of their streams and numbers. */
  readonly order?: 'newest' | 'oldest';
  readonly limit?: number;
}

export interface FoundEvent extends StoredEvent {
  readonly stream: string;
  /** Whether it is what was written, as far as it and the event before it tell; `verify` proves the whole stream. */
  readonly intact: boolean;
}

/** What a room wants to find quickly: the events of these types by their time, and by these members of their bodies. */
export interface EventIndex {
  /** Small letters and `-`. */
  readonly name: string;
  readonly types: readonly string[];
  /** As in the `where` of a query. */
  readonly fields: readonly string[];
}

/** The right to write one stream, held by one process at a time and freed when that process ends, however it ends. */
export interface Lease {
  release(): void;
}

/** What was found when a stream's chain was checked. */
export type Verification = (
  | { readonly ok: true; readonly events: number; readonly head: string }
  | { readonly ok: false; readonly validUntil: number; readonly message: string }
) & {
  /** The number of the event with the hash that was looked for; the chain is whole up to it. */
  readonly found?: number;
};

export interface VerifyOptions {
  /** The hash of an event to look for. */
  readonly hash?: string | undefined;
  /** Told now and then how many events were checked. */
  readonly onProgress?: ((events: number) => void) | undefined;
}

/** What was found of a damaged stream, and done with it. */
export interface StreamRepair {
  /** The last event of the whole prefix, which stays; 0 when there is none. */
  readonly validUntil: number;
  /** What was wrong with the event after it. */
  readonly message: string;
  /** How many events were set aside. */
  readonly setAside: number;
}

/** A row that a repair took out of a stream, as it was found: nothing in it can be relied on. */
export interface SetAsideEvent {
  readonly repairedAt: number;
  readonly seq: unknown;
  readonly v: unknown;
  readonly at: unknown;
  readonly type: unknown;
  /** The text that stood for the body. */
  readonly body: unknown;
  readonly hash: unknown;
}

/** What outlives a stream that is removed. */
export interface RecordedDeletion {
  readonly stream: string;
  readonly events: readonly NewEvent[];
}

/** Append-only streams of events, and the blobs they name. Every failure is a `ToolwrightError` with a `store-…` code. */
export interface Store {
  /** Appends in one transaction, in order; what resolved survives the end of the process. */
  append(stream: string, events: readonly NewEvent[]): Promise<readonly StoredEvent[]>;
  /** Events from `after` (exclusive; 0 for all), oldest first. */
  read(stream: string, options?: { readonly after?: number; readonly limit?: number }): Promise<readonly StoredEvent[]>;
  /** Events of all streams; a few at a time are read, as they are asked for. */
  find(query: EventQuery): AsyncIterable<FoundEvent>;
  /** The streams in which there is such an event. */
  streamsWith(query: Omit<EventQuery, 'order' | 'limit'>): Promise<readonly string[]>;
  streams(): Promise<readonly StreamSummary[]>;
  /** Told of every append in this process, after it is stored. */
  subscribe(stream: string, listener: (events: readonly StoredEvent[]) => void): () => void;
  /** Throws `session-leased` when another holder has it. */
  lease(stream: string): Promise<Lease>;
  verify(stream: string, options?: VerifyOptions): Promise<Verification>;
  /**
   * Cuts a damaged stream back to its whole prefix and appends what `note` says of it, all in one transaction; what
   * followed is set aside. Undefined when the stream is whole. Throws `session-leased` when somebody writes it.
   */
  repair(stream: string, note: (repair: StreamRepair) => NewEvent): Promise<StreamRepair | undefined>;
  /** What repairs have set aside, oldest first. */
  setAside(stream: string): Promise<readonly SetAsideEvent[]>;
  /** Makes anew what `find` goes by, from the events themselves: no chain tells when that was tampered with. */
  reindex(): Promise<void>;
  /**
   * Removes the stream; blobs stay while another stream may name them. `record` is asked, when nobody can write the
   * stream any more, for what another stream gets in the same transaction.
   */
  delete(stream: string, options?: { readonly record?: () => Promise<RecordedDeletion> }): Promise<boolean>;
  readonly blobs: BlobStore;
  /** The file it is; absent when it ends with the process. What belongs to it lies beside it. */
  readonly path?: string;
  close(): Promise<void>;
}

/** Content by the hash of its bytes; `blob:<sha256>` addresses. Written whole before an address is answered. */
export type BlobStore = BlobPort;
