import type { DialectCall } from '../../dialect.js';
import type { BadCall } from '../../read/calls.js';
import type { Body, BodyEnd } from '../../read/grammar.js';
import type { PlainRead } from './call-value.js';

/** What was found so far where only what follows tells whether it was meant. */
export class FoundCalls {
  readonly repairs = new Set<string>();
  /** What was read behind them and is no call. */
  rest = '';
  private readonly calls: DialectCall[] = [];
  private readonly bad: BadCall[] = [];
  private readonly answers: string[] = [];

  /** False when it is neither a call nor an answer in the shape of one. */
  take(read: PlainRead): boolean {
    if (read.kind === 'none') return false;
    if (read.kind === 'answer') this.answers.push(read.text);
    else {
      this.calls.push(...read.calls);
      this.bad.push(...read.bad);
      for (const repair of read.repairs) this.repairs.add(repair);
    }
    return true;
  }

  /** They were meant: all of them are made. */
  commit({ calls, say }: Body, howTo: string): BodyEnd {
    for (const answer of this.answers) say(answer);
    for (const { name, why } of this.bad) calls.rejectCall({ name, why, hint: howTo });
    for (const call of this.calls) if (calls.make(call) === 'lost') return 'lost';
    const [first, ...more] = this.calls;
    if (first !== undefined) {
      calls.repairCall(more.length === 0 ? first.name : `${first.name} and ${more.length} more`, this.repairs);
    }
    if (first === undefined && this.answers.length === 0 && this.bad.length > 0) return 'rejected';
    say(this.rest);
    return 'closed';
  }

  /** They stand in an answer: none of them is made. */
  ignore({ calls }: Body): BodyEnd {
    const names = [...new Set([...this.calls, ...this.bad].map(({ name = 'a tool' }) => name))];
    if (names.length > 0) calls.ignore(inAnswer(names.slice(0, 3).join(', ').slice(0, 200)));
    return 'text';
  }
}

const inAnswer = (names: string): string =>
  `What looks like a call of ${names} is part of an answer, so it was not run. A call has to end the message.`;
