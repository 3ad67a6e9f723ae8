import { type DialectCall, maxCallLength } from '../../dialect.js';
import type { Body } from '../../read/grammar.js';
import { type Input, type Reading, Stops } from '../../read/input.js';
import { ArgumentObject } from '../../value/argument-object.js';
import { readJson } from '../../value/json-reading.js';
import { readLooseJson } from '../../value/loose-json.js';
import { readArguments } from '../../value/named-call.js';
import { withoutLayout, withoutTagBreaks } from '../../value/tag-breaks.js';
import { asText } from '../../value/typed-value.js';
import { turnEnds } from '../marks.js';
import { Ahead } from './ahead.js';
import { type InvokeFormat, InvokeValue } from './invoke-value.js';
import { lookAttributes, lookTag, type TagHead, type TagRest } from './tag.js';
import { unwrapArguments } from './unwrap-arguments.js';

/**
 * `made`: a whole call. `rejected`: it has ended and cannot be used. `lost`: it cannot be used, and where it ends
 * cannot be told.
 */
export type InvokeRead =
  | { readonly end: 'made'; readonly call: DialectCall; readonly repairs: ReadonlySet<string> }
  | { readonly end: 'rejected' | 'lost'; readonly name: string | undefined; readonly why: string };

const cutShort = 'the message ended in the middle of it';

/** Reads one call, from behind its opening tag to behind its closing one. */
export class InvokeCall {
  private readonly body: Body;
  private readonly format: InvokeFormat;
  private readonly prefix: string;
  private readonly onName: (name: string) => void;
  private readonly repairs = new Set<string>();
  private readonly keys: string[] = [];
  private args: ArgumentObject;
  private json: string | undefined;
  private name: string | undefined;
  private why: string | undefined;
  private inline = false;
  private missing = false;
  private marked = false;

  constructor(body: Body, format: InvokeFormat, prefix: string, onName: (name: string) => void) {
    this.body = body;
    this.format = format;
    this.prefix = prefix;
    this.onName = onName;
    this.args = new ArgumentObject(undefined, 'text');
  }

  *read(tag: TagRest): Reading<InvokeRead> {
    const { input } = this.body;
    this.marked = tag.marked || this.body.opener.includes('Ġ');
    for (const repair of tag.repairs) this.repairs.add(repair);
    const name = tag.attributes.get('name');
    if (name !== undefined) this.setName(name);
    if (tag.selfClosing) return this.whole();
    for (;;) {
      yield* this.space();
      const char = yield* input.peek();
      if (char === '') return this.atEnd({ sure: false });
      if (char === '{') {
        const failed = yield* this.readObject();
        if (failed !== undefined) return failed;
        continue;
      }
      const ended = yield* this.readTag();
      if (ended !== undefined) return ended;
    }
  }

  /** Reads the tag that follows, and what belongs to it; answers when the call has ended. */
  private *readTag(): Reading<InvokeRead | undefined> {
    const { input } = this.body;
    const { call, close, parameter } = this.format;
    const ahead = new Ahead(input);
    for (const end of close) if (yield* ahead.takes(end)) return this.withoutClose(end);
    const turnEnd = yield* input.seesOne(turnEnds);
    if (turnEnd !== undefined) return this.atTurnEnd(turnEnd);
    const tag = yield* lookTag(ahead);
    if (new Ahead(input).isCut([...call.map((word) => `</${this.prefix}${word}>`), ...close])) {
      return this.atEnd({ sure: input.text.length - input.at > 2 });
    }
    if (tag === undefined) return this.lose('something other than an argument stands in it');
    if (tag.closing) return yield* this.closeTag(ahead, tag);
    const rest = yield* lookAttributes(ahead);
    if (rest === undefined) {
      return (yield* ahead.peek()) === '' ? this.atEnd({ sure: false }) : this.lose('a tag in it cannot be read');
    }
    if (call.includes(tag.word)) return this.withoutClose(`the next <${tag.prefix}${tag.word}`);
    ahead.take();
    this.marked ||= rest.marked;
    if (parameter.includes(tag.word)) return yield* this.readParameter(tag, rest);
    if (wrappers.has(tag.word) && this.keys.length === 0) return undefined;
    return yield* this.readElement(tag, rest);
  }

