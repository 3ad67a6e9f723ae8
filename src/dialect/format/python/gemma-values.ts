import { type Input, type Reading, Stops } from '../../read/input.js';
import { ArgumentObject } from '../../value/argument-object.js';
import { readWord } from '../../value/named-call.js';
import { readTyped, readUntyped } from '../../value/typed-value.js';
import { itemOf, memberOf, type Typing, typesOf } from '../../value/typing.js';

const maxDepth = 64;

/** The text that opens and closes a string; several where it is not known which it is. */
export interface GemmaQuote {
  readonly texts: readonly string[];
  readonly stops: Stops;
  /** What stands between them need not be a string: the schema tells. */
  readonly any?: true;
}

export const gemmaQuote = (...texts: readonly string[]): GemmaQuote => ({ texts, stops: new Stops(texts) });

/** Where the tokens around a call are lost, it is not known of which model it is. */
export const anyQuote = gemmaQuote('<|"|>', '<escape>');

export interface NestedTyping extends Typing {
  readonly depth: number;
}

/** Text without quotes, which may go on behind a comma. */
interface BareText {
  readonly key: string;
  text: string;
}

/** Reads the values of one call, and answers them as JSON. */
export class GemmaValues {
  why: string | undefined;
  readonly repairs = new Set<string>();
  private closed = false;
  private readonly input: Input;
  private readonly quote: GemmaQuote;
  private readonly ends: readonly string[];
  private readonly bareEnds: Stops;
  private readonly keyEnds: Stops;

  /** `ends`: what can only stand behind the call. */
  constructor(input: Input, quote: GemmaQuote, ends: readonly string[]) {
    this.input = input;
    this.quote = quote;
    this.ends = ends;
    this.bareEnds = new Stops([',', '}', ']', ...quote.texts, ...ends]);
    this.keyEnds = new Stops([':', ',', '}', '\n', ...quote.texts, ...ends]);
  }

  fail(why: string): undefined {
    this.why ??= why;
    return undefined;
  }

  /** What stands behind `{`, up to behind its `}`. */
  *object(whole: NestedTyping): Reading<string | undefined> {
    const { input } = this;
    const { depth } = whole;
    if (depth > maxDepth) return this.fail(`it is nested deeper than ${maxDepth} levels`);
    const members = new ArgumentObject(undefined, 'text');
    let bare: BareText | undefined;
    const place = (key: string): NestedTyping => ({ ...memberOf(whole, key), depth: depth + 1 });
    const settle = (): void => {
      if (bare !== undefined) members.set(bare.key, this.typed(bare.text, place(bare.key)));
      bare = undefined;
    };
    for (;;) {
      const space = yield* input.space();
      if (yield* input.takes('}')) break;
      if (depth === 0 && members.size > 0 && (yield* input.seesOne(this.ends)) !== undefined) {
        this.repairs.add('a } was missing at its end');
        break;
      }
      const key = yield* this.key();
      if (key.stop !== ':') {
        const goesOn = bare !== undefined && (key.stop === ',' || key.stop === '}');
        if (!goesOn || bare === undefined) return this.fail(`a key without a value: ${key.text.slice(0, 40)}`);
        if (!acceptsText(place(bare.key))) return this.fail(`a value that cannot be read: ${bare.text.slice(0, 40)}`);
        this.repairs.add('text without quotes was taken up to the next argument');
        bare.text += `,${space}${key.text}`;
        if (key.stop === ',') input.at += 1;
        continue;
      }
      settle();
      input.at += 1;
      yield* input.space();
      const read = yield* this.value(place(key.text));
      if (read === undefined) return undefined;
      if (typeof read === 'string') members.set(key.text, { json: read, repairs: [] });
      else bare = { key: key.text, text: read.bare };
      if (this.closed) break;
      yield* input.space();
      if (yield* input.takes(',')) continue;
      if (!(yield* input.sees('}')) && (yield* input.seesOne(this.ends)) === undefined) {
        const cut = (yield* input.peek()) === '';
        return this.fail(cut ? ended : `something other than , or } follows the value of ${key.text.slice(0, 40)}`);
      }
    }
    settle();
    return members.problem === undefined ? members.json : this.fail(members.problem);
  }

  private *list({ depth, ...whole }: NestedTyping): Reading<string | undefined> {
    const { input } = this;
    if (depth > maxDepth) return this.fail(`it is nested deeper than ${maxDepth} levels`);
    const place: NestedTyping = { ...itemOf(whole), depth: depth + 1 };
    const values: string[] = [];
    for (;;) {
      yield* input.space();
      if (yield* input.takes(']')) return `[${values.join(',')}]`;
      const read = yield* this.value(place);
      if (read === undefined) return undefined;
      values.push(typeof read === 'string' ? read : this.typed(read.bare, place).json);
      yield* input.space();
      if (yield* input.takes(',')) continue;
      if (!(yield* input.sees(']'))) return this.fail('something other than , or ] follows a value of a list');
    }
  }

