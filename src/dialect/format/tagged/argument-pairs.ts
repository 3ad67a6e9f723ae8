import { maxCallLength } from '../../dialect.js';
import type { Body } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { readArguments } from '../../value/named-call.js';
import { withoutLayout } from '../../value/tag-breaks.js';
import type { TypedOptions } from '../../value/typed-value.js';
import { type CallEnd, cutShort, OpenCall } from './open-call.js';
import { type PairTags, pairTurnEnds } from './pair-tags.js';

export interface ArgumentPairsOptions {
  readonly tags: PairTags;
  readonly untyped: TypedOptions['untyped'];
  /** What may stand behind the name. */
  readonly separator?: string;
  readonly hint: string;
}

/**
 * Reads a name and pairs of `<arg_key>` and `<arg_value>`, up to `</tool_call>`. Values keep all their white space.
 * Where a tag is missing or is another one of the four, its place among them tells which it is.
 */
export function* readArgumentPairs(body: Body, options: ArgumentPairsOptions): Reading<CallEnd> {
  const index = body.calls.place();
  if (index === undefined) return 'lost';
  yield* gap(body);
  const name = yield* body.input.takeWhile(isNameCode);
  const call = new OpenCall(body, index, { name, ...options });
  yield* gap(body);
  if (options.separator !== undefined) yield* body.input.takes(options.separator);
  return yield* new ArgumentPairs(body, call, options.tags).read();
}

class ArgumentPairs {
  private readonly body: Body;
  private readonly call: OpenCall;
  private readonly tags: PairTags;
  /** Keys without a value yet, and the values that followed them. */
  private keys: string[] = [];
  private values: string[] = [];

  constructor(body: Body, call: OpenCall, tags: PairTags) {
    this.body = body;
    this.call = call;
    this.tags = tags;
  }

  *read(): Reading<CallEnd> {
    const { input } = this.body;
    const { tags, call } = this;
    for (;;) {
      yield* gap(this.body);
      const tag = yield* input.seesOne(tags.all);
      if (tag === tags.callClose) {
        input.at += tag.length;
        return this.finish();
      }
      if (tag === tags.callOpen || tag === tags.sectionClose) {
        call.repairs.add(`${tags.callClose} was missing before ${tag}`);
        return this.finish();
      }
      if (tag === undefined && this.atEnd()) return this.finishCut();
      const turnEnd = tag === undefined ? yield* input.seesOne(pairTurnEnds) : undefined;
      if (turnEnd !== undefined) return this.finishTurn(turnEnd);
      if (this.isEmpty && (yield* input.sees('{'))) return yield* this.json();
      const problem = yield* this.pairPart(tag);
      if (problem === cutShort) return call.lose(cutShort);
      if (problem !== undefined) return yield* this.skip(problem);
    }
  }

  private get isEmpty(): boolean {
    return this.keys.length === 0 && this.call.args.size === 0;
  }

  /** All arguments as one JSON object, as other formats write them. */
  private *json(): Reading<CallEnd> {
    const { input } = this.body;
    const { call, tags } = this;
    const read = yield* readJson(input, { stops: tags.callEnd });
    if (!read.ok && read.broken) return call.lose(read.why);
    const args = read.ok ? readArguments(read.json) : read;
    if (!args.ok) return yield* this.skip(args.why);
    for (const repair of ['a JSON object was read as its arguments', ...(read.ok ? read.repairs : [])])
      call.repairs.add(repair);
    const next = yield* input.following([tags.callClose, tags.callOpen]);
    if (next.what === 'other') return yield* this.skip('something follows its arguments');
    if (next.what === tags.callClose) input.at += next.end;
    else call.repairs.add(`${tags.callClose} was missing`);
    return call.finish(args.text);
  }

  /** One key or one value. */
  private *pairPart(tag: string | undefined): Reading<string | undefined> {
    const { input } = this.body;
    const { tags } = this;
    if (tag !== undefined) input.at += tag.length;
    if (tag === tags.keyOpen) return yield* this.key('');
    if (tag === tags.valueOpen) return yield* this.value();
    if (tag !== undefined) {
      this.call.repairs.add(`a ${tag} that closes nothing was left out`);
      return undefined;
    }
    // A tag is missing: behind a key stands a value, and behind a value a key.
    if (this.values.length >= this.keys.length) return yield* this.key(tags.keyOpen);
    this.call.repairs.add(`${tags.valueOpen} was missing`);
    return yield* this.value();
  }

  private *key(missing: string): Reading<string | undefined> {
    const { input } = this.body;
    const { tags, call } = this;
    const { text, stop } = yield* input.until(tags.stops, maxKey);
    const key = text.trim();
    if (stop === undefined) return input.ended ? cutShort : 'an argument of it has no name';
    const closed = stop === tags.keyClose || stop === tags.valueClose;
    if (closed) input.at += stop.length;
    if (missing !== '') {
      const usable = /^[\w.-]+$/.test(key) && (closed || stop === tags.valueOpen);
      if (!usable) return 'something other than arguments stands in it';
      call.repairs.add(`${missing} was missing`);
    }
    if (stop !== tags.keyClose) call.repairs.add(`${tags.keyClose} was missing`);
    if (!closed && stop !== tags.valueOpen) {
      call.repairs.add(`the argument ${JSON.stringify(key.slice(0, 64))} had no value and was left out`);
      return undefined;
    }
    if (key === '') return 'an argument of it has no name';
    const problem = this.values.length > 0 ? this.pair() : undefined;
    this.keys.push(key);
    return problem;
  }

