import type { Fact } from './fact.js';
import type { ToolFailure } from './outcome.js';
import type { Undoable } from './plan.js';
import type { PathChange } from './version.js';

/** Who a call belongs to. */
export interface SessionPort {
  readonly id: string;
  readonly callId: string;
  readonly actor: string;
  /** The question in which a person allowed this very call; absent where nobody was asked, or has not answered yet. */
  readonly approvedIn?: string;
  /** Which of the risk modes of its profile the session is in; absent where that has none. */
  readonly riskMode?: string;
}

/** A path with its links followed: where it really leads, now. */
export interface Place {
  /** The path as it was given. */
  readonly given: string;
  /** Absolute and free of links. */
  readonly path: string;
  /** Relative to the workspace when inside it, else absolute: for people and models. In a scope, `private:/x`. */
  readonly shown: string;
  /** In a scope: relative to the workspace, for rules and records. See `placeName`. */
  readonly real?: string;
  readonly inside: boolean;
  /** As it was named, in the form rules know, when links lead from there to here. */
  readonly via?: string;
  /** The file has other names as well (hard links), here or elsewhere. */
  readonly shared?: true;
  readonly kind: 'file' | 'directory' | 'other' | 'missing';
  readonly size: number;
  /** The permission bits; absent when nothing is there. */
  readonly mode?: number;
  /** No call may change it. */
  readonly writeProtected?: true;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly type: 'FILE' | 'DIR' | 'LINK' | 'OTHER';
  readonly size: number;
  readonly modifiedMs: number;
}

/** What is in a folder that is kept open; a link is neither a file nor a folder. */
export interface HeldEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** A folder kept open: `path` leads to it even when its name is swapped for another folder or a link. */
export interface HeldDirectory {
  readonly path: string;
  /** When something beneath it was last modified; undefined when it is not there. */
  modifiedMs(name: string): number | undefined;
  /** What is in a folder beneath it, or in itself for ''; undefined when that cannot be listed. */
  entries(below: string): readonly HeldEntry[] | undefined;
  close(): void;
}

/** The only way to files. Resolving follows links; opening follows none, so a swap in between is found, not followed. */
export interface WorkspacePort {
  readonly root: string;
  /** Folders of other sessions, by their real paths: what is walked from around them leaves them out. */
  closed?(): readonly string[];
  resolve(path: string): Place | ToolFailure;
  /** The same for a real path, absolute or relative to the root, and not as a model gives it: scopes are not looked for. */
  reach(path: string): Place | ToolFailure;
  /** The whole content; `not_found`, `io_error` or `stale` (the place changed since it was resolved) otherwise. */
  read(place: Place, options?: { readonly maxBytes?: number }): Promise<Uint8Array | ToolFailure>;
  /** The first bytes, for telling text from binary without reading it all. */
  peek(place: Place, bytes: number): Promise<Uint8Array | ToolFailure>;
  /** The content piece by piece, in bounded memory; a piece is only there until `visit` returns, and at false no more come. */
  scan(place: Place, visit: (piece: Uint8Array) => boolean): Promise<undefined | ToolFailure>;
  list(place: Place): Promise<readonly DirectoryEntry[] | ToolFailure>;
  hold(place: Place): HeldDirectory | ToolFailure;
}

interface Staged {
  readonly id: string;
  readonly place: Place;
  /** Everything it changes; folders that are made on the way too. */
  readonly paths: readonly PathChange[];
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
}

/** New content for one file. */
export interface StagedWrite extends Staged {
  readonly operation: 'create' | 'overwrite' | 'edit';
  /** sha256 of the content it was made from; undefined when there was no file. */
  readonly baseHash: string | undefined;
  readonly content: Uint8Array;
  readonly contentHash: string;
  /** The permission bits it shall have, where these are part of the change. */
  readonly mode?: number;
}

/** A file, a link or a folder taken away, or taken to another place, which is then `place`. */
export interface StagedRemoval extends Staged {
  readonly operation: 'delete' | 'move';
  readonly from: Place;
  /** Not possible: it is too much to be listed and kept, and `paths` name its root only. */
  readonly undo: Undoable;
}

/** A change that was made ready and not yet made. */
export type StagedChange = StagedWrite | StagedRemoval;