  private *closeTag(ahead: Ahead, tag: TagHead): Reading<InvokeRead | undefined> {
    yield* ahead.space();
    const whole = yield* ahead.takes('>');
    if (!whole && (yield* ahead.peek()) !== '') return this.lose('a closing tag in it cannot be read');
    ahead.take();
    if (this.format.call.includes(tag.word)) return this.whole();
    if (wrappers.has(tag.word)) return undefined;
    return this.lose(`</${tag.prefix}${tag.word}> closes nothing in it`);
  }

  private *readParameter(tag: TagHead, rest: TagRest): Reading<InvokeRead | undefined> {
    const key = rest.attributes.get('name');
    if (key === undefined || key === '') return this.lose('an argument in it has no name');
    for (const repair of rest.repairs) this.repairs.add(repair);
    if (rest.selfClosing) {
      this.set(key, '', rest.attributes.get('string'), true);
      return undefined;
    }
    const known = this.schemaKnown;
    const value = yield* new InvokeValue(this.body.input, {
      format: this.format,
      callPrefix: this.prefix,
      prefix: tag.prefix,
      section: this.body.opener,
      mayFollow: (next) => next !== key && !this.args.has(next) && (!known || this.args.schemaOf(next) !== undefined),
    }).read();
    this.inline ||= value.inline;
    if (value.end === 'cut') return this.lose(cutShort);
    if (value.end === 'next') {
      this.missing = true;
      this.repairs.add(`</${tag.prefix}${tag.word}> was missing`);
    }
    if (value.end === 'doubt' || (this.missing && this.inline)) {
      return this.lose('closing tags stand in a value of it, and where it ends cannot be told');
    }
    if (value.end === 'next') this.set(key, withoutTagLayout(value.text), rest.attributes.get('string'), true);
    else this.set(key, value.text, rest.attributes.get('string'), value.quoted);
    return undefined;
  }

  /** `<name>value</name>`, as older prompts have it. */
  private *readElement({ prefix, word }: TagHead, rest: TagRest): Reading<InvokeRead | undefined> {
    const value = rest.selfClosing ? '' : yield* readElement(this.body.input, `</${prefix}${word}>`);
    if (value === undefined) return this.lose(cutShort);
    if (word === 'tool_name' && this.name === undefined) this.setName(value);
    else this.set(word, value, undefined, false);
    return undefined;
  }

  /** All arguments as one JSON object. */
  private *readObject(): Reading<InvokeRead | undefined> {
    if (this.json !== undefined || this.keys.length > 0) return this.lose('a JSON object stands beside its arguments');
    const stops = new Stops([
      ...this.format.call.map((word) => `</${this.prefix}${word}`),
      '</parameters',
      ...this.format.close,
    ]);
    const read = yield* readJson(this.body.input, { stops });
    if (!read.ok && read.broken) return this.lose(read.cut ? cutShort : read.why);
    const args = read.ok ? readArguments(read.json) : read;
    if (!args.ok) this.why ??= args.why;
    this.json = args.ok ? args.text : '{}';
    if (read.ok) for (const repair of read.repairs) this.repairs.add(repair);
    return undefined;
  }

  private set(key: string, raw: string, string: string | undefined, exact: boolean): void {
    const text = this.marked ? raw.replaceAll('Ġ', ' ').replaceAll('Ċ', '\n') : raw;
    this.keys.push(key);
    if (string === 'true') this.args.set(key, asText(text));
    else if (string === 'false') this.setJson(key, text);
    else this.args.setText(key, exact || this.format.layout === 'exact' ? text : withoutTagBreaks(text));
  }

