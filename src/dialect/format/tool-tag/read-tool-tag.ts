import { isSchema } from '../../../schema/is-schema.js';
import type { LooseSchema } from '../../../schema/json-schema.js';
import { maxCallLength } from '../../dialect.js';
import type { Body, BodyEnd } from '../../read/grammar.js';
import { isSpace, type Reading, Stops } from '../../read/input.js';
import { ArgumentObject } from '../../value/argument-object.js';
import { readTagValue } from './tag-value.js';
import { readYamlArguments } from './yaml-arguments.js';
import { readYamlBody } from './yaml-body.js';

export interface ToolTagOptions {
  /** What such a body is written in; the other is read and reported. */
  readonly body: 'tags' | 'yaml';
  /** Nothing is reported before an argument the tool knows was read: it may as well be prose. */
  readonly careful: boolean;
}

/** Reads an element whose name is that of a tool, behind its opening tag. */
export const readToolTag =
  (options: ToolTagOptions) =>
  (body: Body): Reading<BodyEnd> =>
    new ToolTag(body, options).read();

class ToolTag {
  private readonly body: Body;
  private readonly options: ToolTagOptions;
  private readonly name: string;
  private readonly schema: LooseSchema | undefined;
  /** What the schema says of it by name; undefined when it names none. */
  private readonly known: ReadonlySet<string> | undefined;
  private readonly values = new Map<string, string[]>();
  private readonly repairs = new Set<string>();

  constructor(body: Body, options: ToolTagOptions) {
    this.body = body;
    this.options = options;
    this.name = body.opener.slice(1).replace(/\s*\/?>?\s*$/, '');
    this.schema = body.tools.schemaOf(this.name);
    const { properties } = body.tools.shapeOf(this.name) ?? {};
    this.known =
      isSchema(properties) && Object.keys(properties).length > 0 ? new Set(Object.keys(properties)) : undefined;
  }

  *read(): Reading<BodyEnd> {
    const { input, opener } = this.body;
    if (opener.endsWith('/>')) return this.finishEmpty();
    if (!opener.endsWith('>')) {
      yield* input.space();
      if (yield* input.takes('/>')) return this.finishEmpty();
      if (!(yield* input.takes('>'))) return 'text';
    }
    const space = yield* input.space();
    const char = yield* input.peek();
    if (char === '') return this.stop('the message ended before its arguments', 'rejected');
    return char === '<' ? yield* this.tags() : yield* this.yaml(space);
  }

  private *tags(): Reading<BodyEnd> {
    const { input } = this.body;
    for (;;) {
      yield* input.space();
      const tag = yield* this.peekTag();
      if (tag === 'end') return this.atEnd();
      if (tag === undefined) return this.stop('something other than an argument stands in it', 'lost');
      if (tag.closes) {
        input.at += tag.length;
        if (tag.name === this.name) return this.values.size === 0 ? this.finishEmpty() : this.finish();
        if (this.values.size === 0) return this.stop(`</${tag.name}> closes nothing in it`, 'rejected');
        this.repairs.add(`</${tag.name}> that closes nothing was left out`);
        continue;
      }
      if (this.values.size > 0 && this.known?.has(tag.name) !== true && this.body.tools.has(tag.name)) {
        this.repairs.add(`</${this.name}> was missing before <${tag.name}>`);
        return this.finish();
      }
      if (this.options.careful && this.values.size === 0 && this.known?.has(tag.name) === false) return 'text';
      if (this.values.size === 0 && this.options.body === 'yaml')
        this.repairs.add('its arguments were tags instead of YAML');
      const end = yield* this.argument(tag);
      if (end !== undefined) return end;
    }
  }

  private *argument({ name: key, length }: Tag): Reading<BodyEnd | undefined> {
    const { input } = this.body;
    input.at += length;
    const empty = yield* this.endOfTag();
    if (empty === undefined) return this.stop(`the tag <${key}> does not end`, 'lost');
    const raw = empty ? '' : yield* this.raw(key);
    if (raw === undefined) return this.stop(`<${key}> is never closed`, 'lost');
    const raws = this.values.get(key) ?? [];
    this.values.set(key, raws);
    raws.push(raw);
    return undefined;
  }

  /** Behind the name of an opening tag: takes its attributes and its end. Answers whether it is empty. */
  private *endOfTag(): Reading<boolean | undefined> {
    const { input } = this.body;
    for (let steps = 0; steps < 64; steps += 1) {
      yield* input.space();
      if (yield* input.takes('/>')) return true;
      if (yield* input.takes('>')) return false;
      this.repairs.add('attributes within its tags were left out');
      const quote = yield* input.seesOne(['"', "'"]);
      if (quote === undefined) {
        const word = yield* input.takeWhile(isAttribute, 256);
        if (word === '') return undefined;
        continue;
      }
      input.at += 1;
      yield* input.takeWhile((code) => code !== quote.charCodeAt(0) && code !== 0x3c, 1024);
      if (!(yield* input.takes(quote))) return undefined;
    }
    return undefined;
  }

