import { defined } from '../../../base/defined.js';
import { maxCallLength } from '../../dialect.js';
import type { Body, BodyEnd } from '../../read/grammar.js';
import { isSpace, isWord, type Reading, Stops } from '../../read/input.js';
import { type PythonCall, readPythonCall, readUnescapedCalls, toolNamed } from '../../value/python-call.js';
import { PythonScan } from '../../value/python-scan.js';
import { callEnds } from '../marks.js';
import { announcesExample, endsInData } from '../plain/announces-example.js';

export interface PythonCallsOptions {
  /** What closes them; it is taken. */
  readonly close: readonly string[];
  /** What can only stand behind them without being their close; it is not taken. */
  readonly next?: readonly string[];
  /** The format writes them as a list, or one behind the other. The other way is reported. */
  readonly list: boolean;
  /** The format puts them in a code fence; one that is missing or too many is reported. */
  readonly fence?: boolean;
  /** Behind the calls other statements may stand, which are not run. */
  readonly statements?: true;
  readonly bareWords?: true;
  /** What the opener took of it: `[`, `NAME(` or `[NAME(`. */
  readonly begun?: 'list' | 'name' | 'both';
  /** There are no marks around them: they end where they do. `last`: and nothing may follow them. */
  readonly unmarked?: 'last' | 'spaced';
  /** Reads on behind the close. */
  behind?(body: Body, raw: string): Reading<void>;
  /** How a call is written rightly, told when one was not. */
  readonly howTo: string;
}

/** Reads calls in the syntax of Python, up to what closes them. None of them counts before that or the end came. */
export function createPythonCalls(options: PythonCallsOptions): (body: Body) => Reading<BodyEnd> {
  const ends = options.unmarked === undefined ? [...options.close, ...(options.next ?? [])] : listEnds;
  const stops = new Stops(ends);
  const closes = new Stops(options.close.length > 0 ? options.close : ['\n']);
  return (body) => new PythonCalls(body, options, stops, closes).read();
}

const listEnds = [')]', ')\n]'];

/** How often an end is looked for where the quoting is broken. */
const maxTries = 8;

class PythonCalls {
  private readonly body: Body;
  private readonly options: PythonCallsOptions;
  private readonly stops: Stops;
  private readonly closes: Stops;
  private readonly made: PythonCall[] = [];
  private readonly repairs = new Set<string>();
  /** Calls that were refused, as they were written. */
  private readonly refused: string[] = [];
  private inList = false;
  private fenced = false;
  private raw = '';

  constructor(body: Body, options: PythonCallsOptions, stops: Stops, closes: Stops) {
    this.body = body;
    this.options = options;
    this.stops = stops;
    this.closes = closes;
    this.inList = options.begun === 'list' || options.begun === 'both';
  }

  *read(): Reading<BodyEnd> {
    const { input } = this.body;
    const { close, next = [], unmarked, begun } = this.options;
    if (begun === 'name' || begun === 'both') {
      const end = yield* this.call(this.body.opener.slice(begun === 'both' ? 1 : 0, -1));
      if (end !== undefined) return end;
    } else if (unmarked === undefined) yield* this.lead();
    for (;;) {
      if (unmarked !== undefined && !this.inList && this.count > 0) {
        const end = yield* this.behindUnmarked();
        if (end !== undefined) return end;
        continue;
      }
      yield* input.space();
      const char = yield* input.peek();
      if (char === '') return this.atEnd();
      const closed = yield* input.seesOne(close);
      if (closed !== undefined) {
        input.at += closed.length;
        return yield* this.closeAt(closed);
      }
      if (isNameStart(char.charCodeAt(0))) {
        const end = yield* this.call();
        if (end !== undefined) return end;
      } else if (!(yield* this.mark(char))) {
        if (input.takesCut(close)) return this.atEnd();
        const follows = yield* input.seesOne(next);
        if (follows === undefined) return yield* this.other(`${char} cannot stand there`);
        this.repairs.add(`${close[0] ?? 'its end'} was missing before ${follows}`);
        return this.commit();
      }
    }
  }

  private get count(): number {
    return this.made.length + this.refused.length;
  }

