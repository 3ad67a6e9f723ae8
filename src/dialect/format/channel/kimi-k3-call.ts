import type { DialectCall } from '../../dialect.js';
import type { Body } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { ArgumentObject } from '../../value/argument-object.js';
import { readLooseJson } from '../../value/loose-json.js';
import { readArguments } from '../../value/named-call.js';
import { asText, type TypedValue } from '../../value/typed-value.js';
import { attribute, createHead } from './attributes.js';
import { createRawValue } from './raw-value.js';

/** The marks of the format. */
export const k3 = { open: '<|open|>', close: '<|close|>', sep: '<|sep|>' } as const;

const { open, close, sep } = k3;
const readHead = createHead(sep);
const behindValue = ['argument', 'json', 'call'].flatMap((word) => [`${open}${word}`, `${open} ${word}`]);
const behindArgument = [
  ...behindValue,
  ...['call', 'tools', 'message'].flatMap((word) => [`${close}${word}`, `${close} ${word}`]),
];
const closesOf = (word: string): readonly string[] => [`${close}${word}${sep}`, `${close} ${word} ${sep}`];
const readArgument = createRawValue(closesOf('argument'), behindArgument);
const readBlock = createRawValue(closesOf('json'), behindArgument);
const callEnds = new Stops([`${close}call`, `${close} call`, `${close}tools`, `${close} tools`]);

export type K3Read =
  | { readonly ok: true; readonly call: DialectCall; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly name?: string | undefined; readonly why: string; readonly cut: boolean };

/** Reads one call, from behind `<|open|>call`. It is one only when its own close was read. */
export function* readK3Call(body: Body): Reading<K3Read> {
  const { input, tools } = body;
  const head = yield* readHead(input);
  const name = head === undefined ? undefined : attribute(head, 'tool');
  if (name === undefined || name.trim() === '') return yield* skip(body, undefined, 'it names no tool');
  const args = new ArgumentObject(tools.schemaOf(name), 'json');
  let block: string | undefined;
  for (;;) {
    yield* input.space();
    const mark = yield* input.seesOne([open, close]);
    if (mark === undefined) {
      if ((yield* input.peek()) === '') return cutOff(name);
      return yield* skip(body, name, 'something other than an argument stands in it');
    }
    input.at += mark.length;
    yield* input.space();
    const word = yield* input.takeWhile(isLetter, 16);
    const inner = yield* readHead(input);
    if (inner === undefined) return input.ended ? cutOff(name) : yield* skip(body, name, `${sep} is missing in it`);
    if (mark === close) {
      if (word !== 'call') return yield* skip(body, name, `${close}${word}${sep} closes nothing in it`);
      return finish(name, args, block);
    }
    if (word !== 'argument' && word !== 'json')
      return yield* skip(body, name, `${open}${word} does not belong into it`);
    const { text, closed } = yield* (word === 'json' ? readBlock : readArgument)(input);
    if (!closed) return cutOff(name);
    if (word === 'json') block = text;
    else {
      const key = attribute(inner, 'key');
      if (key === undefined) return yield* skip(body, name, 'one of its arguments has no key');
      const type = attribute(inner, 'type');
      if (type === undefined) args.setText(key, text);
      else args.set(key, readTagged(text, type));
    }
  }
}

/** A string is the text as it stands; anything else is JSON. */
function readTagged(text: string, type: string): TypedValue {
  if (type === 'string') return asText(text);
  const read = readLooseJson(text.trim());
  if (read.ok) return { json: read.json, repairs: read.repairs };
  return { ...asText(text), repairs: [`a value marked as ${type.slice(0, 20)} was no JSON, and was read as text`] };
}

function finish(name: string, args: ArgumentObject, block: string | undefined): K3Read {
  if (args.problem !== undefined) return { ok: false, name, why: args.problem, cut: false };
  if (block === undefined) return { ok: true, call: { name, arguments: args.json }, repairs: [...args.repairs] };
  if (args.size > 0) return { ok: false, name, why: 'it has both single arguments and a JSON block', cut: false };
  const read = readArguments(block);
  if (!read.ok) return { ok: false, name, why: `its arguments: ${read.why}`, cut: false };
  return { ok: true, call: { name, arguments: read.text }, repairs: read.repairs };
}

/** Goes on behind the call, when its end can be told. */
function* skip({ input }: Body, name: string | undefined, why: string): Reading<K3Read> {
  const { stop } = yield* input.until(callEnds);
  if (stop?.endsWith('call')) yield* readHead(input);
  return { ok: false, name, why, cut: stop === undefined };
}

const cutOff = (name: string): K3Read => ({ ok: false, name, why: 'the message ended in the middle of it', cut: true });

const isLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
