import type { Body, BodyEnd } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { Ahead } from './ahead.js';
import { InvokeCall } from './invoke-call.js';
import type { InvokeFormat } from './invoke-value.js';
import { lookAttributes, lookTag, type TagHead, type TagRest, withoutWord } from './tag.js';

/** Reads the calls of a section, from behind its opening tag. */
export const createInvokeSection =
  (format: InvokeFormat) =>
  (body: Body): Reading<BodyEnd> =>
    new InvokeCalls(body, format).readSection();

/** Reads calls without a section, from behind the word of the first one's tag. */
export const createInvokes =
  (format: InvokeFormat, prefix = '') =>
  (body: Body): Reading<BodyEnd> =>
    new InvokeCalls(body, format).readBare(prefix);

/**
 * The calls of one section. Each of them counts once its own closing tag came; what comes behind it cannot change it. A
 * bad one does not hide the others, as long as it can be told where it ends.
 */
class InvokeCalls {
  private readonly body: Body;
  private readonly format: InvokeFormat;
  private last: string | undefined;
  private readonly kept: string[] = [];
  private readonly start: number;

  constructor(body: Body, format: InvokeFormat) {
    this.body = body;
    this.format = format;
    this.start = body.input.place - body.opener.length;
  }

  *readSection(): Reading<BodyEnd> {
    const { input, opener } = this.body;
    yield* input.space();
    if (yield* input.takes(opener)) this.body.calls.repair(`${opener} stood twice; it was read as one.`);
    return (yield* this.readMore({ inSection: true })) ?? this.end(`${this.format.close[0]} was missing`);
  }

  *readBare(prefix: string): Reading<BodyEnd> {
    const { input, opener } = this.body;
    const from = this.start;
    const ahead = new Ahead(input);
    const rest = yield* lookAttributes(ahead);
    if (rest === undefined) return 'text';
    ahead.take();
    const repairs = opener.endsWith(' name') ? rest.repairs.filter((repair) => repair !== withoutWord) : rest.repairs;
    const end = yield* this.readCall(from, prefix, { ...rest, repairs });
    return end ?? (yield* this.readMore({ inSection: false })) ?? this.end(undefined);
  }

  /** Reads on while calls follow, and the close of the section; what else follows is left to others. */
  private *readMore({ inSection }: { readonly inSection: boolean }): Reading<BodyEnd | undefined> {
    const { input } = this.body;
    const { close } = this.format;
    for (;;) {
      const ahead = new Ahead(input);
      yield* ahead.space();
      const from = input.place + ahead.offset;
      const closed = yield* takesFirst(ahead, close);
      if (closed !== undefined) {
        ahead.take();
        return this.end(inSection ? undefined : `what opens it was missing, but ${closed} closes it`);
      }
      const tag = yield* lookTag(ahead);
      const rest = tag === undefined || !this.isCall(tag) ? undefined : yield* lookAttributes(ahead);
      if (tag === undefined || rest === undefined) {
        const cut = new Ahead(input);
        yield* cut.space();
        if (cut.isCut(close)) input.at = input.text.length;
        return undefined;
      }
      ahead.take();
      const end = yield* this.readCall(from, tag.prefix, rest);
      if (end !== undefined) return end;
    }
  }

  private isCall({ closing, word }: TagHead): boolean {
    return !closing && this.format.call.includes(word);
  }

  /** Reads one call that began at this place; answers an end when nothing behind it can be read. */
  private *readCall(from: number, prefix: string, rest: TagRest): Reading<BodyEnd | undefined> {
    const { input, calls } = this.body;
    const index = calls.place();
    if (index === undefined) return 'lost';
    const read = yield* new InvokeCall(this.body, this.format, prefix, (name) => calls.open(index, name)).read(rest);
    if (read.end === 'made') {
      this.last = read.call.name;
      calls.write(index, read.call.arguments);
      calls.add(index, read.call);
      calls.repairCall(read.call.name, read.repairs);
      return undefined;
    }
    const { name, why, end } = read;
    const bad = { name, why, hint: this.format.howTo };
    if (end === 'rejected') calls.rejectCall(bad);
    else {
      calls.loseCall(bad);
      if (this.last === undefined) return 'lost';
      yield* input.toEnd();
    }
    this.kept.push(input.remembered.slice(from - this.start));
    return end === 'lost' ? this.end(undefined) : undefined;
  }

  private end(repair: string | undefined): BodyEnd {
    const { calls, say } = this.body;
    if (this.last === undefined) {
      if (this.kept.length === 0) calls.rejectCall({ why: 'there is no call in it', hint: this.format.howTo });
      return 'rejected';
    }
    if (repair !== undefined) calls.repairCall(this.last, [repair]);
    for (const text of this.kept) say(text);
    return 'closed';
  }
}

function* takesFirst(ahead: Ahead, literals: readonly string[]): Reading<string | undefined> {
  for (const literal of literals) if (yield* ahead.takes(literal)) return literal;
  return undefined;
}