  /** The text up to the closing tag of the argument: not one of an inner element, nor one that other text follows. */
  private *raw(key: string): Reading<string | undefined> {
    const { input } = this.body;
    const stops = new Stops([`</${key}`, `</ ${key}`, `<${key}>`, `<${key} `]);
    let text = '';
    let depth = 0;
    for (;;) {
      const { text: part, stop } = yield* input.until(stops, maxCallLength - text.length);
      text += part;
      if (stop === undefined) return undefined;
      input.at += stop.length;
      if (!stop.startsWith('</')) {
        depth += 1;
        text += stop;
        continue;
      }
      const close = stop + (yield* input.takeWhile(isSpace, 8));
      if (!(yield* input.takes('>'))) text += close;
      else if (depth > 0) {
        depth -= 1;
        text += `${close}>`;
      } else {
        const space = yield* input.space();
        if (yield* this.goesOn()) return text;
        text += `${close}>${space}`;
      }
    }
  }

  /** Whether something follows that can stand behind an argument. */
  private *goesOn(): Reading<boolean> {
    const tag = yield* this.peekTag();
    if (tag === 'end') return true;
    if (tag === undefined) return false;
    return !tag.closes || tag.name === this.name;
  }

  /** The tag that follows; it is not taken. */
  private *peekTag(): Reading<Tag | 'end' | undefined> {
    const { input } = this.body;
    for (;;) {
      const ahead = input.text.slice(input.at, input.at + maxTag);
      if (ahead === '' && input.ended) return 'end';
      const close = closeTag.exec(ahead);
      if (close !== null) return { name: close[1] ?? '', length: close[0].length, closes: true };
      const open = openTag.exec(ahead);
      if (open !== null) return { name: open[1] ?? '', length: (open[1] ?? '').length + 1, closes: false };
      if (input.ended && `</${this.name}>`.startsWith(ahead)) {
        input.at = input.text.length;
        return 'end';
      }
      if (input.ended || ahead.length >= maxTag || !tagBegins.test(ahead)) return undefined;
      yield;
    }
  }

  private *yaml(space: string): Reading<BodyEnd> {
    const { input } = this.body;
    const indent = space.slice(space.lastIndexOf('\n') + 1);
    const { careful } = this.options;
    let meant = !careful;
    const accepts = (line: string): boolean => {
      const [, key = ''] = /^\s*["']?([^"':]+?)["']?\s*:(?:\s|$)/.exec(line) ?? [];
      meant ||= /^\s*\{/.test(line) || this.known === undefined || this.known.has(key);
      return meant;
    };
    const { text, end } = yield* readYamlBody(input, { tag: this.name, accepts });
    if (!meant || end === 'refused') return 'text';
    if (end === 'cut') return this.stop('the message ended in the middle of it', 'lost', meant);
    if (end === 'half-closed') this.repairs.add(`</${this.name}> was missing at the end of the message`);
    const read = readYamlArguments((space.includes('\n') ? indent : '') + text, this.schema);
    if (!read.ok) return this.stop(read.why, 'rejected', meant);
    if (this.options.body === 'tags') this.repairs.add('its arguments were YAML instead of tags');
    for (const repair of read.repairs) this.repairs.add(repair);
    return this.make(read.text);
  }

  /** An empty element; where it may be prose, only when the tool needs no arguments. */
  private finishEmpty(): BodyEnd {
    const required = this.schema?.['required'];
    if (this.options.careful && Array.isArray(required) && required.length > 0) return 'text';
    return this.make('{}');
  }

  private atEnd(): BodyEnd {
    if (this.values.size === 0) return this.stop('the message ended before its arguments', 'rejected');
    const full = this.known !== undefined && [...this.known].every((key) => this.values.has(key));
    if (!full) return this.stop('the message ended in the middle of it', 'lost');
    this.repairs.add(`</${this.name}> was missing at the end of the message`);
    return this.finish();
  }

  private finish(): BodyEnd {
    const { name, schema } = this;
    const args = new ArgumentObject(schema, 'text');
    for (const [key, raws] of this.values) {
      const value = readTagValue(raws, args.typing(key));
      if (!value.ok)
        return this.stop(`its argument ${JSON.stringify(key.slice(0, 64))} cannot be read: ${value.why}`, 'rejected');
      args.set(key, value);
    }
    if (args.problem !== undefined) return this.stop(args.problem, 'rejected');
    for (const repair of args.repairs) this.repairs.add(repair);
    return this.make(args.json, name);
  }

  private make(args: string, name = this.name): BodyEnd {
    return this.body.calls.make({ name, arguments: args }, this.repairs);
  }

  private stop(why: string, end: 'rejected' | 'lost', meant = this.values.size > 0 || !this.options.careful): BodyEnd {
    if (!meant) return 'text';
    const hint = `Write <${this.name}>, each argument between tags of its own name, and </${this.name}>.`;
    const yaml = `Write <${this.name}>, the arguments as YAML, and </${this.name}>.`;
    this.body.calls.rejectCall({ name: this.name, why, hint: this.options.body === 'yaml' ? yaml : hint });
    return end;
  }
}

interface Tag {
  readonly name: string;
  /** Of its beginning, without attributes; of a closing tag, the whole. */
  readonly length: number;
  readonly closes: boolean;
}

const maxTag = 160;
const openTag = /^<([A-Za-z0-9_][\w.-]{0,127})(?=[\s/>])/;
const closeTag = /^<\/\s{0,8}([A-Za-z0-9_][\w.-]{0,127})\s{0,8}>/;
const tagBegins = /^(?:<(?:\/\s{0,8})?(?:[A-Za-z0-9_][\w.-]{0,127}\s{0,8})?)?$/;

/** Anything but white space, quotes and the end of the tag. */
const isAttribute = (code: number): boolean =>
  !isSpace(code) && code !== 0x22 && code !== 0x27 && code !== 0x3e && code !== 0x3c;
