import type { Json } from '../../base/json.js';
import { rawElements } from '../../base/raw-json.js';
import type { DialectCall } from '../dialect.js';
import type { Body, BodyEnd } from '../read/grammar.js';
import { isWord, type Reading, Stops } from '../read/input.js';
import { readJson, readJsonString } from '../value/json-reading.js';
import { type LooseJson, readLooseJson } from '../value/loose-json.js';
import {
  type CallKeys,
  type CallRead,
  type RawMember,
  readNamedCall,
  readWord,
  usualKeys,
} from '../value/named-call.js';
import { unwrapArguments } from '../value/unwrap-arguments.js';
import { turnEnds } from './marks.js';

export interface JsonCallsOptions {
  /** What closes them; it is taken. */
  readonly close: readonly string[];
  /** What models close them with by mistake; it is taken too. */
  readonly wrongClose?: readonly string[];
  /** What can only stand behind them without being their close; it is not taken. */
  readonly next?: readonly string[];
  /** They need no close: the end of the last value is theirs. What follows it is text. */
  readonly selfClosing?: true;
  /** The format writes a list; otherwise a list is reported. */
  readonly list?: true;
  /** The end of the message ends the list as well, wherever in it that is. */
  readonly openList?: true;
  /** The format has several objects; otherwise that is reported. */
  readonly several?: true;
  /** Each of them has a line of its own: a line that is none is passed over. */
  readonly lines?: true;
  /** Closes that only models of another dialect write: it is reported then. */
  readonly closeOf?: Readonly<Record<string, string>>;
  /** How an object is read as a call; `{"name": …, "arguments": {…}}` by default. */
  readonly keys?: CallKeys;
  readCall?(json: string, value: Json, rawOf?: RawMember): CallRead;
  /** How a call is written rightly, told when one was not. */
  readonly howTo: string;
}

/** Reads JSON objects, or lists of them, up to what closes them. None of them counts before that or the end came. */
export function createJsonCalls(options: JsonCallsOptions): (body: Body) => Reading<BodyEnd> {
  const { close, wrongClose = [], next = [] } = options;
  const stops = new Stops([...close, ...wrongClose, ...next, ...(close.length === 0 ? ['\n\n'] : [])]);
  const lineStops = new Stops(['\n', ...close, ...wrongClose, ...next]);
  return (body) => new JsonCalls(body, options, { stops, lineStops }).read();
}

class JsonCalls {
  private readonly body: Body;
  private readonly options: JsonCallsOptions;
  private readonly stops: Stops;
  private readonly lineStops: Stops;
  private readonly behind: readonly string[];
  private made: { readonly index: number; readonly call: DialectCall }[] = [];
  /** What was meant as calls beside good ones, as it was written. */
  private bad: string[] = [];
  private readonly repairs = new Set<string>();
  /** Everything up to here was JSON as it should be, so that it is known where each call ends. */
  private sound = true;
  private objects = 0;
  private inList = false;
  /** A comma stands behind the last object, so that one more was to follow. */
  private comma = false;
  private fenced = false;
  private name: string | undefined;
  private dialect: string;
  /** Lines that are no calls stood between them: only a close tells that they were meant as calls. */
  private skipped = false;

  constructor(body: Body, options: JsonCallsOptions, { stops, lineStops }: { stops: Stops; lineStops: Stops }) {
    this.body = body;
    this.options = options;
    this.stops = stops;
    this.lineStops = lineStops;
    this.dialect = body.calls.dialect;
    const { close, next = [], several } = options;
    this.behind = [...close, ...next, ...(several ? ['{'] : [])];
  }

  *read(): Reading<BodyEnd> {
    const { input } = this.body;
    yield* this.lead();
    for (;;) {
      yield* input.space();
      const char = yield* input.peek();
      const end = (yield* this.value(char)) ?? (yield* this.mark(char));
      if (end !== 'more') return end;
    }
  }

  /** Takes a call, or what opens a list of them; undefined where neither begins. */
  private *value(char: string): Reading<BodyEnd | 'more' | undefined> {
    const { list, selfClosing } = this.options;
    if (char === '{' && (yield* this.skipsBrace())) return 'more';
    if (char === '{' || (char === '"' && (this.inList || this.objects === 0))) {
      const end = yield* char === '{' ? this.object() : this.quotedObject();
      if (end !== undefined) return end;
      const isLast = selfClosing && !this.inList && !(yield* this.goesOn());
      return isLast ? yield* this.afterLast() : 'more';
    }
    if (char !== '[' || this.inList || this.objects > 0) return undefined;
    this.inList = true;
    if (!list) this.repairs.add('a list was read as the calls it holds');
    this.body.input.at += 1;
    return 'more';
  }

