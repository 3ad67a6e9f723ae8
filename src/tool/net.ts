import type { Fact } from './fact.js';
import type { ToolFailure } from './outcome.js';

/** A request to a server of the web. */
export interface NetRequest {
  readonly url: string;
  /** GET when absent. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The most bytes that are taken in, as they come and unpacked. */
  readonly maxBytes?: number;
  /** How long it may take, redirects included. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Told how many bytes have come. */
  onProgress?(bytes: number): void;
}

export interface NetResponse {
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked; empty for a redirect that was not followed. */
  readonly body: Uint8Array;
  readonly redirects: number;
  /** It is the answer to an earlier request of the session: nothing was sent. */
  readonly kept?: true;
}

/** The part of the network that connects nowhere. */
export interface NetPlanPort {
  /** Whether the answer to such a request is kept. */
  keeps(request: NetRequest): boolean;
}

/**
 * The only way of a tool to the network. It connects to the hosts that the facts of its call name, and to no others; a name
 * is looked up and all its addresses are checked before one of them is connected to.
 */
export interface NetPort extends NetPlanPort {
  /** Any answer of the server is a response, whatever its status is. */
  request(request: NetRequest): Promise<NetResponse | ToolFailure>;
}

/** A call as the network sees it. */
export interface NetCall {
  /** What it was allowed to do. */
  readonly facts: readonly Fact[];
  /** Told of hosts whose text came in. */
  heard(facts: readonly Fact[]): void;
  /** Told of hosts it was kept from: with these among its facts it could have connected. */
  refused(facts: readonly Fact[]): void;
}

/** The network of a session, seen by its calls. */
export interface NetHost {
  forCall(call: NetCall): NetPort;
}