  /** A code fence before the calls. */
  private *lead(): Reading<void> {
    const { input } = this.body;
    yield* input.space();
    const { fence } = this.options;
    if (!(yield* input.sees('```')) || this.options.close.includes('```')) {
      if (fence === true) this.repairs.add('the code fence around it was missing');
      return;
    }
    input.at += 3;
    yield* input.takeWhile(isWord, 32);
    this.fenced = true;
    if (fence !== true) this.repairs.add('a code fence inside its tags was left out');
  }

  /** What stands between calls, and around them. */
  private *mark(char: string): Reading<boolean> {
    const { input } = this.body;
    if (char === '[' && !this.inList) {
      this.inList = true;
      if (!this.options.list) this.repairs.add('a list was read as the calls it holds');
    } else if (char === ']' && this.inList) this.inList = false;
    else if (char === '#' && this.options.unmarked === undefined) {
      yield* input.takeWhile((code) => code !== 0x0a, maxCallLength);
      return true;
    } else if (char === '`' && this.fenced) {
      if (!(yield* input.sees('```'))) return input.takesCut(['```']);
      input.at += 2;
      this.fenced = false;
    } else if ((char !== ',' && char !== ';') || this.count === 0) return false;
    input.at += 1;
    return true;
  }

  private *call(begun?: string): Reading<BodyEnd | undefined> {
    const { input } = this.body;
    const name = begun ?? (yield* input.takeWhile(isNamePart, 200));
    if (this.isUnknown(name)) return 'text';
    let raw = begun === undefined ? name : `${begun}(`;
    if (begun === undefined) {
      raw += yield* input.space();
      if (!(yield* input.takes('('))) return yield* this.other(`there is no ( behind ${name}`, raw);
      raw += '(';
    }
    const scan = new PythonScan();
    for (;;) {
      const from = input.at;
      input.at = scan.take(input.text, from, Math.min(input.text.length, from + maxCallLength - raw.length));
      raw += input.text.slice(from, input.at);
      if (scan.state !== 'reading' || raw.length >= maxCallLength || input.ended) break;
      yield;
    }
    if (scan.state === 'broken') return yield* this.broken(name, raw);
    if (scan.state === 'reading') {
      const cut = raw.length < maxCallLength;
      return this.cut(name, raw, cut ? 'the message ended in the middle of it' : 'it is longer than 1 MB', cut);
    }
    this.raw += raw;
    const read = readPythonCall(raw, this.readOptions);
    if (read.ok) this.made.push(read.call);
    else this.refuse(read.name ?? name, read.why, raw);
    return undefined;
  }

  /** Calls without marks are known by the names of the tools, where those were told. */
  private isUnknown(name: string): boolean {
    const { tools } = this.body;
    return this.options.unmarked !== undefined && name !== 'print' && tools.told && !tools.has(toolNamed(name, tools));
  }