  /** Takes what closes them, or stands between them. */
  private *mark(char: string): Reading<BodyEnd | 'more'> {
    const { input } = this.body;
    const { close, next = [], selfClosing } = this.options;
    const closed = yield* input.seesOne(close);
    if (closed !== undefined) {
      input.at += closed.length;
      return this.closeAt(closed);
    }
    if (char === '' || input.takesCut([...close, ...next])) return this.atEnd();
    if (!this.skipsMark(char)) return yield* this.instead(char);
    return char === ']' && selfClosing && !this.inList ? yield* this.afterLast() : 'more';
  }

  /** Takes what stands in the place of their close. */
  private *instead(char: string): Reading<BodyEnd | 'more'> {
    const { input, opener } = this.body;
    const { close, wrongClose = [], next = [] } = this.options;
    const wrong = yield* input.seesOne(wrongClose);
    const follows = wrong ?? (yield* input.seesOne([...next, ...turnEnds])) ?? (yield* this.otherTag());
    if (follows === undefined) {
      if (char !== '<' && (yield* this.skipsLine())) return 'more';
      return this.lose(`something other than ${close[0] ?? 'its end'} follows it`);
    }
    if (this.inList && turnEnds.includes(follows)) return this.atEnd();
    if (wrong !== undefined || (follows === opener && (yield* this.isCloseToo()))) input.at += follows.length;
    if (close[0] !== undefined) this.repairs.add(`${close[0]} was missing before ${follows}`);
    return this.closeAt(follows);
  }

  /** Takes a brace before the one that opens an object; the one too many at its end is left out like any other. */
  private *skipsBrace(): Reading<boolean> {
    const { input } = this.body;
    if (this.objects > 0 || !(yield* input.sees('{{"'))) return false;
    this.repairs.add('an extra { was left out');
    input.at += 1;
    return true;
  }

  /** Takes a closing tag of any other name. */
  private *otherTag(): Reading<string | undefined> {
    const { input } = this.body;
    if (this.objects === 0 || this.options.close.length === 0 || !(yield* input.takes('</'))) return undefined;
    const name = yield* input.takeWhile(isTagName, 64);
    return (yield* input.takes('>')) ? `</${name}>` : undefined;
  }

  /** Whether the opener here stands for the close: the next one follows it, or nothing. */
  private *isCloseToo(): Reading<boolean> {
    const { input, opener } = this.body;
    const { what } = yield* input.following([opener], opener.length);
    return what !== 'other';
  }

  /** Takes a line that is no call, where each call has a line of its own. */
  private *skipsLine(): Reading<boolean> {
    if (this.options.lines !== true || this.inList || this.objects === 0) return false;
    const { text, stop } = yield* this.body.input.until(this.lineStops);
    if (stop === undefined) return false;
    this.skipped = true;
    this.refuse(text.trimEnd(), { why: 'a line among them is no JSON object' });
    return true;
  }

  /** White space and a code fence may stand before the objects. */
  private *lead(): Reading<void> {
    const { input } = this.body;
    yield* input.space();
    if (!(yield* input.takes('```'))) return;
    yield* input.takeWhile(isWord, 32);
    this.fenced = true;
    this.repairs.add('a code fence inside its tags was left out');
  }

  private *object(): Reading<BodyEnd | undefined> {
    const { input, calls } = this.body;
    const { keys = usualKeys, several } = this.options;
    if (several && !this.inList && this.made.length > 0) input.remember();
    const from = input.place;
    const index = this.begin();
    if (index === undefined) return 'lost';
    const watcher = streamCall(calls, { index, keys });
    const behind = this.inList ? inList : this.behind;
    const json = yield* readJson(input, { stops: this.stops, watcher, behind, inList: this.inList });
    const { opened, streamed } = watcher;
    if (!json.ok) {
      this.name = opened;
      const isWhole = !json.broken || (json.ended === true && isWellQuoted(json.raw));
      return isWhole ? this.unread(json.raw, { name: opened, why: json.why }) : this.breaksOff(from, json.why);
    }
    if (json.repairs.length > 0) this.sound = false;
    if (json.isRest) return this.rest(index, json);
    const read = this.readCall(json.json, json.value, json.rawOf);
    if (!read.ok) {
      this.refuse(json.raw, read);
      return undefined;
    }
    for (const repair of [...json.repairs, ...read.repairs]) this.repairs.add(repair);
    if (opened === undefined) calls.open(index, read.call.name);
    if (!streamed) calls.write(index, read.call.arguments);
    this.made.push({ index, call: read.call });
    return undefined;
  }

