import { maxCallLength } from '../../dialect.js';
import { type Input, type Reading, Stops } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import type { ArgumentObject } from '../../value/argument-object.js';
import { turnEnds } from '../marks.js';
import { Ahead } from './ahead.js';
import { lookAttributes, lookTag } from './tag.js';

/** What differs between the formats that name a call and its arguments in attributes. */
export interface InvokeFormat {
  /** The words of the tags of a call and of an argument, the usual one first. */
  readonly call: readonly string[];
  readonly parameter: readonly string[];
  /** What closes the section around the calls, the usual one first; empty where calls stand alone. */
  readonly close: readonly string[];
  /**
   * What white space around a value is. `wrapped`: a line break at both of its ends is layout, anything else is part of
   * it; so a value that has both is written with two more. `exact`: all of it is part of the value.
   */
  readonly layout: 'wrapped' | 'exact';
  /** A value may stand in `<![CDATA[…]]>`, and may hold the word marks of a tokenizer. */
  readonly cdata?: true;
  /** Why a call must not be used. */
  check?(
    call: { readonly name: string; readonly args: ArgumentObject; readonly keys: readonly string[] },
    tools: ToolTable,
  ): string | undefined;
  /** How a call is written rightly, told when one was not. */
  readonly howTo: string;
}

/** `<invoke name="…"><parameter name="…">`. */
export const invokeTags = { call: ['invoke'], parameter: ['parameter'] } as const;

export interface ValueOptions {
  readonly format: InvokeFormat;
  /** The namespaces of the call and of the argument. */
  readonly callPrefix: string;
  readonly prefix: string;
  /** What opened the section. */
  readonly section: string;
  /** Whether a further argument of this name may follow. */
  mayFollow(key: string): boolean;
}

/**
 * `closed`: its own close was taken. `next`: the close is missing, and what follows can only stand behind it. `cut`:
 * the message ended within it. `doubt`: calls quoted in it cannot be told from the end of its own.
 */
export interface ValueRead {
  readonly text: string;
  readonly end: 'closed' | 'next' | 'cut' | 'doubt';
  /** A closing tag stands in it that was read as text. */
  readonly inline: boolean;
  /** It was quoted as a whole, so that all white space is part of it. */
  readonly quoted: boolean;
}

type Kind =
  | 'open-section'
  | 'close-section'
  | 'open-call'
  | 'close-call'
  | 'open-parameter'
  | 'close-parameter'
  | 'cdata';

/** Behind a quoted closing tag stands what ends a quotation; behind one that counts it never does. */
const quotationEnd = '"\'`)]},;.\\';

/**
 * Reads a value that is raw text. Nothing in it is escaped, so a closing tag counts only where that follows it which
 * can stand there; and calls that are quoted in the value, with their own closing tags, are part of it.
 */
export class InvokeValue {
  private readonly input: Input;
  private readonly options: ValueOptions;
  private readonly kinds = new Map<string, Kind>();
  private readonly stops: Stops;
  private text = '';
  /** Only white space was read so far. */
  private blank = true;
  private nested = 0;
  private nestedClosed = false;
  private sections = 0;
  /** Tags of arguments in the value that were not closed in it yet. */
  private parameters = 0;
  private inline = false;
  private cdataEnd: number | undefined;

  constructor(input: Input, options: ValueOptions) {
    const { format, callPrefix, prefix, section } = options;
    this.input = input;
    this.options = options;
    for (const word of format.call) this.stopAt(word, 'call', callPrefix);
    for (const word of format.parameter) this.stopAt(word, 'parameter', prefix);
    if (format.close.length > 0) this.kinds.set(section, 'open-section');
    for (const close of format.close) this.kinds.set(close, 'close-section');
    if (format.cdata) this.kinds.set(cdataOpen, 'cdata');
    this.stops = new Stops([...this.kinds.keys()]);
  }

  private stopAt(word: string, what: 'call' | 'parameter', prefix: string): void {
    this.kinds.set(`<${prefix}${word}`, `open-${what}`);
    this.kinds.set(`</${prefix}${word}`, `close-${what}`);
  }

  *read(): Reading<ValueRead> {
    for (;;) {
      const { text, stop } = yield* this.input.until(this.stops, maxCallLength - this.text.length);
      this.add(text);
      if (stop === undefined) return this.ends('cut');
      const end = yield* this.judge(this.kinds.get(stop) ?? 'cdata');
      if (end === 'taken') continue;
      if (end !== undefined) return this.ends(end);
      this.add(stop);
      this.input.at += stop.length;
    }
  }

  private add(text: string): void {
    this.text += text;
    this.blank &&= text.trim() === '';
  }

