import type { DialectEvent } from '../dialect.js';
import { isSpace } from './input.js';

/** White space beside a tag that belongs to it, not to the text; more than this is text. */
const maxSpace = 64;

/**
 * Hands text or reasoning on as it comes. White space at its end waits, so that it can be left out where a call or the
 * end of the reasoning follows.
 */
export class Speech {
  private readonly type: 'text' | 'reasoning';
  private readonly emit: (event: DialectEvent) => void;
  private space = '';
  private atStart: boolean;
  private spoken = false;
  private broken = false;

  constructor(type: 'text' | 'reasoning', emit: (event: DialectEvent) => void) {
    this.type = type;
    this.emit = emit;
    this.atStart = type === 'reasoning';
  }

  say(text: string): void {
    let from = 0;
    if (this.atStart) {
      while (from < text.length && isSpace(text.charCodeAt(from))) from += 1;
      if (from === text.length) return;
      this.atStart = false;
    }
    let end = text.length;
    while (end > from && isSpace(text.charCodeAt(end - 1))) end -= 1;
    if (end > from) {
      this.tell(from === 0 && this.space === '' && end === text.length ? text : this.space + text.slice(from, end));
      this.space = '';
      this.spoken = true;
      this.broken = false;
      from = end;
    }
    if (from === text.length) return;
    this.space += text.slice(from);
    const over = this.space.length - maxSpace;
    if (over <= 0) return;
    this.tell(this.space.slice(0, over));
    this.space = this.space.slice(over);
  }

  /** Something else stands here: the white space before it, and behind it when nothing more is said, is left out. */
  interrupt(): void {
    this.space = '';
    this.broken = true;
  }

  /** A tag stands here: what is said behind it begins with a word, unless it goes on with a text. */
  begin(): void {
    if (this.spoken && this.type === 'text') return;
    this.space = this.spoken ? '\n' : '';
    this.atStart = true;
  }

  /** What was said so far was something else: it begins anew. */
  restart(): void {
    this.space = '';
    this.spoken = false;
    this.broken = false;
    this.atStart = true;
  }

  end(): void {
    if (!this.broken && this.space !== '') this.tell(this.space);
    this.space = '';
  }

  private tell(text: string): void {
    this.emit({ type: this.type, text });
  }
}