  private unread(raw: string, refused: { readonly name: string | undefined; readonly why: string }): undefined {
    this.sound = false;
    this.refuse(raw, refused);
  }

  /** Nobody knows where an object ends that is broken off. */
  private breaksOff(from: number, why: string): BodyEnd {
    if (this.options.several && !this.inList) this.keep();
    return this.endsIn(from) ? this.keepBefore(from, why) : this.lose(why);
  }

  /** The elements of a list that could only be read as a whole; the first of them has its place already. */
  private rest(index: number, { json, repairs }: LooseJson & { readonly ok: true }): BodyEnd | undefined {
    this.inList = false;
    for (const repair of repairs) this.repairs.add(repair);
    let place: number | undefined = index;
    for (const element of rawElements(json)) {
      place ??= this.begin();
      if (place === undefined) return 'lost';
      const parsed = readLooseJson(element);
      const read = parsed.ok ? this.readCall(parsed.json, parsed.value) : parsed;
      if (read.ok) this.add(place, read);
      else this.refuse(element, read);
      place = undefined;
    }
    return undefined;
  }

  private add(index: number, { call, repairs }: CallRead & { readonly ok: true }): void {
    for (const repair of repairs) this.repairs.add(repair);
    this.body.calls.open(index, call.name);
    this.body.calls.write(index, call.arguments);
    this.made.push({ index, call });
  }

  /** An element of a list that is a text, and the text a call. */
  private *quotedObject(): Reading<BodyEnd | undefined> {
    const { input } = this.body;
    const index = this.begin();
    if (index === undefined) return 'lost';
    const { raw, value } = yield* readJsonString(input);
    if (value === undefined) return this.lose('a text in its list of calls does not end');
    const json = readLooseJson(value.trim());
    const read = json.ok ? this.readCall(json.json, json.value) : json;
    if (!read.ok) {
      this.refuse(raw, read);
      return undefined;
    }
    this.repairs.add('a call that was written as a JSON text was read as what it holds');
    for (const repair of json.ok ? json.repairs : []) this.repairs.add(repair);
    this.add(index, read);
    return undefined;
  }

  private begin(): number | undefined {
    const index = this.body.calls.place();
    this.objects += 1;
    this.comma = false;
    if (this.objects > 1 && !this.inList && !this.options.several) {
      this.repairs.add(this.options.list ? 'the calls were no list' : 'several calls stood between one pair of tags');
    }
    return index;
  }

  private readCall(json: string, value: Json, rawOf?: RawMember): CallRead {
    const { keys = usualKeys, readCall } = this.options;
    const read = readCall === undefined ? readNamedCall(json, value, keys, rawOf) : readCall(json, value, rawOf);
    return read.ok ? unwrapArguments(read, this.body.tools) : read;
  }

  private refuse(raw: string, { name, why }: { readonly name?: string | undefined; readonly why: string }): void {
    this.body.calls.rejectCall({ name, why, hint: this.options.howTo });
    this.bad.push(raw);
  }

  /** Marks between calls, and those that are too many. */
  private skipsMark(char: string): boolean {
    const { input } = this.body;
    const fence = char === '`' && this.fenced;
    if (this.objects === 0 && !this.inList && !fence) return false;
    if (char === ']') {
      if (!this.inList) this.repairs.add('an extra ] was left out');
      this.inList = false;
    } else if (char === '}') this.repairs.add('an extra } was left out');
    else if (char !== ',' && char !== ';' && !fence) return false;
    this.comma = char === ',';
    input.at += 1;
    return true;
  }

