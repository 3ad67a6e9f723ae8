import { maxCallLength } from '../dialect.js';

/** Reads as if all text was there; yields where it is not there yet. It is resumed when more came, or when the end did. */
export type Reading<Result> = Generator<undefined, Result, undefined>;

/**
 * The text of a message as it comes. What was read is dropped when more comes, so that no piece is looked at again: every
 * reader takes what it has understood and leaves only what may be the start of something.
 */
export class Input {
  text = '';
  at = 0;
  /** No more will come. */
  ended = false;
  private dropped = 0;
  private record: string | undefined;
  private recordFrom = 0;

  append(chunk: string): void {
    if (this.record !== undefined) {
      this.record += this.text.slice(this.recordFrom, this.at);
      this.recordFrom = 0;
    }
    this.dropped += this.at;
    this.text = this.at === this.text.length ? chunk : this.text.slice(this.at) + chunk;
    this.at = 0;
  }

  /** The place in the message, in UTF-16 units. */
  get place(): number {
    return this.dropped + this.at;
  }

  /** From here on, what is read is remembered. */
  remember(): void {
    this.record = '';
    this.recordFrom = this.at;
  }

  /** What was read since then. */
  get remembered(): string {
    return this.record === undefined ? '' : this.record + this.text.slice(this.recordFrom, this.at);
  }

  forget(): void {
    this.record = undefined;
  }

  /** Whether this many characters follow; waits for them. */
  *has(count: number): Reading<boolean> {
    while (this.text.length - this.at < count) {
      if (this.ended) return false;
      yield;
    }
    return true;
  }

  /** The next character, which is not taken; empty at the end. */
  *peek(): Reading<string> {
    if (this.at >= this.text.length) yield* this.has(1);
    return this.text.charAt(this.at);
  }

  /** Takes white space, and answers what it was. */
  *space(): Reading<string> {
    let space = '';
    for (;;) {
      const from = this.at;
      while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
      space += this.text.slice(from, this.at);
      if (this.at < this.text.length || this.ended) return space;
      yield;
    }
  }

  /** Whether this follows; it is not taken. */
  *sees(literal: string): Reading<boolean> {
    for (;;) {
      if (this.text.startsWith(literal, this.at)) return true;
      const left = this.text.length - this.at;
      if (this.ended || left >= literal.length || !literal.startsWith(this.text.slice(this.at))) return false;
      yield;
    }
  }

  /** Takes this when it follows. */
  *takes(literal: string): Reading<boolean> {
    if (!(yield* this.sees(literal))) return false;
    this.at += literal.length;
    return true;
  }

  /** The first of these that follows; it is not taken. Of those that begin alike, the longer ones have to come first. */
  *seesOne<Literal extends string>(literals: readonly Literal[]): Reading<Literal | undefined> {
    for (const literal of literals) if (yield* this.sees(literal)) return literal;
    return undefined;
  }

  /** Takes white space and the first of these when it follows, else nothing; more white space than 64 is never looked through. */
  *takesBehindSpace<Literal extends string>(literals: readonly Literal[]): Reading<Literal | undefined> {
    const seen = yield* this.seesBehindSpace(literals);
    if (seen !== undefined) this.at += seen.space + seen.literal.length;
    return seen?.literal;
  }

  /** The same, and takes nothing. */
  *seesBehindSpace<Literal extends string>(
    literals: readonly Literal[],
  ): Reading<{ readonly literal: Literal; readonly space: number } | undefined> {
    for (;;) {
      let space = 0;
      while (space < 64 && isSpace(this.text.charCodeAt(this.at + space))) space += 1;
      const from = this.at + space;
      const literal = literals.find((one) => this.text.startsWith(one, from));
      if (literal !== undefined) return { literal, space };
      const rest = this.text.slice(from, from + 64);
      if (this.ended || space === 64 || !literals.some((one) => one.startsWith(rest))) return undefined;
      yield;
    }
  }

  /** Takes the rest of the message when it is the beginning of one of these, cut off. */
  takesCut(literals: readonly string[]): boolean {
    const rest = this.text.slice(this.at);
    if (!this.ended || rest === '' || !literals.some((literal) => literal.startsWith(rest))) return false;
    this.at = this.text.length;
    return true;
  }

  /**
   * What follows, told without taking it. `tell` is given what has come of the next 256 characters and whether there are
   * no more of them for it; it answers undefined while that does not tell.
   */
  *glimpse<Told>(tell: (ahead: string, ended: boolean) => Told | undefined): Reading<Told | undefined> {
    for (;;) {
      const ahead = this.text.slice(this.at, this.at + 256);
      const over = ahead.length >= 256 || this.ended;
      const told = tell(ahead, over);
      if (told !== undefined || over) return told;
      yield;
    }
  }

  /** The next characters, so many where there are as many. Nothing is taken. */
  *glance(count: number): Reading<string> {
    yield* this.has(count);
    return this.text.slice(this.at, this.at + count);
  }

