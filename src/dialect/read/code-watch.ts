import { isSpace } from './input.js';

const backtick = 0x60;
const tilde = 0x7e;
const newline = 0x0a;
const greaterThan = 0x3e;

/**
 * Follows the Markdown of a text, character by character, to tell what is quoted: fenced code, inline code, lines behind
 * `>`. Without looking ahead it cannot know whether inline code is ever closed, so the end of its line closes it; three
 * backticks or more that are still open there are a fence, wherever in the line they stand.
 */
export class CodeWatch {
  /** Whether anything was said outside of quotations. */
  spoke = false;
  /** Whether only white space stands before this point in its line. */
  private blank = true;
  private citing = false;
  private mark = 0;
  private run = 0;
  private runBlank = false;
  private span = 0;
  /** Whether something stands before the inline code in its line. */
  private spanWithin = false;
  private fence = 0;
  private fenceMark = 0;
  private closing = false;

  take(code: number): void {
    if (code === backtick || code === tilde) {
      this.takeMark(code);
      return;
    }
    if (this.run > 0) this.endRun();
    if (code === newline) this.endLine();
    else if (code === greaterThan && this.blank) this.citing = true;
    else if (!isSpace(code)) {
      this.blank = false;
      this.closing = false;
      this.spoke ||= !this.inQuotation;
    }
  }

  /** Whether a character that is no mark would change nothing. */
  get settled(): boolean {
    return !this.blank && this.run === 0 && !this.closing && (this.spoke || this.inQuotation);
  }

  /** Whether what comes next is quoted. */
  get quoted(): boolean {
    if (this.run > 0) this.endRun();
    return this.inQuotation;
  }

  /** Whether what comes next is quoted within a line, as a sentence names something. */
  get mentioned(): boolean {
    return this.quoted && this.span > 0 && this.spanWithin;
  }

  /** Whether what comes next begins its line. */
  get atLineStart(): boolean {
    return this.blank && !this.citing;
  }

  /** Whether a fence was opened and never closed, once the text is over. */
  endsInFence(): boolean {
    if (this.run > 0) this.endRun();
    return this.fence > 0 && !this.closing;
  }

  /** Something that is no text stands here: a new line begins behind it. */
  interrupt(): void {
    if (this.closing) this.fence = 0;
    this.closing = false;
    this.run = 0;
    this.span = 0;
    this.blank = true;
    this.citing = false;
  }

  /** What was read so far belongs to something else. */
  restart(): void {
    this.interrupt();
    this.fence = 0;
    this.closing = false;
    this.spoke = false;
  }

  private get inQuotation(): boolean {
    return (this.fence > 0 && !this.closing) || this.span > 0 || this.citing;
  }

  private takeMark(code: number): void {
    if (this.run > 0 && this.mark !== code) this.endRun();
    if (this.run === 0) {
      this.mark = code;
      this.runBlank = this.blank;
      this.blank = false;
    }
    this.run += 1;
  }

  private endRun(): void {
    const { run, mark } = this;
    this.run = 0;
    if (this.fence > 0) this.closing = this.runBlank && mark === this.fenceMark && run >= this.fence;
    else if (mark === tilde) {
      if (this.runBlank && run >= 3) this.openFence(mark, run);
    } else if (this.span === 0) {
      this.span = run;
      this.spanWithin = !this.runBlank;
    } else if (this.span === run) this.span = 0;
  }

  private endLine(): void {
    if (this.fence === 0 && this.span >= 3) this.openFence(backtick, this.span);
    else if (this.closing) this.fence = 0;
    this.closing = false;
    this.span = 0;
    this.blank = true;
    this.citing = false;
  }

  private openFence(mark: number, length: number): void {
    this.fence = length;
    this.fenceMark = mark;
    this.span = 0;
    this.closing = false;
  }
}
