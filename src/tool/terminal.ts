import type { BackgroundPort, CommandStart } from './background.js';
import type { Fact } from './fact.js';
import type { ToolFailure } from './outcome.js';
import type { ProcessStart, RunningProcess, TerminalSize } from './port.js';

/** A terminal of the session: a background command that has a screen. */
export interface Terminal {
  /** That of its background command. */
  readonly id: string;
  readonly command: string;
  readonly facts: readonly Fact[];
  /** `ready`: its shell waits for a command. What is no shell runs until it has ended. */
  readonly state: 'starting' | 'ready' | 'running' | 'ended';
  readonly isShell: boolean;
  /** Nothing was done in its shell yet that could make a command mean something else than in a new one. */
  readonly isClean: boolean;
  /** Where its shell stands, as far as it told. */
  readonly cwd: string | undefined;
  readonly size: TerminalSize;
}

/** What a terminal shows, without escape sequences, with secrets masked. */
export interface TerminalScreen extends TerminalSize {
  /** One line a row; blank rows at the end are left out. */
  readonly text: string;
  /** Counted from 1, on the screen. */
  readonly cursor: { readonly row: number; readonly column: number };
  readonly title: string;
  /** A program has the whole screen for itself: an editor, a pager. */
  readonly alternate: boolean;
  /** How many lines above the screen can still be read. */
  readonly scrollback: number;
}

export interface TerminalStart extends Omit<CommandStart, 'launch' | 'maxChars'> {
  readonly size: TerminalSize;
  /** What runs in it is our shell: it tells where the output of a command begins and ends. */
  readonly shell: boolean;
  launch(request: Pick<ProcessStart, 'command' | 'terminal' | 'onOutput'>): Promise<RunningProcess>;
}

export interface TerminalRun {
  readonly command: string;
  /** The folder to go to first. */
  readonly cwd?: string | undefined;
  /** What it would do could not be read. */
  readonly unread: boolean;
  /** The shell is as clean afterwards as it was before. */
  readonly keepsClean: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What the command prints. */
  onOutput(chunk: Uint8Array): void;
}

/** How the wait for a command ended. What timed out goes on. */
export type TerminalRunEnd =
  | { readonly state: 'done'; readonly exitCode: number }
  | { readonly state: 'timed-out' }
  | { readonly state: 'cancelled' }
  /** Its shell has, with this exit code, where there is one. */
  | { readonly state: 'ended'; readonly exitCode: number | null };

/** How long to wait for something new. */
export interface ScreenWait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** The terminals of a session, seen by one call. A failure says which ids are known. */
export interface TerminalPort {
  list(): readonly Terminal[];
  find(id: string): Terminal | ToolFailure;
  open(start: TerminalStart): Promise<Terminal | ToolFailure>;
  run(id: string, run: TerminalRun): Promise<TerminalRunEnd | ToolFailure>;
  /** `waiting`: not all of it was taken yet, and the rest is as it is read. */
  send(id: string, bytes: string): Promise<'taken' | 'waiting' | ToolFailure>;
  resize(id: string, size: TerminalSize): ToolFailure | undefined;
  /** Resolves when nothing new came for a moment, or it has ended, and after `waitMs` at the latest. */
  settled(id: string, wait: ScreenWait): Promise<void>;
  screen(id: string, options: { readonly lines: number }): Promise<TerminalScreen | ToolFailure>;
}

/** The same for all calls of a session. */
export interface TerminalHost {
  readonly terminals: readonly Terminal[];
  forCall(call: TerminalCall): TerminalPort;
  /** For the person. */
  screen(id: string): Promise<TerminalScreen | ToolFailure>;
}

export interface TerminalCall {
  readonly background: BackgroundPort;
  /** Told where what the call answers came from, beside what its plan says. */
  heard(facts: readonly Fact[]): void;
}
