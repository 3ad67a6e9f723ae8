import type { ApprovalStyle } from '../agent/approval-style.js';
import type { QueuedMessage } from '../agent/event.js';
import type { UserMessage } from '../agent/user-message.js';
import type { ErrorCode } from '../base/error.js';
import type { ListedChange } from '../change/list-changes.js';
import type { UndoEnd, UndoPreview } from '../change/undo.js';
import type { UndoWhat } from '../change/undo-choice.js';
import type { ModelFlags } from '../config/model-choice/model-spec.js';
import type { HistoryCompacted } from '../history/event.js';
import type { Mode } from '../policy/policy.js';
import type { Taint } from '../policy/taint/taint.js';
import type { Answer, Question } from '../run/question.js';
import type { SessionEvent, SessionRecord, SessionRewound } from '../session/event.js';
import type { GrantRecord } from '../session/grant-records.js';
import type { ToolState } from '../session/listed-tool.js';
import type { ListedServer } from '../session/servers/list-servers.js';
import type { SessionCommand } from '../session/session-commands.js';
import type { SentRequests } from '../session/session-requests.js';
import type { SessionTerminal } from '../session/session-terminals.js';
import type { SessionSummary } from '../session/sessions.js';
import type { TerminalScreen } from '../tool/terminal.js';
import type { Todo } from '../tool/todo.js';
import type { Tool, ToolDefinition } from '../tool/tool.js';

/**
 * What a face does with sessions, wherever they run. Everything that goes in or comes out is JSON, every call is asynchronous, and
 * an expected failure is a value. A call that rejects is a defect, or the connection is gone.
 *
 * Who a port is for, and by which channel they come, is settled when it is made.
 */
export interface ClientPort {
  /** Stored sessions, the one last written first. */
  listSessions(query: SessionQuery): Call<SessionPage>;
  /** The id meant by an id, the unique start of one, or `last`. */
  findSession(named: { readonly id: string }): Call<InSession>;
  /** Opens a new session or a stored one; one that is open already is joined. */
  openSession(wanted: OpenRequest): Call<SessionState>;
  /** Ends what runs, and lets others have the session. */
  closeSession(of: InSession): Call<null>;
  /** A new session that goes on from the end of a turn of this one; the last turn by default. */
  forkSession(of: InSession & { readonly at?: number }): Call<InSession>;
  /** Goes back to before a message, or forward again to where an earlier rewind left. */
  rewind(of: InSession & RewindRequest): Call<RewindReply>;
  readState(of: InSession): Call<SessionState>;
  /** A page of the record of a session, open or not. */
  readEvents(of: InSession & { readonly after?: number; readonly limit?: number }): Call<EventPage>;
  /** Content that the record names, in base64; null when it is not there any more. */
  readBlob(of: InSession & { readonly blob: string }): Call<string | null>;
  changeSettings(of: InSession & SettingsChange): Call<SessionState>;

  /** Starts a turn. */
  send(message: InSession & UserMessage): Call<StartedTurn>;
  /** Says something in the turn that runs: `now`, before its next request; `next`, when it has ended. */
  queue(message: InSession & UserMessage & { readonly when?: QueueTime }): Call<QueuedMessage>;
  editQueued(
    edit: InSession & Partial<UserMessage> & { readonly messageId: string; readonly when?: QueueTime },
  ): Call<QueuedMessage>;
  /** Takes back a message that waits: answers what it said. */
  takeBack(of: InSession & { readonly messageId: string }): Call<UserMessage>;
  /** Goes on where a pause, an earlier process or a parked question stopped. */
  resume(of: InSession): Call<StartedTurn>;
  /** Nothing more starts in the turn that runs; what runs goes on to its end. */
  pause(of: InSession): Call<null>;
  /** Ends what runs. */
  stop(of: InSession): Call<null>;
  /** Has a tool called, in a turn of its own, by the road of any call. */
  callTool(call: InSession & { readonly name: string; readonly args: unknown }): Call<StartedCall>;
  /** Runs a command line of the person, unasked. With `tell` the model reads of it with its next request. */
  runCommand(of: InSession & { readonly command: string; readonly tell?: boolean }): Call<StartedCall>;
  /** Null when there was nothing to make shorter, or it was stopped. */
  compact(of: InSession): Call<HistoryCompacted | null>;