  /** Whether more objects follow one that needs no close. */
  private *goesOn(): Reading<boolean> {
    const { list, several } = this.options;
    if (list !== true && several !== true) return false;
    return (yield* this.body.input.seesBehindSpace(['{', ',{', ', {', ',\n{'])) !== undefined;
  }

  /** What needs no close may have one all the same. */
  private *afterLast(): Reading<BodyEnd> {
    const { close, wrongClose = [] } = this.options;
    if (this.fenced) yield* this.body.input.takesBehindSpace(['```']);
    this.closedBy(yield* this.body.input.takesBehindSpace([...close, ...wrongClose]));
    return this.commit();
  }

  private atEnd(): BodyEnd {
    const { close, selfClosing, openList } = this.options;
    if (this.objects === 0) return this.none('the message ended before it');
    if ((this.inList && this.comma && !openList) || this.skipped)
      return this.lose('the message ended in the middle of it');
    if (this.inList) this.repairs.add('the ] of its list was missing at the end of the message');
    else if (close[0] !== undefined && !selfClosing)
      this.repairs.add(`${close[0]} was missing at the end of the message`);
    return this.commit();
  }

  private closedBy(mark: string | undefined): void {
    this.dialect = this.options.closeOf?.[mark ?? ''] ?? this.dialect;
  }

  private closeAt(mark: string): BodyEnd {
    this.closedBy(mark);
    if (this.inList && this.objects > 0) return this.lose(`its list of calls has no ] before ${mark}`);
    return this.objects > 0 ? this.commit() : this.none(`there is nothing before ${mark}`);
  }

  private none(why: string): BodyEnd {
    return this.body.calls.rejectCall({ why, hint: this.options.howTo });
  }

  private commit(): BodyEnd {
    if (this.made.length === 0) return 'rejected';
    this.keep();
    return 'closed';
  }

  /** What was read so far counts; what of it is no call is said. */
  private keep(): void {
    const { calls, say } = this.body;
    const [first, ...more] = this.made;
    if (first === undefined) return;
    for (const { index, call } of this.made) calls.add(index, call, this.dialect);
    say(this.bad.join('\n'));
    calls.repairCall(more.length === 0 ? first.call.name : `${first.call.name} and ${more.length} more`, this.repairs);
    this.made = [];
  }

  /** Whether the message ended in this element of an open list, and all before it was sound. */
  private endsIn(from: number): boolean {
    const { input } = this.body;
    const { openList } = this.options;
    const atEnd = input.ended && input.at === input.text.length && input.place > from;
    return atEnd && openList === true && this.inList && this.sound && this.made.length > 0;
  }

  /** The calls before the element count; it is text. */
  private keepBefore(from: number, why: string): BodyEnd {
    const { input, calls, say } = this.body;
    calls.rejectCall({ name: this.name, why, hint: this.options.howTo });
    this.keep();
    say(input.remembered.slice(from - input.place));
    return 'closed';
  }

  private lose(why: string): BodyEnd {
    const name = this.made[0]?.call.name ?? this.name;
    return this.body.calls.loseCall({ name, why, hint: this.options.howTo });
  }
}

/** Passes on the name and the arguments of a call while they are read. */
function streamCall(calls: Body['calls'], { index, keys }: { readonly index: number; readonly keys: CallKeys }) {
  const told = {
    opened: undefined as string | undefined,
    streamed: false,
    string(key: string, value: string): void {
      if (told.opened !== undefined || key !== keys.name[0]) return;
      told.opened = readWord(value);
      if (told.opened !== undefined) calls.open(index, told.opened);
    },
    object(key: string, piece: string): void {
      if (told.opened === undefined || !keys.arguments.includes(key)) return;
      told.streamed ||= piece !== '';
      calls.write(index, piece);
    },
  };
  return told;
}

/** What stands behind a whole element of a list, once the comma is left out. */
const inList = ['{', ']', '"'];

/**
 * Whether every string stands where JSON has one. Only then the end of what cannot be read is certain: where quotes are
 * wrong, it may lie within an argument.
 */
function isWellQuoted(raw: string): boolean {
  const shape = raw.replace(/"(?:[^"\\]|\\.)*"/gs, '"');
  return !/"\s*[^\s,:}\]]|[^\s,:{[]\s*"/.test(shape);
}

const isTagName = (code: number): boolean => isWord(code) || code === 0x2d || code === 0x3a || code === 0x2e;
