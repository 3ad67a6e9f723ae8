import { type Input, isSpace, type Reading } from '../../read/input.js';

/** The most white space that is looked through; behind more of it nothing is seen. */
const maxSpace = 1024;

/** Looks at what follows in a text without taking it, as far as a decision needs; waits where it has not come yet. */
export class Ahead {
  /** How much was looked through. */
  offset = 0;
  private readonly input: Input;

  constructor(input: Input) {
    this.input = input;
  }

  /** The next character; empty at the end of the message. */
  *peek(): Reading<string> {
    const { input } = this;
    while (input.at + this.offset >= input.text.length && !input.ended) yield;
    return input.text.charAt(input.at + this.offset);
  }

  /** Looks through white space, also through what a tokenizer writes for it. */
  *space(): Reading<void> {
    for (let count = 0; count < maxSpace; count += 1) {
      const char = yield* this.peek();
      if (char === '' || (!isSpace(char.charCodeAt(0)) && !'ĠĊ'.includes(char))) return;
      this.offset += 1;
    }
  }

  /** Looks through this when it follows. */
  *takes(literal: string): Reading<boolean> {
    const { input } = this;
    for (;;) {
      const from = input.at + this.offset;
      if (input.text.startsWith(literal, from)) {
        this.offset += literal.length;
        return true;
      }
      const rest = input.text.slice(from, from + literal.length);
      if (input.ended || rest.length >= literal.length || !literal.startsWith(rest)) return false;
      yield;
    }
  }

  *takesOne(literals: readonly string[]): Reading<boolean> {
    for (const literal of literals) if (yield* this.takes(literal)) return true;
    return false;
  }

  /** What fits a test, up to a length. */
  *takeWhile(fits: (char: string) => boolean, most: number): Reading<string> {
    let taken = '';
    while (taken.length < most) {
      const char = yield* this.peek();
      if (char === '' || !fits(char)) break;
      taken += char;
      this.offset += 1;
    }
    return taken;
  }

  /** Whether the rest of the message is the beginning of one of these, cut off. */
  isCut(literals: readonly string[]): boolean {
    const { input } = this;
    const rest = input.text.slice(input.at + this.offset);
    return (
      input.ended && rest !== '' && literals.some((literal) => literal.length > rest.length && literal.startsWith(rest))
    );
  }

  /** Takes from the text all that was looked through. */
  take(): void {
    this.input.at += this.offset;
    this.offset = 0;
  }
}
