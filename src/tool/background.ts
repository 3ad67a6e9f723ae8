import type { Fact } from './fact.js';
import type { ToolFailure } from './outcome.js';
import type { Capture, Captured, HandedProcess, ProcessEnd, ProcessStart, RunningProcess } from './port.js';

/** A command that goes on after the call that started it. */
export interface BackgroundCommand {
  readonly id: string;
  readonly command: string;
  /** Where it was started, for people and models. */
  readonly cwd: string;
  /** What the call that started it was allowed to do. */
  readonly facts: readonly Fact[];
  /** Its process, as the machine knows it, once it is started here. */
  readonly pid?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** How long it has run by now, or ran. */
  readonly ranMs: number;
  /** Bytes of output that nobody has read. */
  readonly unread: number;
  /** Undefined while it runs. */
  readonly end: CommandEnd | undefined;
  /** Until when at most it goes on after its session, in milliseconds since the epoch; absent: it ends with it. */
  readonly keptUntil?: number;
}

export interface CommandEnd {
  readonly process: ProcessEnd;
  /** What it did to protected paths. */
  readonly captured: Captured;
  readonly by: EndedBy;
}

/**
 * What ended a command: itself, a call that stopped it, the person, the end of its session, the deadline of one that was
 * kept, or the end of the program that held it.
 */
export type EndedBy = 'itself' | 'call' | 'person' | 'session' | 'deadline' | 'program';

export interface CommandStart extends Pick<BackgroundCommand, 'command' | 'cwd' | 'facts'> {
  /** The most characters of its output that are told at once. */
  readonly maxChars: number;
  /** Begun before the process; ended when it has. */
  readonly capture: Capture;
  launch(onOutput: NonNullable<ProcessStart['onOutput']>): Promise<RunningProcess>;
}

/** A command that goes on after its session. */
export interface KeptStart extends Pick<CommandStart, 'command' | 'cwd' | 'facts' | 'maxChars'> {
  readonly process: HandedProcess;
}

/** How long a command may be kept, in whole hours. */
export interface KeepTerms {
  readonly hours: number;
}

/** What a command printed since it was last read. */
export interface CommandNews {
  readonly text: string;
  readonly bytes: number;
  /** Where the whole is kept; only when the text is not the whole. */
  readonly blob?: string;
}

/** The commands that go on beside the calls of a session. A failure says which ids are known. */
export interface BackgroundPort {
  list(): readonly BackgroundCommand[];
  find(id: string): BackgroundCommand | ToolFailure;
  start(start: CommandStart): Promise<BackgroundCommand | ToolFailure>;
  /** Whether commands can be kept here, and for how long at most; or why not. */
  readonly keeping: KeepTerms | ToolFailure;
  keep(start: KeptStart): Promise<BackgroundCommand | ToolFailure>;
  /** At once when there is something new, or it has ended; else when there is, and after `waitMs` at the latest. */
  read(id: string, wait: { readonly waitMs: number; readonly signal: AbortSignal }): Promise<CommandNews | ToolFailure>;
  /** `waiting`: it did not take all of it yet, and gets it as it reads. */
  write(
    id: string,
    input: { readonly text: string; readonly end: boolean },
  ): Promise<'taken' | 'waiting' | ToolFailure>;
  /** Asks it to end, and kills what does not. Answers when nothing of it is left. */
  stop(id: string): Promise<ToolFailure | undefined>;
}

/** The same for all calls of a session. */
export interface BackgroundHost {
  readonly commands: readonly BackgroundCommand[];
  forCall(call: BackgroundCall): BackgroundPort;
  /** For the person: the last it has printed, whether the model has read it or not. */
  printed(id: string): Promise<string | ToolFailure>;
  /** The person ends one. */
  stop(id: string): Promise<ToolFailure | undefined>;
  /** Goes on with one that was kept when the session was closed; false when nothing is left of it. */
  adopt(commandId: string, callId: string): Promise<boolean>;
  /** Ends all of them but those that are kept. */
  close(): Promise<void>;
  /** What was told of them is stored: the files of kept ones that have ended can go. */
  stored(): Promise<void>;
}

export interface BackgroundCall {
  readonly callId: string;
  /** Told where what the call answers came from, beside what its plan says. */
  heard(facts: readonly Fact[]): void;
}
