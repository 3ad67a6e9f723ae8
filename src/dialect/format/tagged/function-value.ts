import { maxCallLength } from '../../dialect.js';
import type { Body, Wrapper } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { endsLine, withoutLeadingBreak } from '../../value/tag-breaks.js';
import { turnEnds } from '../marks.js';
import { nameIn, type OpenCall } from './open-call.js';

export type KeyStyle = 'equals' | 'attribute' | 'child' | 'between';

export interface FunctionValueOptions {
  readonly key: string;
  readonly wrapper: Wrapper;
  /** How keys are written in the call: `=KEY` or `name="KEY"` in the tag, in a child of it, or between two tags. */
  readonly keyStyle: KeyStyle;
}

/**
 * The text of one `<parameter=KEY>`. It may hold the tags of the format: a closing one ends it only where something
 * follows that can stand behind it, and a whole function within it is text of it.
 */
export class FunctionValue {
  private readonly body: Body;
  private readonly call: OpenCall;
  private readonly options: FunctionValueOptions;
  /** Functions within the value that are open, and wrappers that may be. */
  private functions = 0;
  private wrappers = 0;
  /** Parameters within the value. */
  private parameters = 0;
  /** It begins with a line break, so that its end does too. */
  private wrapped = false;
  /** Something that looks like a tag of the format stands in it. */
  private tagged = false;

  constructor(body: Body, call: OpenCall, options: FunctionValueOptions) {
    this.body = body;
    this.call = call;
    this.options = options;
  }

  /** What stands up to its close, which is taken; undefined when the message ended before. */
  *read(): Reading<string | undefined> {
    const { input } = this.body;
    const { wrapper } = this.options;
    const stops = stopsFor(wrapper);
    this.wrapped = /^\r?\n/.test(yield* input.glance(2));
    let text = '';
    for (;;) {
      const part = yield* input.until(stops, maxCallLength - text.length);
      text += part.text;
      if (part.stop === undefined) return undefined;
      this.tagged ||= ownTag.test(part.text);
      const behindLine = endsLine(part.text);
      if (yield* this.ends(part.stop, behindLine)) {
        if (part.stop === valueClose) input.at += valueClose.length;
        else if (this.options.keyStyle !== 'between')
          this.call.repairs.add(`${valueClose} was missing before ${part.stop}`);
        return withoutLeadingBreak(part.stop === valueClose ? text : this.withoutOwnTag(text));
      }
      input.at += part.stop.length;
      text += part.stop;
      this.tagged = true;
    }
  }

  /** Some close a value with its key. */
  private withoutOwnTag(text: string): string {
    const tag = `</${this.options.key}>`;
    const bare = text.trimEnd();
    return bare.endsWith(tag) ? bare.slice(0, -tag.length) : text;
  }

  private *ends(stop: string, behindLine: boolean): Reading<boolean> {
    const { open, close } = this.options.wrapper;
    if (stop === functionOpen) {
      if (innerFunction.test(yield* this.body.input.glance(200))) this.functions += 1;
      return false;
    }
    if (stop === functionClose && this.functions > 0) {
      this.functions -= 1;
      return false;
    }
    if (stop === open) {
      this.wrappers += 1;
      return false;
    }
    if (stop === close && this.wrappers > 0) {
      this.wrappers -= 1;
      return false;
    }
    if (this.functions > 0) return false;
    if (stop === parameterOpen) {
      if (yield* this.nextBegins(behindLine)) return true;
      this.parameters += 1;
      return false;
    }
    return yield* this.closes(stop, behindLine);
  }

  /** Whether `<parameter` is the next one, and this one was never closed. */
  private *nextBegins(behindLine: boolean): Reading<boolean> {
    const { key, keyStyle } = this.options;
    const { args } = this.call;
    const tag = /^<parameter([^>\n]{0,160})>/.exec(yield* this.body.input.glance(180))?.[1];
    if (tag === undefined) return false;
    const name = nameIn(tag);
    if (name === undefined) return (keyStyle === 'between' || keyStyle === 'child') && tag === '';
    if (keyStyle === 'equals' && !/^\s*=/.test(tag)) return false;
    if (name === key || args.has(name)) return false;
    return behindLine || !this.wrapped || args.schemaOf(name) !== undefined;
  }

  /** Whether a closing tag is meant: by what follows it. */
  private *closes(stop: string, behindLine: boolean): Reading<boolean> {
    const { input } = this.body;
    const { wrapper, keyStyle } = this.options;
    const { open, close } = wrapper;
    const own = stop === valueClose;
    const possible = own
      ? [...nextKeys[keyStyle], functionClose, ...nextFunction, '<action>', close, open]
      : [open, ...turnEnds];
    if (stop === functionClose) possible.push(close, ...nextFunction);
    // On a line of its own the first of two is the close, and the second one too many.
    if (own && behindLine && this.parameters === 0) possible.push(valueClose);
    const next = yield* input.following(possible, stop.length);
    if (next.what === 'other') return false;
    if (next.what === 'end') {
      if ((this.wrapped && !behindLine) || (own && this.parameters > 0)) return false;
      if (!own && this.tagged) return false;
      this.call.closedEarly ||= !own;
      return true;
    }
    return !(yield* this.goesOn(next.what, next.end));
  }

  /** Whether the closing tags of a whole call are followed by a close of this value: then they were text of it. */
  private *goesOn(tag: string, end: number): Reading<boolean> {
    const { input } = this.body;
    const { close } = this.options.wrapper;
    if (tag !== functionClose && tag !== close) return false;
    const next = yield* input.following([valueClose, tag === close ? functionClose : close], end);
    if (next.what !== close) return next.what === valueClose || (tag === close && next.what === functionClose);
    return (yield* input.following([valueClose], next.end)).what === valueClose;
  }
}

const parameterOpen = '<parameter';
/** What opens the next argument: other tags of that name are text. */
const nextKeys: Readonly<Record<KeyStyle, readonly string[]>> = {
  equals: ['<parameter=', '<parameter =', '< parameter'],
  attribute: ['<parameter ', '<parameter=', '< parameter'],
  child: [parameterOpen],
  between: [parameterOpen, '< parameter'],
};
const nextFunction = ['<function=', '<function ', '< function'];
const valueClose = '</parameter>';
const functionOpen = '<function=';
const functionClose = '</function>';
const ownTag = /<\s{0,4}\/?\s{0,4}(?:parameter|function)\b/;
const innerFunction = /^<function=[^>\n]{1,100}>\s*<(?:parameter|\/function>)/;

const stopsOf = new Map<string, Stops>();

function stopsFor({ open, close }: Wrapper): Stops {
  const known = stopsOf.get(open);
  if (known !== undefined) return known;
  const made = new Stops([valueClose, parameterOpen, functionClose, functionOpen, open, close]);
  stopsOf.set(open, made);
  return made;
}
