import type { ToolFailure } from './outcome.js';

/** Who a call belongs to. */
export interface SessionPort {
  readonly id: string;
  readonly callId: string;
  readonly actor: string;
}

/** A path with its links followed: where it really leads, now. */
export interface Place {
  /** The path as it was given. */
  readonly given: string;
  /** Absolute and free of links. */
  readonly path: string;
  /** Relative to the workspace when inside it, else absolute: for people, models and rules. */
  readonly shown: string;
  readonly inside: boolean;
  /** As it was named, in the form of `shown`, when links lead from there to here. */
  readonly via?: string;
  /** The file has other names as well (hard links), here or elsewhere. */
  readonly shared?: true;
  readonly kind: 'file' | 'directory' | 'other' | 'missing';
  readonly size: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly type: 'FILE' | 'DIR' | 'LINK' | 'OTHER';
  readonly size: number;
  readonly modifiedMs: number;
}

/** A folder kept open: `path` leads to it even when its name is swapped for another folder or a link. */
export interface HeldDirectory {
  readonly path: string;
  /** When something beneath it was last modified; undefined when it is not there. */
  modifiedMs(name: string): number | undefined;
  close(): void;
}

/** The only way to files. Resolving follows links; opening follows none, so a swap in between is found, not followed. */
export interface WorkspacePort {
  readonly root: string;
  resolve(path: string): Place | ToolFailure;
  /** The whole content; `not_found`, `io_error` or `stale` (the place changed since it was resolved) otherwise. */
  read(place: Place, options?: { readonly maxBytes?: number }): Promise<Uint8Array | ToolFailure>;
  /** The first bytes, for telling text from binary without reading it all. */
  peek(place: Place, bytes: number): Promise<Uint8Array | ToolFailure>;
  list(place: Place): Promise<readonly DirectoryEntry[] | ToolFailure>;
  hold(place: Place): HeldDirectory | ToolFailure;
}

/** A change that was made ready and not yet made. */
export interface StagedChange {
  readonly place: Place;
  readonly operation: 'create' | 'overwrite' | 'edit';
  /** sha256 of the content it was made from; undefined when there was no file. */
  readonly baseHash: string | undefined;
  readonly content: Uint8Array;
  readonly contentHash: string;
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
}

export interface ChangePort {
  stage(change: {
    readonly place: Place;
    readonly operation: 'write' | 'edit';
    readonly base: Uint8Array | undefined;
    readonly content: Uint8Array;
  }): StagedChange;
  /** Compares the base, then writes wholly or not at all. `stale` when the file is not what it was staged from. */
  apply(change: StagedChange, signal?: AbortSignal): Promise<{ readonly bytes: number } | ToolFailure>;
}

export interface BlobWriter {
  write(chunk: Uint8Array): void;
  /** Ends the blob; it is on disk when the address is answered. */
  end(): Promise<{ readonly address: string; readonly bytes: number }>;
  discard(): void;
}

/** Content kept whole beside the events that name it, by `blob:` address. */
export interface BlobPort {
  write(content: string | Uint8Array): Promise<string>;
  writer(): BlobWriter;
  size(address: string): Promise<number | undefined>;
  read(address: string): Promise<Uint8Array | undefined>;
}

export interface ProcessRequest {
  /** One command line for the pinned shell, or a program with its arguments. */
  readonly command: string | readonly [string, ...string[]];
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly input?: string;
  onOutput?(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void;
}

export type ProcessEnd =
  | { readonly state: 'exited'; readonly exitCode: number }
  | { readonly state: 'signalled'; readonly signal: string }
  | { readonly state: 'timed-out' }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly message: string };

export interface ProcessPort {
  /** True when the process would be confined. */
  readonly sandboxed: boolean;
  /** The variables it would see; none are known when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Resolves once the process and its whole group have ended. */
  run(request: ProcessRequest): Promise<ProcessEnd>;
}

export interface AskRequest {
  readonly text: string;
  readonly options?: readonly string[];
}

/** Questions of a tool to the person: same events and same no-person rule as approvals. */
export interface AskPort {
  ask(question: AskRequest): Promise<{ readonly text: string } | ToolFailure>;
}

export interface LogPort {
  debug(message: string): void;
  warn(message: string): void;
}