/** A staged write that waits under a token. */
export interface KeptChange {
  readonly token: string;
  readonly operation: StagedWrite['operation'];
  /** The file as it was named, and where it lay. */
  readonly given: string;
  readonly path: string;
  readonly content: Uint8Array;
  /** sha256 of the content it was made from; of the empty text when there was no file. */
  readonly baseHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A file, relative to the workspace when inside it, and the sha256 of the content the model knows of it. */
export interface SeenFile {
  readonly path: string;
  readonly hash: string;
}

/** The part of the changes that reads. */
export interface ChangePlanPort {
  stage(change: {
    readonly place: Place;
    readonly operation: 'write' | 'edit';
    readonly base: Uint8Array | undefined;
    readonly content: Uint8Array;
    /** The permission bits it shall have; those of the file, or of new files here, when absent. */
    readonly mode?: number;
    /** How many lines its diff shows around what changes; 3 when absent. */
    readonly contextLines?: number;
  }): StagedWrite;
  /** A file, a link itself, or a folder with all below it. */
  stageDelete(place: Place): Promise<StagedRemoval | ToolFailure>;
  stageMove(from: Place, to: Place): Promise<StagedRemoval | ToolFailure>;
  /** sha256 of what the model last read or wrote there; undefined when it never did. */
  seen(file: Pick<Place, 'shown' | 'real'>): string | undefined;
  /** A write must have been preceded by a read of the file that is there. */
  readonly readBeforeWrite: boolean;
  /** What waits under a token; undefined when nothing does, or it expired. */
  kept(token: string): Promise<KeptChange | undefined>;
  /** Whether what a command with these facts does in the workspace can be taken back. */
  undoOf(facts: readonly Fact[]): Promise<Undoable>;
}

export interface ChangePort extends ChangePlanPort {
  /**
   * Compares what is there with what the change was made from, then does it, wholly or not at all; several are one
   * batch. `stale` when something is not what it was staged from.
   */
  apply(
    change: StagedChange | readonly StagedChange[],
    signal?: AbortSignal,
  ): Promise<{ readonly bytes: number } | ToolFailure>;
  /** The model has now read this content. */
  saw(file: Pick<Place, 'shown' | 'real'>, hash: string): void;
  /** Keeps a staged write for a later call. */
  keep(change: StagedWrite): Promise<KeptChange>;
  /** Takes a token away: it was used. */
  spend(token: string): void;
  /** Takes note of the workspace before a command with these facts runs. */
  capture(facts: readonly Fact[], options?: CaptureOptions): Promise<Capture>;
}

export interface CaptureOptions {
  readonly signal?: AbortSignal | undefined;
  /** The command goes on beside other calls: only protected paths are looked after, and nothing is kept for undo. */
  readonly background?: true;
}

/** The changes of a session, seen by its calls. */
export interface ChangeHost {
  forCall(callId: string): ChangePort;
  /** What a call let the model know of files; told once. */
  seenBy(callId: string): readonly SeenFile[];
}

/** The workspace as it was before a command. */
export interface Capture {
  /** Why nothing could be kept, when it could not. */
  readonly missing?: string;
  /** Finds out what is another now, and journals it for undo. */
  end(): Promise<Captured>;
}

/** What a command changed in the workspace. */
export interface Captured {
  readonly paths: readonly PathChange[];
  /** What it changed too and cannot be taken back. */
  readonly lost: readonly LostChange[];
  /** Why it is not known what changed, when it is not. */
  readonly unknown?: string;
  /** Links it made or turned that lead out of the workspace. */
  readonly outward?: readonly string[];
  /** What a confined command did to protected paths that no fact of its call names: it was put back. Not in `paths`. */
  readonly refused?: readonly RefusedChange[];
  /** What of this could not be put back, and why. */
  readonly left?: readonly LostChange[];
  /** Why protected paths were not looked after, or not all of them. */
  readonly unchecked?: string;
}

export interface LostChange {
  readonly path: string;
  readonly why: string;
}

export interface RefusedChange {
  readonly path: string;
  /** With this among the facts of the call it stays. */
  readonly fact: Fact;
  /** What the command had put there, where it could be kept. */
  readonly blob?: string;
}

export interface BlobWriter {
  write(chunk: Uint8Array): void;
  /** Ends the blob; it is on disk when the address is answered. */
  end(): Promise<{ readonly address: string; readonly bytes: number }>;
  discard(): void;
}

/** Content kept whole beside the events that name it, by `blob:` address. */
export interface BlobPort {
  /** What is on disk when the address is answered: nothing for sure, the content, or (when absent) its name too. */
  write(content: string | Uint8Array, options?: { readonly fsync?: 'off' | 'on' | 'full' }): Promise<string>;
  writer(): BlobWriter;
  size(address: string): Promise<number | undefined>;
  read(address: string): Promise<Uint8Array | undefined>;
}

/** What a process is for: it settles what is opened to it before its facts open more. */
export type ProcessProfile =
  /** A command of a call: the workspace is writable, outside mode `plan`. */
  | 'command'
  /** What reacts to a session: the workspace is read-only. */
  | 'hook'
  /** What serves a session for long: the workspace is read-only, `data` is its own. */
  | 'server';

/** How much a terminal shows. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A process that runs for as long as its work takes. */
export interface ProcessStart {
  /** One command line for the pinned shell, or a program with its arguments. */
  readonly command: string | readonly [string, ...string[]];
  readonly cwd: string;
  /** There is no deadline when absent. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** `command` when absent. */
  readonly profile?: ProcessProfile;
  /** A folder of its own that it may write, by its real path; it exists. */
  readonly data?: string;
  /** Variables beside the harmless part of the environment; none of them is told to anybody. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the call was allowed to do: what these name is opened to it, beside the workspace, and nothing else. */
  readonly facts?: readonly Fact[];
  /** A program this package brings along and directs word by word: it is not confined. */
  readonly own?: true;
  /** It gets a terminal of this size, its own: all it prints comes as `stdout`, unmasked, with escape sequences. */
  readonly terminal?: TerminalSize;
  /** Of a terminal no more is read until what it answers is resolved. */
  onOutput?(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void | Promise<void>;
}

/** A process that is waited for. */
export interface ProcessRequest extends ProcessStart {
  readonly timeoutMs: number;
  readonly input?: string;
}

/** All that another process of ours needs to start a process just as a port would: plain data, read by the sandbox alone. */
export interface HandedProcess {
  readonly handed: unknown;
}

export type ProcessEnd = (
  | { readonly state: 'exited'; readonly exitCode: number }
  | { readonly state: 'signalled'; readonly signal: string }
  | { readonly state: 'timed-out' }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly message: string }
) & {
  /** What the sandbox kept it from, as far as that was seen: with these among its facts it could have done it. */
  readonly refused?: readonly Fact[];
  /** The hosts it was connected to, where that is known. */
  readonly connected?: readonly Fact[];
  /** Limits it ran into, as far as that was seen, each told in a sentence. */
  readonly reached?: readonly string[];
};

export interface RunningProcess {
  /** As the machine knows it: of a confined one, that of what confines it. Absent where it is not known. */
  readonly pid?: number | undefined;
  /** Resolves once it was taken, however slowly it is read; false when nobody reads it any more. */
  write(chunk: string | Uint8Array): Promise<boolean>;
  /** Ends its input; what goes on then is asked to end, and killed when it does not. */
  end(): void;
  /** Ends its input, and no more. */
  closeInput(): void;
  /** Asks it to end, and kills it when it does not. */
  stop(): void;
  /** Of one that has a terminal. */
  resize?(size: TerminalSize): void;
  /** The hosts it has been connected to by now, where that is known. */
  connected?(): readonly Fact[];
  /** Resolves once the process and all it started have ended. */
  readonly ended: Promise<ProcessEnd>;
}

export interface ProcessPort {
  /** True when the process would be confined; known once it is prepared. */
  readonly sandboxed: boolean;
  /** Finds out whether processes can be confined here. The road awaits it before a tool that runs processes is planned. */
  prepare?(): Promise<void>;
  /** The variables it would see; none are known when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Resolves once the process and its whole group have ended. */
  run(request: ProcessRequest): Promise<ProcessEnd>;
  /** One that could not be started has ended as `failed`. */
  start(request: ProcessStart): Promise<RunningProcess>;
  /** For a process that is to outlive this one; absent where none may. A failure says why this one may not. */
  handOver?(request: Omit<ProcessStart, 'onOutput' | 'signal'>): Promise<HandedProcess | ToolFailure>;
}

export interface AskRequest {
  readonly text: string;
  readonly options?: readonly string[];
  /** More than one answer may be given. */
  readonly several?: boolean;
  /** How long an answer is waited for; `timeout` after that. As long as it takes when absent. */
  readonly waitMs?: number;
  /** `text` is a plan, and what is no option says what shall be changed in it. `AskPort.review` asks so, and acts on it. */
  readonly review?: true;
}

/** A field of a form, as JSON Schema: a plain value, one of some words (`enum`, `oneOf`), or a list of such (`items`). */
export type FormField = {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
} & Readonly<Record<string, unknown>>;

export type FormValue = string | number | boolean | readonly string[];

/** Several things that are asked for at once. */
export interface FormRequest {
  readonly text: string;
  readonly properties: Readonly<Record<string, FormField>>;
  /** What has to be filled in; the rest may be left out. */
  readonly required?: readonly string[];
}

export interface FilledForm {
  readonly values: Readonly<Record<string, FormValue>>;
}

export interface Answered {
  readonly text: string;
  /** The answers one by one, where several were asked for and given. */
  readonly texts?: readonly string[];
}

/** What a person said to a plan. One that is rejected is a failure. */
export type Review =
  /** `mode` is the one the session is in by now: the person may have left mode `plan` with the answer. */
  | { readonly verdict: 'accepted'; readonly mode: string }
  /** They want it otherwise. */
  | { readonly verdict: 'changed'; readonly text: string };

/** Questions of a tool to the person: same events and same no-person rule as approvals. */
export interface AskPort {
  /** Whether somebody may be there to answer. */
  readonly present: boolean;
  ask(question: AskRequest): Promise<Answered | ToolFailure>;
  /** Has the person accept, reject or change a plan. */
  review(plan: string): Promise<Review | ToolFailure>;
  /** Has the person fill in a form: as one where whoever asks can show it, else by a question a field. */
  fill(form: FormRequest): Promise<FilledForm | ToolFailure>;
}

export interface LogPort {
  debug(message: string): void;
  warn(message: string): void;
}

/** What a place is called in facts and records: relative to the workspace when inside it, else absolute. */
export const placeName = ({ real, shown }: Pick<Place, 'real' | 'shown'>): string => real ?? shown;