  /** Questions that wait for a person, in one session or in all of the store. */
  listQuestions(query: { readonly session?: string; readonly workspace?: string }): Call<readonly WaitingQuestion[]>;
  /**
   * Answers a question once. With `digest`, whole or as long as it is shown, only what has that one. One that was answered
   * fails as `question-answered`, and `details.origin` says by whom.
   */
  answer(answer: InSession & QuestionAnswer): Call<null>;
  /** Nobody answers any more in this session: questions that wait, and those to come, are denied for want of a person. */
  unattend(of: InSession): Call<null>;

  /** What a session did to files, open or not, with diffs. */
  listChanges(of: InSession & { readonly turn?: number; readonly callId?: string }): Call<readonly ListedChange[]>;
  /** Takes changes back. `approved` is the digest of the preview that was shown: without it, only the preview is answered. */
  undo(of: InSession & RevertRequest & { readonly what?: UndoWhat; readonly skipChanged?: boolean }): Call<RevertReply>;
  redo(of: InSession & RevertRequest): Call<RevertReply>;

  listTools(of: InSession): Call<readonly ToolEntry[]>;
  /** What the model is sent with each request, part by part, and what that has used. */
  readContext(of: InSession): Call<ContextFacts>;
  listServers(of: InSession): Call<readonly ListedServer[]>;
  listGrants(query: { readonly workspace?: string }): Call<readonly GrantRecord[]>;
  revokeGrants(of: { readonly ids: readonly string[] }): Call<null>;
  /** The person vouches for the text from outside that has come in. */
  clearTaint(of: InSession): Call<null>;
  /** Output of a background command that the model has not read yet; it still will. */
  readCommand(of: InSession & { readonly id: string }): Call<{ readonly text: string }>;
  stopCommand(of: InSession & { readonly id: string }): Call<null>;
  readTerminal(of: InSession & { readonly id: string }): Call<TerminalScreen>;

  /**
   * What sessions tell: first what is recorded after the event named, then how each stands (`now`), then everything as it happens.
   * Whoever reads too slowly loses deltas, never a record: the rest is read from the store, and another `now` follows.
   */
  watch(places: readonly WatchPlace[]): AsyncIterableIterator<Told>;
}

export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: PortError };
export type Call<T> = Promise<Reply<T>>;

export interface PortError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface InSession {
  readonly session: string;
}

export interface SessionQuery {
  /** Words that all must occur, in whatever case: in the id, the folder, the model, or what was said. */
  readonly search?: string;
  readonly workspace?: string;
  /** 50 by default, 500 at most. */
  readonly limit?: number;
  /** Goes on behind this session of the page before. */
  readonly after?: string;
}

export interface SessionPage {
  readonly sessions: readonly (SessionSummary & { readonly open: boolean })[];
  readonly more: boolean;
}

export interface OpenRequest {
  /** A stored session; a new one when absent. */
  readonly session?: string;
  /** The folder to work in; of a stored session, the one it had. */
  readonly workspace?: string;
  readonly mode?: Mode;
  /** One of `riskModes` of its profile. */
  readonly riskMode?: string;
  readonly profile?: string;
  readonly model?: ModelFlags;
  /** The file the person has open; null: none. Where it is told, `active_file` tells the model. */
  readonly activeFile?: string | null;
}

export interface SettingsChange {
  readonly mode?: Mode;
  /** One of `riskModes` of its profile. */
  readonly riskMode?: string;
  readonly model?: ModelFlags;
  /** The file the person has open; null: none. */
  readonly activeFile?: string | null;
}

/** What the model of a session is sent with each request, in tokens as estimated, and what requests used so far. */
export interface ContextFacts {
  readonly model: string;
  /** What the model reads at most, its answer included, where that is known. */
  readonly contextTokens?: number;
  /** From so many on, the earlier part of the conversation is summarised. */
  readonly compactedAt?: number;
  readonly systemTokens: number;
  readonly tools: { readonly count: number; readonly tokens: number; readonly declared: DeclaredTools };
  readonly conversationTokens: number;
  readonly sent: Omit<SentRequests, 'requests'> & { readonly requests: number };
}

/** Which tools requests declare: `few` of ours or all, and others as they are found; or those that the profile says. */
export type DeclaredTools = 'few' | 'builtin' | 'profile';