  /** Which of these stands behind white space, so many characters from here. Nothing is taken. */
  *following<Literal extends string>(literals: readonly Literal[], skip = 0): Reading<Following<Literal>> {
    yield* this.has(skip);
    let at = skip;
    for (;;) {
      while (isSpace(this.text.charCodeAt(this.at + at))) at += 1;
      const from = this.at + at;
      let open = from >= this.text.length;
      for (const what of literals) {
        if (this.text.startsWith(what, from)) return { what, end: at + what.length };
        open ||= this.text.length - from < what.length && what.startsWith(this.text.slice(from));
      }
      // So much white space is looked through at most.
      if (!open || at > skip + 256) return { what: 'other', end: at };
      if (this.ended) return { what: 'end', end: at };
      yield;
    }
  }

  /** Takes what fits a test, one character at a time, up to a length. */
  *takeWhile(fits: (code: number) => boolean, most = 256): Reading<string> {
    let taken = '';
    for (;;) {
      const from = this.at;
      const to = Math.min(this.text.length, from + most - taken.length);
      while (this.at < to && fits(this.text.charCodeAt(this.at))) this.at += 1;
      taken += this.text.slice(from, this.at);
      if (this.at < this.text.length || taken.length >= most || this.ended) return taken;
      yield;
    }
  }

  /**
   * Takes everything before the first of these stops; the stop itself is not taken. Without one, what was taken ends at the
   * end of the message or after the most characters a call may have.
   */
  *until(stops: Stops, most = maxCallLength): Reading<{ readonly text: string; readonly stop: string | undefined }> {
    let taken = '';
    for (;;) {
      const from = this.at;
      const room = most - taken.length;
      const found = this.findNear(stops, room);
      this.at = Math.min(found.at, from + room);
      taken += this.text.slice(from, this.at);
      if (this.at < found.at) return { text: taken, stop: undefined };
      if (found.stop !== undefined) return { text: taken, stop: found.stop };
      if (this.ended || taken.length >= most) return { text: taken, stop: undefined };
      yield;
    }
  }

  /** The first of these stops; further away than this none is looked for, however much has come. */
  private findNear(stops: Stops, room: number): Found {
    const end = this.at + room + stops.longest;
    if (end >= this.text.length) return stops.find(this.text, this.at, this.ended);
    const found = stops.find(this.text.slice(this.at, end), 0, true);
    return { ...found, at: this.at + found.at };
  }

  /** The same, but hands the pieces on as they come; answers the stop. */
  *pour(stops: Stops, take: (piece: string) => void): Reading<string | undefined> {
    for (;;) {
      const found = stops.find(this.text, this.at, this.ended);
      if (found.at > this.at) take(this.text.slice(this.at, found.at));
      this.at = found.at;
      if (found.stop !== undefined || this.ended) return found.stop;
      yield;
    }
  }

  /** Takes all that is left. */
  *toEnd(): Reading<string> {
    let taken = '';
    for (;;) {
      taken += this.text.slice(this.at);
      this.at = this.text.length;
      if (this.ended) return taken;
      yield;
    }
  }
}

interface Following<Literal extends string> {
  /** `end`: of the message, be it in the middle of one of the texts. `other`: none of them. */
  readonly what: Literal | 'end' | 'other';
  /** How far behind this place it ends. */
  readonly end: number;
}

interface Found {
  readonly at: number;
  readonly stop?: string;
}

/** Texts at which a reading stops. Made once for each place that reads, for they are looked for together. */
export class Stops {
  readonly longest: number;
  private readonly texts: readonly string[];
  private readonly first: string | undefined;
  private readonly firsts: ReadonlySet<number>;

  constructor(texts: readonly string[]) {
    this.texts = [...texts].sort((a, b) => b.length - a.length);
    this.longest = this.texts[0]?.length ?? 0;
    this.firsts = new Set(texts.map((text) => text.charCodeAt(0)));
    this.first = this.firsts.size === 1 ? texts[0]?.charAt(0) : undefined;
  }

  /** The first stop and where it stands; without one, the place from which on one may still begin. */
  find(text: string, from: number, ended: boolean): Found {
    for (let at = this.next(text, from); at < text.length; at = this.next(text, at + 1)) {
      const left = text.length - at;
      for (const stop of this.texts) {
        if (left >= stop.length) {
          if (text.startsWith(stop, at)) return { at, stop };
        } else if (!ended && stop.startsWith(text.slice(at))) return { at };
      }
    }
    return { at: text.length };
  }

  private next(text: string, from: number): number {
    if (this.first !== undefined) {
      const at = text.indexOf(this.first, from);
      return at === -1 ? text.length : at;
    }
    let at = from;
    while (at < text.length && !this.firsts.has(text.charCodeAt(at))) at += 1;
    return at;
  }
}

export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Letters and digits of ASCII, and `_`. */
export const isWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;
