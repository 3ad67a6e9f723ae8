import type { ListNode } from './ast.js';

export const maxDepth = 64;
export const maxNodes = 20_000;

/** A place in a text. Reading stops for good at the first failure: what was read until then is kept. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** Nothing is read from here on, as if the text ended. */
  end: number;
  readonly state: State;
  place: Place;
  /** Here-documents whose bodies begin on the next line. */
  heredocs: readonly Heredoc[];
  /** Where a failure is reported, when this text is not the script's. */
  readonly base: number | undefined;
  readonly grammar: Grammar;
}

/** Shared by the cursors of a script and of the texts within it. */
export interface State {
  nodes: number;
  depth: number;
  braceSteps: number;
  failure: { readonly message: string; readonly at: number } | undefined;
}

/** What bash reads differently by where it is. */
export interface Place {
  /** Inside `$( … )`, `<( … )` and `>( … )`. */
  readonly substitution: boolean;
  /** Between double quotes, also in a substitution there: bash then takes the quotes off a `$'…'` in `${ … }` early. */
  readonly quoted: boolean;
  /** Where the first word of a substitution begins: `time` is no keyword there. */
  readonly opening: number;
  /** Inside arithmetic that closes with this character, which bash then counts even within `${ … }`. */
  readonly arithmetic: ')' | ']' | '';
  readonly inCase: boolean;
  /** A here-document of the command around this one waits for its body. */
  readonly pending: boolean;
  /** How often this text is read for the second time: `((` that turned out to be no arithmetic. */
  readonly reread: number;
}

export interface Heredoc {
  readonly closing: string;
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  /** Reads the body from its lines, which begin at the cursor. */
  fill(body: HeredocBody): void;
}

export interface HeredocBody {
  readonly start: number;
  readonly end: number;
  /** The lines as bash keeps them. */
  readonly text: string;
}

/** The parts of the grammar contain one another, their files must not. */
export interface Grammar {
  /** Statements up to what cannot begin one. */
  list(cursor: Cursor): ListNode;
}

export const outermost: Place = {
  substitution: false,
  quoted: false,
  opening: -1,
  arithmetic: '',
  inCase: false,
  pending: false,
  reread: 0,
};

export function createCursor(text: string, grammar: Grammar): Cursor {
  const state: State = { nodes: 0, depth: 0, braceSteps: 0, failure: undefined };
  return { text, at: 0, end: text.length, state, place: outermost, heredocs: [], base: undefined, grammar };
}

/** For a text that stands inside another one in a changed form. */
export function createInnerCursor(outer: Cursor, text: string, at: number): Cursor {
  const { state, grammar, base = at } = outer;
  return { text, at: 0, end: text.length, state, place: outermost, heredocs: [], base, grammar };
}

/** Ends all reading. The first failure counts. */
export function fail(cursor: Cursor, message: string, at = cursor.at): void {
  cursor.state.failure ??= { message, at: cursor.base ?? at };
}

export const failed = (cursor: Cursor): boolean => cursor.state.failure !== undefined;

/** The next character once joined lines are joined; empty at the end and after a failure. */
export function peek(cursor: Cursor): string {
  if (cursor.state.failure !== undefined) return '';
  const { text, end } = cursor;
  while (cursor.at + 1 < end && text[cursor.at] === '\\' && text[cursor.at + 1] === '\n') cursor.at += 2;
  return cursor.at < end ? (text[cursor.at] as string) : '';
}

/** Goes past the token when it comes next. */
export function take(cursor: Cursor, token: string): boolean {
  const from = cursor.at;
  for (const character of token) {
    if (peek(cursor) !== character) {
      cursor.at = from;
      return false;
    }
    cursor.at += 1;
  }
  return true;
}

export function isNext(cursor: Cursor, token: string): boolean {
  const from = cursor.at;
  const found = take(cursor, token);
  cursor.at = from;
  return found;
}

/** Reads as far as a sticky pattern goes; the pattern must not match a backslash. */
export function takeRun(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? '';
  const run = found.slice(0, cursor.end - cursor.at);
  cursor.at += run.length;
  return run;
}

/** Goes past blanks and a comment, up to the next token or the end of the line. Only space and tab are blanks. */
export function skipBlanks(cursor: Cursor): void {
  for (;;) {
    const next = peek(cursor);
    if (next === '#') {
      const newline = cursor.text.indexOf('\n', cursor.at);
      cursor.at = newline < 0 ? cursor.end : Math.min(newline, cursor.end);
      return;
    }
    if (next !== ' ' && next !== '\t') return;
    cursor.at += 1;
  }
}

export function countNodes(cursor: Cursor, count = 1): void {
  cursor.state.nodes += count;
  if (cursor.state.nodes > maxNodes) fail(cursor, `the script has more than ${maxNodes} parts`);
}

/** Reads what stands one level deeper. */
export function nested<T>(cursor: Cursor, read: () => T): T {
  cursor.state.depth += 1;
  if (cursor.state.depth > maxDepth) fail(cursor, `the script is nested more than ${maxDepth} deep`);
  const value = read();
  cursor.state.depth -= 1;
  return value;
}

/** Reads with another place, end or waiting here-documents, and goes back to those of before. */
export function within<T>(
  cursor: Cursor,
  change: { readonly place?: Partial<Place>; readonly end?: number; readonly heredocs?: readonly Heredoc[] },
  read: () => T,
): T {
  const { place, end, heredocs } = cursor;
  cursor.place = { ...place, ...change.place };
  cursor.end = change.end ?? end;
  cursor.heredocs = change.heredocs ?? heredocs;
  const value = read();
  cursor.place = place;
  cursor.end = end;
  if (change.heredocs !== undefined) cursor.heredocs = heredocs;
  return value;
}