/** How a session stands: what a face shows beside the conversation. */
export interface SessionState extends InSession {
  readonly workspace: string;
  /** The last event that was told; 0 when nothing is recorded yet. */
  readonly seq: number;
  readonly mode: Mode;
  readonly riskMode?: string;
  readonly model: ChosenModel;
  readonly profile: ProfileFacts;
  readonly instructions: readonly InstructionFile[];
  readonly damage?: string;
  /** The file the person has open; null: none. Absent where the model is not told. */
  readonly activeFile?: string | null;
  /** What runs now. */
  readonly turn?: TurnNow;
  readonly questions: readonly Question[];
  readonly queued: readonly QueuedMessage[];
  readonly todos: readonly Todo[];
  readonly commands: readonly SessionCommand[];
  readonly terminals: readonly SessionTerminal[];
  readonly taint: Taint;
  /** Another number when its tools are others. */
  readonly toolsVersion: number;
}

export interface ChosenModel {
  readonly name: string;
  /** How it was chosen, and why this one, in a sentence for people. */
  readonly how?: string;
  readonly why?: string;
}

export interface ProfileFacts {
  readonly name: string;
  /** Its own modes for how much runs unasked, each with what it lets run. */
  readonly riskModes?: Readonly<Record<string, string>>;
  /** How it asks. */
  readonly approval: ApprovalStyle;
  /** How many days an answer lasts that is made lasting. */
  readonly grantDays: number;
}

export interface InstructionFile {
  readonly path: string;
  readonly used: boolean;
  /** That it is cut, or untrusted; of one that is not used, why. */
  readonly note?: string;
}

/** A turn in the middle: what was told of it and is not recorded yet. */
export interface TurnNow {
  readonly turnId: string;
  /** Of the answer that is on its way. */
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly RunningCall[];
}

export interface RunningCall {
  readonly callId: string;
  readonly name: string;
  /** The end of what it has printed, and how many characters before that are left out. */
  readonly output: string;
  readonly left: number;
}

export interface EventPage {
  readonly events: readonly SessionRecord[];
  readonly more: boolean;
  /** What keeps the rest from being read. */
  readonly damage?: string;
}

export type QueueTime = 'now' | 'next';

export interface StartedTurn {
  readonly turnId: string;
}

export interface StartedCall extends StartedTurn {
  readonly callId: string;
}

export interface WaitingQuestion extends InSession {
  readonly workspace?: string;
  readonly question: Question;
  readonly askedAt: number;
  /** It can be answered now. Else its process has ended, or is another: it is asked again when the session is resumed. */
  readonly open: boolean;
}

export interface QuestionAnswer {
  readonly question: string;
  readonly digest?: string;
  readonly answer: Answer;
  /** Nobody was there to answer. */
  readonly unattended?: boolean;
}

export interface RewindRequest {
  /** Before this message of the person, or to the event where an earlier rewind left. */
  readonly to: { readonly message: string } | { readonly event: number };
  /** Files too: all that was changed since is undone, or what that rewind undid is redone. */
  readonly files?: boolean;
}

export type RewindReply =
  | {
      readonly type: 'done';
      readonly rewound: SessionRewound;
      readonly message?: UserMessage;
      readonly files?: UndoEnd;
    }
  /** Files cannot be put back: nothing was done. */
  | { readonly type: 'refused'; readonly files: UndoEnd };

export interface RevertRequest {
  /** The digest of the preview; `true`: whatever it is. */
  readonly approved?: string | true;
}

export type RevertReply =
  | Exclude<UndoEnd, { type: 'declined' }>
  /** Nothing was done yet. */
  | { readonly type: 'preview'; readonly preview: UndoPreview; readonly digest: string };

export interface ToolEntry {
  readonly tool: Pick<
    Tool,
    'name' | 'title' | 'description' | 'source' | 'category' | 'group' | 'effects' | 'idempotent'
  >;
  readonly state: ToolState;
  /** What a request carries of it, or would; and all there is of it. */
  readonly definition: ToolDefinition;
  readonly whole: ToolDefinition;
  /** Names it had before, by which it is found too. */
  readonly formerly?: readonly string[];
  /** It belongs to the session itself, and is for models alone. */
  readonly meta?: true;
}

export interface WatchPlace extends InSession {
  /** What comes behind this event; without it, only what happens from now on. */
  readonly after?: number;
}

export type Told =
  /** A record, which has a `seq`, or a delta, which is never stored. */
  | (InSession & { readonly event: SessionEvent })
  /** All that is recorded has been told, and this is how it stands. */
  | (InSession & { readonly now: SessionState })
  /** It is open here no more. */
  | (InSession & { readonly closed: true });
