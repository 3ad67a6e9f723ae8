import type { Calls, FoundCall } from './calls.js';
import type { Input, Reading } from './input.js';
import type { ToolTable } from './tool-table.js';

/** What a message in some format is made of, beside plain text. */
export interface Grammar {
  /** What opens calls. Those with the same text are tried in their order. */
  readonly openers: readonly DialectOpener[];
  readonly thoughts?: readonly Thought[];
  /** Marks that are left out of the text wherever they stand: ends of turns, wrappers of answers. */
  readonly dropped?: readonly string[];
  /** What wraps a whole answer: left out where nothing but reasoning stands before it, and then its close too. */
  readonly wrappers?: readonly Wrapper[];
  /** Closing marks. One that closes nothing and begins a line is left out and reported. */
  readonly strays?: readonly string[];
  /** What opens a result. A model that writes it itself makes results up: nothing behind it counts. */
  readonly results?: readonly string[];
  /** Which of the calls found in the whole message are made; all of them by default. It reports what it leaves out. */
  settle?(found: readonly FoundCall[], calls: Calls): readonly FoundCall[];
}

/** `line`: only white space before it in its line. `start`: nothing was said before it but reasoning. */
export type Place = 'anywhere' | 'line' | 'start';

export interface Opener {
  /** The literal text; or the literal texts that follow from the tools. */
  readonly text: string | ((tools: ToolTable) => readonly string[]);
  /** `anywhere` by default. */
  readonly at?: Place;
  /** The dialect that is reported for its calls; by default the one whose opener it is. */
  readonly dialect?: string;
  /** Whether the text is itself that of a code fence; anything else is no opener within quoted code. */
  readonly fence?: true;
  /** In quoted code it is nothing that was meant as a call. */
  readonly quotable?: true;
  /** The text is common in prose: where it opens no call, that is no mistake. */
  readonly common?: true;
  /** In reasoning that is never closed it does not open a call either: such models draft calls there. */
  readonly draftsInThought?: true;
  /**
   * Whether what follows the text makes it an opener; undefined while that cannot be told. It is given what has come of
   * the next characters, 256 at most, and has to answer the same however many of them it is given.
   */
  readonly starts?: Starts;
  /** Reads what stands behind the text. */
  read(body: Body): Reading<BodyEnd>;
}

export type Starts = (ahead: string, context: AheadContext) => boolean | undefined;

/** An opener with what a format may leave out. */
export interface DialectOpener extends Opener {
  readonly at: Place;
  readonly dialect: string;
}

export interface AheadContext {
  readonly tools: ToolTable;
  /** Nothing follows `ahead`. */
  readonly ended: boolean;
}

/** What a reader of calls works with. */
export interface Body {
  readonly input: Input;
  readonly calls: Calls;
  readonly tools: ToolTable;
  /** The text that opened it. */
  readonly opener: string;
  /** Whether anything was said before it in the message, beside reasoning. */
  readonly behindText: boolean;
  /** The end of that text, 200 characters at most. */
  readonly before: string;
  /** Says something that turned out to be plain text or reasoning. */
  say(text: string): void;
  think(text: string): void;
  /** What was said so far turned out to be reasoning, unless there was some that said so itself. */
  thinkBefore(): void;
}

/**
 * `closed`: what was read were calls, or something that is left out. `text`: it was no call at all. `rejected`: it was
 * meant as a call and cannot be used, which was reported. `lost`: the same, and it cannot be told where it ends, so that
 * nothing behind it may count as a call. All but `closed` leave what was read in the text.
 */
export type BodyEnd = 'closed' | 'text' | 'rejected' | 'lost';

export interface Wrapper {
  readonly open: string;
  readonly close: string;
}

export interface Thought {
  /** Where left out, only the prompt opens it. */
  readonly open?: string;
  readonly close: string;
  /** `anywhere`: also within a line. */
  readonly at: Place;
  /** What can only stand behind it: where its close was forgotten, it ends before this. */
  readonly endedBy?: readonly string[];
  /** Calls within it are made, and it goes on behind them. */
  readonly makesCalls?: true;
}