  /** A quote within a string was not escaped: up to each stop in turn, until what was read can be understood. */
  private *broken(name: string, start: string): Reading<BodyEnd | undefined> {
    const { input } = this.body;
    const { unmarked } = this.options;
    let raw = start;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { text, stop } = yield* input.until(this.stops, maxCallLength - raw.length);
      raw += text;
      if (stop === undefined) break;
      const inside = unmarked === undefined ? raw : raw + stop;
      const read = readUnescapedCalls(inside.replace(/\s*```\s*$/, ''), this.readOptions);
      if (read.ok) {
        if (unmarked !== undefined) input.at += stop.length;
        this.made.push(...read.calls);
        this.inList = false;
        return undefined;
      }
      input.at += stop.length;
      raw += stop;
    }
    return this.lose(name, 'a quote within a string is not escaped');
  }

  /** Something that is no call stands where one could. */
  private *other(why: string, raw = ''): Reading<BodyEnd> {
    const { input, calls } = this.body;
    const { statements, unmarked } = this.options;
    if (unmarked !== undefined) return 'text';
    if (statements === undefined) return this.lose(this.made[0]?.name, why);
    const { text, stop } = yield* input.until(this.closes);
    if (stop === undefined) return this.lose(this.made[0]?.name, why);
    input.at += stop.length;
    if (this.made.length === 0) return calls.rejectCall({ why, hint: this.options.howTo });
    this.refused.push(raw + text);
    calls.ignore('What follows the calls is code, which is not run.');
    return this.commit();
  }

  /** Behind calls without marks: undefined where more of them follow. White space before a text stays with it. */
  private *behindUnmarked(): Reading<BodyEnd | undefined> {
    const { input } = this.body;
    const { unmarked, begun } = this.options;
    if (unmarked === 'last') yield* input.space();
    else if (begun === 'name') yield* input.takeWhile(isBlank);
    const char = yield* input.peek();
    if (char === '' || (char === '<' && (yield* input.seesOne(callEnds)) !== undefined)) {
      return unmarked === 'last' && this.isShown() ? 'text' : this.commit();
    }
    if (begun !== 'name' && char === '[') return yield* this.goOn();
    if (unmarked === 'last') return begun === 'name' && isNameStart(char.charCodeAt(0)) ? yield* this.call() : 'text';
    if (begun === 'name' && (char === ',' || char === ';')) return yield* this.goOn();
    // Where the tokens around a list are lost, its answer follows at once.
    const fits =
      isSpace(char.charCodeAt(0)) || (begun !== 'name' && this.body.tools.told && isNameStart(char.charCodeAt(0)));
    return fits ? this.commit() : 'text';
  }

  /** Takes what stands before the next call, and that call. */
  private *goOn(): Reading<BodyEnd | undefined> {
    const { input } = this.body;
    this.inList = (yield* input.peek()) === '[';
    input.at += 1;
    yield* input.space();
    const char = yield* input.peek();
    return isNameStart(char.charCodeAt(0)) ? yield* this.call() : 'text';
  }

  /** Whether the text before says that calls are shown and not made. */
  private isShown(): boolean {
    const { before, calls } = this.body;
    if (!announcesExample(before) && !endsInData(before)) return false;
    calls.ignore('What looks like a call was shown as an example, so it was not run.');
    return true;
  }

  private *closeAt(close: string): Reading<BodyEnd> {
    if (this.inList) this.repairs.add(`] was missing before ${close}`);
    if (this.count === 0) {
      return this.body.calls.rejectCall({ why: `there is nothing before ${close}`, hint: this.options.howTo });
    }
    const end = this.commit();
    if (end === 'closed' && this.options.behind !== undefined) yield* this.options.behind(this.body, this.raw);
    return end;
  }

  private atEnd(): BodyEnd {
    const { close, unmarked, howTo } = this.options;
    if (this.count === 0 || unmarked !== undefined) {
      if (unmarked !== undefined && !this.body.tools.told) return 'text';
      this.body.calls.rejectCall({ name: this.made[0]?.name, why: 'the message ended before it did', hint: howTo });
      return 'lost';
    }
    if (this.inList) this.repairs.add('] was missing at the end of the message');
    if (close[0] !== undefined) this.repairs.add(`${close[0]} was missing at the end of the message`);
    return this.commit();
  }

  /** The last call is not whole. Those before it are. */
  private cut(name: string, raw: string, why: string, atEnd: boolean): BodyEnd {
    if (this.options.unmarked !== undefined) return this.body.tools.told ? this.lose(name, why) : 'text';
    if (this.made.length === 0 || !atEnd) return this.lose(name, why);
    this.refuse(name, why, raw);
    return this.commit();
  }

  private commit(): BodyEnd {
    const { calls, say } = this.body;
    if (this.made.length === 0) return 'rejected';
    for (const [at, { name, arguments: args, repairs }] of this.made.entries()) {
      const all = at === 0 ? [...this.repairs, ...repairs] : repairs;
      if (calls.make({ name, arguments: args }, all) === 'lost') return 'lost';
    }
    if (this.refused.length > 0) say(this.refused.join('\n'));
    return 'closed';
  }

  private refuse(name: string, why: string, raw: string): void {
    this.body.calls.rejectCall({ name, why, hint: this.options.howTo });
    this.refused.push(raw);
  }

  private lose(name: string | undefined, why: string): BodyEnd {
    return this.body.calls.loseCall({ name, why, hint: this.options.howTo });
  }

  private get readOptions() {
    const { bareWords } = this.options;
    return { tools: this.body.tools, ...defined({ bareWords }) };
  }
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

const isNameStart = (code: number): boolean => (isWord(code) && !(code <= 0x39)) || code >= 0x80;

export const isNamePart = (code: number): boolean =>
  isWord(code) || code === 0x2e || code === 0x2d || code === 0x24 || (code >= 0x80 && !isSpace(code));
