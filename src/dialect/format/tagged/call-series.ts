import type { Body, BodyEnd } from '../../read/grammar.js';
import type { CallEnd } from './open-call.js';

/** Calls that stand between one pair of tags: the text of those that cannot be used stays where others were made. */
export class CallSeries {
  private readonly body: Body;
  private readonly start: number;
  private readonly unused: string[] = [];
  private from = 0;
  private made = 0;

  constructor(body: Body) {
    this.body = body;
    this.start = body.input.place - body.opener.length;
  }

  /** A call begins here, or so many characters before. */
  begin(before = 0): void {
    this.from = this.body.input.place - before - this.start;
  }

  ended(end: CallEnd): void {
    if (end === 'made') this.made += 1;
    else this.unused.push(this.body.input.remembered.slice(this.from));
  }

  close(end: 'closed' | 'lost'): BodyEnd {
    if (this.made === 0) return end === 'lost' ? 'lost' : 'rejected';
    if (end === 'lost' && !this.body.input.ended) return 'lost';
    for (const text of this.unused) this.body.say(text);
    return 'closed';
  }
}