  /** The attribute says that it is JSON, whatever the schema says. */
  private setJson(key: string, text: string): void {
    const read = readLooseJson(text.trim());
    if (read.ok) {
      this.args.set(key, { json: read.json, repairs: read.repairs });
      return;
    }
    this.repairs.add(`the value of ${JSON.stringify(key.slice(0, 64))} is no JSON, so it was read by its schema`);
    this.args.setText(key, text);
  }

  private setName(name: string): void {
    const trimmed = name.trim();
    this.name = trimmed;
    if (trimmed === '') return;
    this.args = new ArgumentObject(this.body.tools.schemaOf(trimmed), 'text');
    this.onName(trimmed);
  }

  private get schemaKnown(): boolean {
    return this.name !== undefined && this.body.tools.schemaOf(this.name) !== undefined;
  }

  private *space(): Reading<void> {
    const { input } = this.body;
    yield* input.space();
    while (this.format.cdata && 'ĠĊ'.includes((yield* input.peek()) || '-')) {
      input.at += 1;
      yield* input.space();
    }
  }

  private withoutClose(before: string): InvokeRead {
    this.repairs.add(`</${this.prefix}${this.format.call[0]}> was missing before ${before}`);
    return this.whole();
  }

  /** Arguments may be missing where the message ended, unless the schema knows no more of them. */
  private atEnd({ sure }: { readonly sure: boolean }): InvokeRead {
    const { tools } = this.body;
    const full = this.json !== undefined || (this.name !== undefined && tools.has(this.name) && this.args.isFull);
    if (!full && !sure) return this.lose(cutShort);
    this.body.input.at = this.body.input.text.length;
    this.repairs.add(`</${this.prefix}${this.format.call[0]}> was missing at the end of the message`);
    return this.whole();
  }

  /** The model ended its turn: the last tag may be missing, but no argument the tool requires. */
  private atTurnEnd(token: string): InvokeRead {
    const whole = this.json !== undefined || this.args.hasRequired;
    return whole ? this.withoutClose(token) : this.lose(cutShort);
  }

  private lose(why: string): InvokeRead {
    return { end: 'lost', name: this.name, why };
  }

  private whole(): InvokeRead {
    const { tools } = this.body;
    const { name = '', args, keys } = this;
    if (name === '') return { end: 'rejected', name: undefined, why: 'it names no tool' };
    const why = this.why ?? args.problem;
    if (why !== undefined) return { end: 'rejected', name, why };
    const inner = unwrapArguments({
      json: this.json ?? args.json,
      known: (key) => !this.schemaKnown || args.schemaOf(key) !== undefined,
    });
    const checked =
      inner.unwrapped || this.json !== undefined ? undefined : this.format.check?.({ name, args, keys }, tools);
    if (checked !== undefined) return { end: 'rejected', name, why: checked };
    if (this.marked) this.repairs.add('marks of the tokenizer were read as white space');
    for (const repair of [...args.repairs, ...inner.repairs]) this.repairs.add(repair);
    return { end: 'made', call: { name, arguments: inner.json }, repairs: this.repairs };
  }
}

/** Tags around all arguments of a call. */
const wrappers: ReadonlySet<string> = new Set(['parameters', 'arguments']);

/** A value whose close is missing: the line break before the next tag is layout too. */
function withoutTagLayout(text: string): string {
  const bare = withoutTagBreaks(text);
  return bare === text ? withoutLayout(text) : bare;
}

/** The text of an element up to its close, which is taken; undefined when the message ends before it. */
function* readElement(input: Input, close: string): Reading<string | undefined> {
  const stops = new Stops([close]);
  let text = '';
  for (;;) {
    const { text: piece, stop } = yield* input.until(stops, maxCallLength - text.length);
    text += piece;
    if (stop === undefined) return undefined;
    input.at += stop.length;
    // Only another tag can stand behind it.
    const ahead = new Ahead(input);
    yield* ahead.space();
    const next = yield* ahead.peek();
    if (next === '<' || next === '') return text;
    text += stop;
  }
}
