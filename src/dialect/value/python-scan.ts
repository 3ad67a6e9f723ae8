import { isSpace } from '../read/input.js';

/**
 * Follows Python text through its pieces, from behind an opening bracket, to find the one that closes it. Brackets in
 * strings and comments do not count. It is no check: what stands between is read afterwards.
 */
export class PythonScan {
  /** `broken`: behind a string stands what cannot follow one, so a quote in it was not escaped. */
  state: 'reading' | 'ended' | 'broken' = 'reading';
  private depth = 1;
  private mode: 'code' | 'opening' | 'string' | 'behind' | 'continued' | 'comment' = 'code';
  private quote = 0;
  private triple = false;
  private escaped = false;
  /** Quotes in a row, where a string opens or may close. */
  private run = 0;
  /** What stands behind a string: white space, and then the letters of a word. */
  private word = '';

  /** Whether the text so far ends within a string. */
  get inString(): boolean {
    return this.mode === 'string' || this.mode === 'opening';
  }

  /** Reads from `from` to `to`; answers the index behind what it read. */
  take(text: string, from: number, to: number): number {
    let at = from;
    while (at < to && this.state === 'reading') {
      const code = text.charCodeAt(at);
      if (this.mode === 'string') this.inStringAt(code);
      else if (this.mode === 'code') this.inCodeAt(code);
      else if (this.mode === 'opening') this.openingAt(code);
      else if (this.mode === 'behind') this.behindAt(code);
      else if (this.mode === 'continued') this.continuedAt(code);
      else if (code === newline) this.mode = 'code';
      at += 1;
    }
    return at;
  }

  private inCodeAt(code: number): void {
    if (code === single || code === double) {
      this.mode = 'opening';
      this.quote = code;
      this.run = 1;
    } else if (code === 0x28 || code === 0x5b || code === 0x7b) this.depth += 1;
    else if (code === 0x29 || code === 0x5d || code === 0x7d) {
      this.depth -= 1;
      if (this.depth === 0) this.state = 'ended';
    } else if (code === 0x23) this.mode = 'comment';
  }

  /** Behind the first quote of a string: three of them open a long one, two are an empty one. */
  private openingAt(code: number): void {
    if (code === this.quote) {
      this.run += 1;
      if (this.run === 3) this.open(true);
    } else if (this.run === 2) {
      this.close();
      this.behindAt(code);
    } else {
      this.open(false);
      this.inStringAt(code);
    }
  }

  private open(triple: boolean): void {
    this.mode = 'string';
    this.triple = triple;
    this.run = 0;
  }

  private inStringAt(code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === this.quote) {
      this.run += 1;
      if (!this.triple || this.run === 3) this.close();
      return;
    } else if (code === backslash) this.escaped = true;
    this.run = 0;
  }

  private close(): void {
    this.mode = 'behind';
    this.word = '';
    this.run = 0;
  }

  private behindAt(code: number): void {
    if (code === backslash && this.word.length <= 1) {
      this.mode = 'continued';
      return;
    }
    if (isLetter(code) && this.word !== '' && this.word.length <= 5) this.word += String.fromCharCode(code);
    else if (isSpace(code) && this.word.length <= 1) this.word = ' ';
    else if (this.word.length > 1 ? operators.has(this.word) && !isLetter(code) : mayFollow.has(code)) {
      this.mode = 'code';
      this.inCodeAt(code);
    } else this.state = 'broken';
  }

  /** A backslash behind a string joins two lines; before anything else it is text of the string. */
  private continuedAt(code: number): void {
    if (code === newline) {
      this.mode = 'behind';
      this.word = ' ';
    } else if (code !== 0x0d) this.state = 'broken';
  }
}

const newline = 0x0a;
const backslash = 0x5c;
const single = 0x27;
const double = 0x22;

/** What ends a value, what joins two, and what only an expression has, which is no value but well quoted. */
const mayFollow: ReadonlySet<number> = new Set([...`,)]}:#'"+%*.[<>=!`].map((char) => char.charCodeAt(0)));
const operators: ReadonlySet<string> = new Set([' if', ' in', ' is', ' or', ' and', ' not', ' for', ' else']);

const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
