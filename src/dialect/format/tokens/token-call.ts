import { defined } from '../../../base/defined.js';
import type { Json } from '../../../base/json.js';
import type { DialectCall } from '../../dialect.js';
import type { Body, BodyEnd } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson, readJsonString } from '../../value/json-reading.js';
import { parseShape } from '../../value/loose-json.js';
import { isObject, readArguments } from '../../value/named-call.js';
import { takesNothing } from '../plain/text-arguments.js';

/** A call that is written as a head with its name and one JSON object behind it. */
export interface TokenCallFormat {
  /** Reads what stands before the arguments. */
  head(body: Body): Reading<CallHead>;
  /** What can only stand behind the arguments. */
  readonly behind: readonly string[];
}

export type CallHead =
  | {
      readonly ok: true;
      /** Empty when there is none. */
      readonly name: string;
      readonly id?: string | undefined;
      readonly repairs?: readonly string[];
      /** A code fence around the arguments belongs to the format. */
      readonly fence?: boolean;
      /** Finds the name by the arguments, where the head has none. */
      inferName?(value: { readonly [key: string]: Json }): string | undefined;
    }
  | { readonly ok: false; readonly why: string };

export type TokenCallRead =
  | { readonly ok: true; readonly index: number | undefined; readonly call: DialectCall; readonly repairs: Set<string> }
  /** `sure`: it is known where it ends. */
  | { readonly ok: false; readonly name?: string | undefined; readonly why: string; readonly sure: boolean };

/** Makes the reader of such calls. With `streams` the arguments are told while they come. */
export function createTokenCall(
  { head, behind }: TokenCallFormat,
  { streams }: { readonly streams: boolean },
): (body: Body) => Reading<TokenCallRead> {
  const certain = [...behind, ...['```', '```\n'].flatMap((fence) => behind.map((text) => fence + text))];
  const stops = new Stops(certain);
  return function* read(body) {
    const { input, calls } = body;
    const begin = yield* head(body);
    if (!begin.ok) return { ok: false, why: begin.why, sure: false };
    const { name, id, repairs = [], fence = false, inferName } = begin;
    const index = streams && name !== '' ? calls.place() : undefined;
    if (streams && name !== '' && index === undefined)
      return { ok: false, name, why: 'there are too many calls', sure: false };
    if (index !== undefined) calls.open(index, name);
    const told = new Set(repairs);

    yield* input.space();
    const fenced = yield* input.takes('```');
    if (fenced) {
      yield* input.takeWhile(isLetter, 32);
      yield* input.space();
      if (!fence) told.add('a code fence around its arguments was left out');
    }
    const piece = index === undefined ? undefined : (text: string): void => calls.write(index, text);
    const args = yield* readObject(body, { name, stops, certain, piece });
    if (fenced && (args.ok || args.sure)) {
      yield* input.space();
      if (!(yield* input.takes('```'))) input.takesCut(['```']);
    }
    if (!args.ok) return { ...args, name };
    for (const repair of args.repairs) told.add(repair);
    const known = name === '' ? inferName?.(args.value) : name;
    if (known === undefined) return { ok: false, why: 'it does not say which tool it calls', sure: true };
    if (name === '') told.add('its name was missing and was known by its arguments');
    const call = { ...defined({ id }), name: known, arguments: args.json };
    return { ok: true, index, call, repairs: told };
  };
}

/** The call counts, and what was changed in it is told; or why it cannot be used. */
export function settleCall({ calls }: Body, read: TokenCallRead, hint: string): Exclude<BodyEnd, 'text'> {
  if (!read.ok) {
    calls.rejectCall({ name: read.name, why: read.why, hint });
    return read.sure ? 'rejected' : 'lost';
  }
  const { index, call, repairs } = read;
  if (index === undefined) return calls.make(call, repairs);
  calls.add(index, call);
  calls.repairCall(call.name, repairs);
  return 'closed';
}

type ObjectRead =
  | {
      readonly ok: true;
      readonly json: string;
      readonly value: { readonly [key: string]: Json };
      readonly repairs: readonly string[];
    }
  | { readonly ok: false; readonly why: string; readonly sure: boolean };

interface ObjectPlace {
  readonly name: string;
  readonly stops: Stops;
  readonly certain: readonly string[];
  readonly piece: ((text: string) => void) | undefined;
}

function* readObject({ input, tools }: Body, { name, stops, certain, piece }: ObjectPlace): Reading<ObjectRead> {
  const char = yield* input.peek();
  const whole = char === '' && takesNothing(name, tools);
  if (char === '' && !whole) return { ok: false, why: 'the message ended before its arguments', sure: false };
  if (whole || (yield* input.takes('null')) || (yield* input.seesOne(certain)) !== undefined) {
    piece?.('{}');
    return { ok: true, json: '{}', value: {}, repairs: ['it had no arguments, so an empty object was taken'] };
  }
  if (char === '{' || char === '[') {
    const read = yield* readJson(input, {
      stops,
      behind: certain,
      ...defined({ piece }),
    });
    if (!read.ok) {
      const noQuotes = !read.cut && !read.raw.includes('"');
      return { ok: false, why: read.why, sure: !read.broken || read.ended === true || noQuotes };
    }
    if (!isObject(read.value)) return { ok: false, why: 'its arguments are no JSON object', sure: true };
    return { ok: true, json: read.json, value: read.value, repairs: read.repairs };
  }
  if (char !== '"') {
    const { text, stop } = yield* input.until(stops);
    // Within quotes the stop may be part of a text.
    return { ok: false, why: 'its arguments are no JSON object', sure: stop !== undefined && !text.includes('"') };
  }
  const { value: text } = yield* readJsonString(input);
  if (text === undefined) return { ok: false, why: 'the message ended in the middle of it', sure: false };
  const args = readArguments(text);
  if (!args.ok) return { ok: false, why: `its arguments are text, and ${args.why}`, sure: true };
  piece?.(args.text);
  const parsed = parseShape(args.text);
  const repairs = ['its arguments, a JSON text, were read as the object they hold', ...args.repairs];
  return { ok: true, json: args.text, value: parsed.ok && isObject(parsed.value) ? parsed.value : {}, repairs };
}

const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