  private *value(): Reading<string | undefined> {
    const { input } = this.body;
    const { tags, call } = this;
    if (this.keys.length === 0) return `a ${tags.valueOpen} has no ${tags.keyOpen} before it`;
    let text = '';
    let inner = 0;
    let wrappers = 0;
    for (;;) {
      const part = yield* input.until(tags.stops, maxCallLength - text.length);
      const { stop } = part;
      text += part.text;
      if (stop === undefined) return input.ended ? cutShort : 'it is too long';
      if (stop === tags.callOpen) {
        if (tags.innerCall.test(yield* input.glance(200))) inner += 1;
        else wrappers += 1;
      } else if (stop === tags.callClose && inner + wrappers > 0) {
        if (inner > 0) inner -= 1;
        else wrappers -= 1;
      } else if (inner === 0 && (yield* this.ends(stop, text !== part.text))) {
        if (stop === tags.valueClose || stop === tags.keyClose) input.at += stop.length;
        if (stop !== tags.valueClose) call.repairs.add(`${tags.valueClose} was missing`);
        this.values.push(stop === tags.valueClose ? text : withoutLayout(text));
        return undefined;
      }
      input.at += stop.length;
      text += stop;
    }
  }

  /** Whether a tag within a value ends it: by what follows. `tagged`: other tags stand before it. */
  private *ends(stop: string, tagged: boolean): Reading<boolean> {
    const { input } = this.body;
    const { tags, call } = this;
    if (stop === tags.valueOpen || stop === tags.sectionClose) return false;
    if (stop === tags.keyOpen) return this.mayFollow(tags.wholeKey.exec(yield* input.glance(200))?.[1]);
    const behind = stop === tags.callClose ? tags.behindCall : tags.behindValue;
    const next = yield* input.following(behind, stop.length);
    if (next.what === tags.valueOpen) return stop === tags.valueClose && this.keys.length > this.values.length + 1;
    if (next.what === 'other') return stop === tags.valueClose && tags.bareKey.test(yield* input.glance(200));
    if (next.what === 'end' && stop === tags.callClose && !tagged) call.closedEarly = true;
    else if (next.what === 'end') call.unsure ||= stop !== tags.valueClose;
    if (next.what !== tags.callClose) return true;
    // The whole of a call may stand in a value, at its end.
    return (yield* input.following([tags.valueClose], next.end)).what !== tags.valueClose;
  }

  /** Whether a key stands behind a value that was not closed, rather than in it. */
  private mayFollow(key: string | undefined): boolean {
    const { args, name } = this.call;
    if (key === undefined || args.has(key.trim()) || this.keys.includes(key.trim())) return false;
    return this.body.tools.schemaOf(name) === undefined || args.schemaOf(key.trim()) !== undefined;
  }

  /** Gives the keys their values. */
  private pair(): string | undefined {
    const { keys, values, call } = this;
    this.keys = [];
    this.values = [];
    if (values.length > keys.length) return 'it has more values than keys';
    if (values.length > 1 && values.length < keys.length) return 'it has more keys than values';
    const used = keys.slice(keys.length - values.length);
    for (const key of keys.slice(0, keys.length - values.length)) {
      call.repairs.add(`the argument ${JSON.stringify(key.slice(0, 64))} had no value and was left out`);
    }
    if (used.length > 1) call.repairs.add('keys and values that stood apart were paired in their order');
    for (const [at, key] of used.entries()) call.args.setText(key, values[at] ?? '');
    return undefined;
  }

  private finish(): CallEnd {
    const problem = this.pair();
    return problem === undefined ? this.call.finish() : this.call.reject(problem);
  }

  /** The message ended: all but the last tag has to be there. */
  private finishCut(): CallEnd {
    const { input } = this.body;
    const { call, tags } = this;
    call.unsure ||= input.text.length - input.at < '</t'.length;
    input.at = input.text.length;
    if (this.keys.length > this.values.length) return call.lose(cutShort);
    call.repairs.add(`${tags.callClose} was missing at the end of the message`);
    const end = this.finish();
    return end === 'rejected' ? 'lost' : end;
  }

  /** The model ended its turn: the last tag may be missing, but no argument the tool requires. */
  private finishTurn(before: string): CallEnd {
    const { call, tags } = this;
    call.repairs.add(`${tags.callClose} was missing before ${before}`);
    call.closedEarly = true;
    return this.finish();
  }

  private atEnd(): boolean {
    const { input } = this.body;
    const rest = input.text.slice(input.at, input.at + 64);
    return input.ended && (rest === '' || rest === '<' || (rest.length > 1 && this.tags.callClose.startsWith(rest)));
  }

  private *skip(why: string): Reading<CallEnd> {
    const { input } = this.body;
    const end = this.call.reject(why);
    const { stop } = yield* input.until(this.tags.callEnd);
    if (stop === undefined) return 'lost';
    if (stop === this.tags.callClose) input.at += stop.length;
    return end;
  }
}

const maxKey = 1024;

/** White space, and line breaks that were written as two characters. */
function* gap({ input }: Body): Reading<void> {
  do yield* input.space();
  while (yield* input.takes('\\n'));
}

/** Letters, digits and what else names are made of. */
const isNameCode = (code: number): boolean =>
  code > 0x7f ||
  (code >= 0x2d && code <= 0x3a) ||
  (code >= 0x41 && code <= 0x5a) ||
  code === 0x5f ||
  (code >= 0x61 && code <= 0x7a);
