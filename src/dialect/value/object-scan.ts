const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** What is told of an object while it is read. */
export interface ObjectWatcher {
  /** A member whose value is a string, by the text between its quotes. */
  string(key: string, value: string): void;
  /** A piece of a member whose value is an object. */
  object(key: string, piece: string): void;
}

/**
 * Follows one JSON object or list through its pieces to find where it ends. What stands in a string is never taken for
 * its end. It is no check: whether it is JSON at all is found out by parsing it.
 */
export class ObjectScan {
  /** `broken` at a character that no JSON has outside of a string. */
  state: 'reading' | 'ended' | 'broken' = 'reading';
  private readonly watcher: ObjectWatcher | undefined;
  private depth = 0;
  private inString = false;
  /** The text so far ends in an odd number of backslashes within a string. */
  private escaped = false;
  private word = '';
  private key = '';
  private atValue = false;
  private inObject = false;
  /** Where the piece that is read has it from. */
  private objectFrom = 0;

  constructor(watcher?: ObjectWatcher) {
    this.watcher = watcher;
  }

  /** Reads from `from`, which is the opening bracket at first, to `to`; answers the index behind what it read. */
  take(text: string, from: number, to: number): number {
    let wordFrom = from;
    this.objectFrom = from;
    let at = from;
    while (at < to && this.state === 'reading') {
      if (this.inString) {
        at = this.takeString(text, at, to);
        if (this.inString) break;
        if (this.depth === 1) this.endWord(text.slice(wordFrom, at - 1));
        continue;
      }
      const code = text.charCodeAt(at);
      at += 1;
      if (code === quote) {
        this.inString = true;
        wordFrom = at;
      } else if (code === openBrace || code === openBracket) this.open(code, at);
      else if (code === closeBrace || code === closeBracket) this.close(text, at);
      else if (this.depth === 1 && code === colon) this.atValue = true;
      else if (this.depth === 1 && code === comma) this.atValue = false;
      else if (!isBare(code)) {
        this.state = 'broken';
        at -= 1;
      }
    }
    if (this.inString && this.depth === 1) this.word += text.slice(wordFrom, at);
    if (this.inObject) this.watcher?.object(this.key, text.slice(this.objectFrom, at));
    return at;
  }

  private open(code: number, at: number): void {
    this.depth += 1;
    if (this.depth !== 2 || !this.atValue || code !== openBrace) return;
    this.inObject = true;
    this.objectFrom = at - 1;
  }

  private close(text: string, at: number): void {
    this.depth -= 1;
    if (this.depth === 1 && this.inObject) {
      this.watcher?.object(this.key, text.slice(this.objectFrom, at));
      this.inObject = false;
    }
    if (this.depth === 0) this.state = 'ended';
  }

  /** Reads up to behind the quote that closes the string, or to the end. */
  private takeString(text: string, from: number, to: number): number {
    let at = from;
    if (this.escaped) {
      this.escaped = false;
      at += 1;
    }
    for (;;) {
      const end = text.indexOf('"', at);
      const stop = end === -1 || end >= to ? to : end;
      let slashes = 0;
      while (stop - slashes > at && text.charCodeAt(stop - slashes - 1) === backslash) slashes += 1;
      if (stop === to) {
        this.escaped = slashes % 2 === 1;
        return to;
      }
      at = stop + 1;
      if (slashes % 2 === 1) continue;
      this.inString = false;
      return at;
    }
  }

  private endWord(rest: string): void {
    const word = this.word + rest;
    this.word = '';
    if (this.atValue) this.watcher?.string(this.key, word);
    else this.key = word;
  }
}

/** White space, numbers, words, and the marks between values. */
const isBare = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  (code >= 0x2b && code <= 0x3a && code !== 0x2f) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a);
