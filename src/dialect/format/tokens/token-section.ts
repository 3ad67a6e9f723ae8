import type { Body, BodyEnd } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { turnEnds } from '../marks.js';
import { type CallHead, createTokenCall, settleCall, type TokenCallRead } from './token-call.js';

/** Calls between special tokens, and the tokens around all of them. */
export interface TokenSection {
  /** What opens a call, and what closes it. */
  readonly callOpen: string;
  readonly callClose: string;
  /** What closes the section, the usual one first. */
  readonly close: readonly [string, ...string[]];
  /** What else can only stand behind a call. */
  readonly next?: readonly string[];
  /** What a call begins with when `callOpen` is missing; it is not taken. */
  readonly bareCall?: string;
  head(body: Body): Reading<CallHead>;
  /** How a call is written rightly, told when one was not. */
  readonly howTo: string;
}

/** Reads all calls of a section; or those behind a call's own token, when the section has none. */
export function createTokenSection(section: TokenSection): (body: Body) => Reading<BodyEnd> {
  return (body) => new Section(body, section, partsOf(section), '').read();
}

/** The same where words stand before the first call of the section. */
export function createWordySection(section: TokenSection): (body: Body) => Reading<BodyEnd> {
  const parts = partsOf(section);
  const first = new Stops([section.callOpen]);
  return function* read(body) {
    const { text } = yield* body.input.until(first, 512);
    return yield* new Section(body, section, parts, text).read();
  };
}

interface SectionParts {
  /** What can only stand behind a call. */
  readonly behind: readonly string[];
  readCall(body: Body): Reading<TokenCallRead>;
}

function partsOf({ callOpen, callClose, close, next = [], head }: TokenSection): SectionParts {
  const behind = [callClose, callOpen, ...close, ...next];
  return { behind, readCall: createTokenCall({ head, behind }, { streams: true }) };
}

class Section {
  private readonly body: Body;
  private readonly section: TokenSection;
  private readonly parts: SectionParts;
  /** What was said before the first call. */
  private readonly words: string;
  /** Where in the message the opener stands. */
  private readonly from: number;
  private made = 0;
  private readonly failed: string[] = [];

  constructor(body: Body, section: TokenSection, parts: SectionParts, words: string) {
    this.body = body;
    this.section = section;
    this.parts = parts;
    this.words = words;
    this.from = body.input.place - body.opener.length - words.length;
  }

  *read(): Reading<BodyEnd> {
    const { input, calls, opener } = this.body;
    const { callOpen, bareCall, close, howTo } = this.section;
    const whole = opener !== callOpen;
    for (let first = true; ; first = false) {
      let from = this.from;
      if (whole || !first) {
        const next = yield* input.seesBehindSpace([callOpen, ...close, ...(bareCall === undefined ? [] : [bareCall])]);
        // Of a section only what begins a call was taken for one.
        if (next === undefined ? !first : close.includes(next.literal)) break;
        yield* input.space();
        from = input.place;
        yield* input.takes(callOpen);
      }
      const read = yield* this.call();
      const end = settleCall(this.body, read, howTo);
      if (end === 'rejected') this.failed.push(input.remembered.slice(from - this.from));
      else if (end === 'lost') return read.ok ? 'lost' : yield* this.lose(from);
      else {
        if (this.made === 0) this.body.say(this.words);
        this.made += 1;
      }
    }
    const closed = yield* input.takesBehindSpace(close);
    if (closed === undefined && whole) calls.repair(`${close[0]} was missing behind the calls.`);
    if (closed === undefined) input.takesCut(this.parts.behind);
    if (this.made === 0 && this.failed.length === 0) {
      calls.ignore('A section of calls was empty.');
      return 'closed';
    }
    if (this.made === 0) return 'rejected';
    this.body.say(this.failed.join('\n'));
    return 'closed';
  }

  /** One call with what closes it. */
  private *call(): Reading<TokenCallRead> {
    const { input } = this.body;
    const { callOpen, callClose, close, next = [] } = this.section;
    const read = yield* this.parts.readCall(this.body);
    for (;;) {
      const blank = yield* input.space();
      if (yield* input.takes(callClose)) return read;
      if (!read.ok) return read;
      const char = yield* input.peek();
      const { repairs } = read;
      if (char === '' || input.takesCut([callClose])) repairs.add(`${callClose} was missing at the end of the message`);
      else if ((yield* input.seesOne([callOpen, ...close, ...next, ...turnEnds])) !== undefined)
        repairs.add(`${callClose} was missing behind it`);
      else if (char === '}') {
        repairs.add('an extra } was left out');
        input.at += 1;
        continue;
      } else if (blank.includes('\n') && !'"\',:]{['.includes(char)) repairs.add(`${callClose} was missing behind it`);
      else return { ok: false, name: read.call.name, why: `something other than ${callClose} follows it`, sure: false };
      return read;
    }
  }

  /** It cannot be told where the call ends: all from there on is text. The calls before it were whole. */
  private *lose(from: number): Reading<BodyEnd> {
    if (this.made === 0) return 'lost';
    const { input } = this.body;
    const head = input.remembered.slice(from - this.from);
    const rest = yield* input.toEnd();
    this.body.say([...this.failed, head + rest].join('\n'));
    return 'closed';
  }
}