  /** JSON, or text without quotes whose type is not known yet. */
  private *value(place: NestedTyping): Reading<string | { readonly bare: string } | undefined> {
    const { input } = this;
    if (yield* this.takesQuote()) return yield* this.quoted(place);
    const char = yield* input.peek();
    if (char === '{' || char === '[') {
      input.at += 1;
      return char === '{' ? yield* this.object(place) : yield* this.list(place);
    }
    if (char === '"' || char === "'") return yield* this.foreignQuoted(char);
    const { text, stop } = yield* input.until(this.bareEnds);
    if (stop === undefined) return this.fail(ended);
    if (text.trim() === '' || this.quote.texts.includes(stop))
      return this.fail('a value is missing or has no quotes before it');
    return { bare: text.trimEnd() };
  }

  private *quoted(place: NestedTyping): Reading<string | undefined> {
    const { input } = this;
    const { text, stop } = yield* input.until(this.quote.stops);
    if (stop === undefined) return this.unclosed(text, place.depth);
    input.at += stop.length;
    return this.quote.any === true && refusesText(place) ? this.typed(text, place).json : JSON.stringify(text);
  }

  /** The last string of a call was never closed, but the call was, and the message ends there. */
  private unclosed(text: string, depth: number): string | undefined {
    const [close = ''] = this.ends;
    const end = text.indexOf(close);
    const value = text.slice(0, end).trimEnd();
    if (depth !== 1 || end === -1 || !value.endsWith('}') || text.slice(end + close.length).trim() !== '') {
      return this.fail('a string does not end');
    }
    this.closed = true;
    this.repairs.add(`a string had no ${this.quote.texts[0]} at its end`);
    return JSON.stringify(value.slice(0, -1));
  }

  /** A string in other quotes ends where a value may. */
  private *foreignQuoted(char: '"' | "'"): Reading<string | undefined> {
    const { input } = this;
    const stops = char === '"' ? doubleQuote : singleQuote;
    let text = '';
    input.at += 1;
    for (;;) {
      const piece = yield* input.until(stops);
      text += piece.text;
      if (piece.stop === undefined) return this.fail('a string does not end');
      input.at += 1;
      const space = yield* input.space();
      const next = yield* input.peek();
      if (next === '' || ',}]'.includes(next) || (yield* input.seesOne(this.ends)) !== undefined) break;
      text += char + space;
    }
    this.repairs.add(`${char} was read as ${this.quote.texts[0]}`);
    return JSON.stringify((char === '"' ? readWord(text) : undefined) ?? text);
  }

  private *takesQuote(): Reading<boolean> {
    const quote = yield* this.input.seesOne(this.quote.texts);
    this.input.at += quote?.length ?? 0;
    return quote !== undefined;
  }

  private *key(): Reading<{ readonly text: string; readonly stop: string | undefined }> {
    const { input } = this;
    if (yield* this.takesQuote()) {
      const { text } = yield* input.until(this.quote.stops);
      yield* this.takesQuote();
      yield* input.space();
      return { text, stop: (yield* input.sees(':')) ? ':' : undefined };
    }
    const { text, stop } = yield* input.until(this.keyEnds, 4096);
    const key = text.trim().replace(/^(["'])(.*)\1$/s, '$2');
    if (stop === ':' && !/^[^\s:,{}[\]]+$/.test(key)) return { text, stop: undefined };
    return { text: stop === ':' ? key : text.trimEnd(), stop };
  }

  private typed(text: string, place: NestedTyping): ReturnType<typeof readTyped> {
    const fitting = readTyped(text, { ...place, untyped: 'json' });
    // Without quotes it is no string, unless one is wanted.
    const typed = fitting.json.startsWith('"') && !acceptsText(place) ? readUntyped(text) : fitting;
    if (typed.json.startsWith('"')) this.repairs.add(`${text.slice(0, 40)} was put in quotes`);
    for (const repair of typed.repairs) this.repairs.add(repair);
    return typed;
  }
}

const ended = 'the message ended in the middle of it';

const doubleQuote = new Stops(['"']);
const singleQuote = new Stops(["'"]);

/** Whether text without quotes may be a string there. */
const acceptsText = (typing: Typing): boolean => typesOf(typing)?.has('string') ?? false;

/** Whether it is known that no string may be there. */
const refusesText = (typing: Typing): boolean => typesOf(typing)?.has('string') === false;