  /** What a tag in the value means; undefined when it is text. */
  private *judge(kind: Kind): Reading<ValueRead['end'] | 'taken' | undefined> {
    switch (kind) {
      case 'open-section':
        this.sections += 1;
        return undefined;
      case 'close-section':
        this.sections = Math.max(0, this.sections - 1);
        return undefined;
      case 'open-call':
        if ((yield* this.namedTag(this.options.format.call)) !== undefined) this.nested += 1;
        return undefined;
      case 'close-call':
        return yield* this.closeCall();
      case 'open-parameter': {
        const key = this.nested === 0 ? yield* this.namedTag(this.options.format.parameter) : undefined;
        if (key !== undefined && this.options.mayFollow(key)) return 'next';
        this.parameters += 1;
        return undefined;
      }
      case 'close-parameter':
        return yield* this.closeParameter();
      case 'cdata':
        return yield* this.takeCdata();
    }
  }

  private *namedTag(words: readonly string[]): Reading<string | undefined> {
    const ahead = new Ahead(this.input);
    const tag = yield* lookTag(ahead);
    if (tag === undefined || !words.includes(tag.word)) return undefined;
    const rest = yield* lookAttributes(ahead);
    return rest?.attributes.get('name');
  }

  private *closeCall(): Reading<ValueRead['end'] | undefined> {
    if (this.nested > 0) {
      this.nested -= 1;
      this.nestedClosed = true;
      return undefined;
    }
    const ahead = new Ahead(this.input);
    const closed = yield* this.looksClosedCall(ahead);
    yield* ahead.space();
    if (closed && (yield* this.looksBehindCall(ahead))) return 'next';
    this.inline = true;
    return undefined;
  }

  private *closeParameter(): Reading<ValueRead['end'] | undefined> {
    const ahead = new Ahead(this.input);
    const tag = yield* lookTag(ahead);
    yield* ahead.space();
    const own = tag !== undefined && this.options.format.parameter.includes(tag.word) && (yield* ahead.takes('>'));
    const length = ahead.offset;
    const fate = own ? yield* this.looksBehind(ahead) : undefined;
    const closes = this.nested === 0 ? fate !== undefined : this.sections === 0 && fate === 'section';
    if (!closes) {
      this.inline ||= this.nested === 0;
      this.parameters = Math.max(0, this.parameters - 1);
      return undefined;
    }
    // A call was named in the value and never closed, which is only talk of one; unless others were closed in it.
    if (this.nested > 0 && this.nestedClosed) return 'doubt';
    this.input.at += length;
    return 'closed';
  }

  /** What can stand behind an argument; `section` when it is the end of the whole section. */
  private *looksBehind(ahead: Ahead): Reading<'section' | 'call' | undefined> {
    const { format, callPrefix } = this.options;
    yield* ahead.space();
    if ((yield* ahead.peek()) === '') return this.parameters === 0 ? 'call' : undefined;
    if (yield* ahead.takesOne(turnEnds)) return 'call';
    if (yield* ahead.takesOne(format.close)) return 'section';
    const from = ahead.offset;
    const tag = yield* lookTag(ahead);
    if (tag?.closing === false && [...format.parameter, ...format.call].includes(tag.word)) return 'call';
    if (tag?.closing === true && tag.word === 'parameters') return 'call';
    ahead.offset = from;
    if (yield* this.looksClosedCall(ahead)) {
      yield* ahead.space();
      return (yield* ahead.takesOne(format.close)) ? 'section' : 'call';
    }
    ahead.offset = from;
    if (this.parameters > 0) return undefined;
    return ahead.isCut([...format.close, ...format.call.map((word) => `</${callPrefix}${word}>`)]) ? 'call' : undefined;
  }

  private *looksClosedCall(ahead: Ahead): Reading<boolean> {
    const tag = yield* lookTag(ahead);
    if (tag === undefined || !tag.closing || !this.options.format.call.includes(tag.word)) return false;
    yield* ahead.space();
    if (!(yield* ahead.takes('>'))) return (yield* ahead.peek()) === '';
    const next = yield* ahead.peek();
    return next === '' || !quotationEnd.includes(next);
  }

  /** Whether the section ends here, or another call begins. */
  private *looksBehindCall(ahead: Ahead): Reading<boolean> {
    const { format } = this.options;
    if (yield* ahead.takesOne(format.close)) return true;
    if (format.close.length === 0 && (yield* ahead.peek()) === '') return true;
    const tag = yield* lookTag(ahead);
    return tag !== undefined && !tag.closing && format.call.includes(tag.word);
  }

  private *takeCdata(): Reading<'cut' | 'taken'> {
    const { input } = this;
    if (this.blank) this.text = '';
    input.at += cdataOpen.length;
    const { text, stop } = yield* input.until(cdataStops, maxCallLength - this.text.length);
    this.text += text;
    this.blank = false;
    if (stop === undefined) return 'cut';
    input.at += stop.length;
    this.cdataEnd = this.text.length;
    return 'taken';
  }

  private ends(end: ValueRead['end']): ValueRead {
    const quoted = this.cdataEnd !== undefined;
    const bare = quoted && this.text.slice(this.cdataEnd).trim() === '';
    return { text: bare ? this.text.slice(0, this.cdataEnd) : this.text, end, inline: this.inline, quoted };
  }
}

const cdataOpen = '<![CDATA[';
const cdataStops = new Stops([']]>']);
