import type { Body, BodyEnd } from '../../read/grammar.js';
import { type Input, type Reading, Stops } from '../../read/input.js';
import { ArgumentObject } from '../../value/argument-object.js';
import { asText, readTyped } from '../../value/typed-value.js';

const close = '</functions>';
const howTo = 'Write each call as <function name="NAME"><param name="ARGUMENT" type="TYPE">VALUE</param></function>.';

/** Reads `<function name="…">` up to `</functions>`; each `<param>` holds a value, or has it as an attribute. */
export function* readFunctions(body: Body): Reading<BodyEnd> {
  const { input, calls } = body;
  const made: { readonly name: string; readonly args: ArgumentObject }[] = [];
  let why: string | undefined;
  for (;;) {
    yield* input.space();
    if (yield* input.takes(close)) break;
    if ((yield* input.peek()) === '' || input.takesCut([close])) {
      why = made.length === 0 ? 'the message ended before it' : undefined;
      break;
    }
    const one = yield* readFunction(body);
    if (typeof one === 'string') {
      why = one;
      break;
    }
    made.push(one);
  }
  if (why !== undefined || made.length === 0) {
    calls.rejectCall({ name: made[0]?.name, why: why ?? 'there is no function in it', hint: howTo });
    return why === undefined ? 'rejected' : 'lost';
  }
  for (const { name, args } of made) {
    if (args.problem !== undefined) {
      calls.rejectCall({ name, why: args.problem, hint: howTo });
      continue;
    }
    if (calls.make({ name, arguments: args.json }, args.repairs) === 'lost') return 'lost';
  }
  return 'closed';
}

/** One element, or why it cannot be read. */
function* readFunction({
  input,
  tools,
}: Body): Reading<{ readonly name: string; readonly args: ArgumentObject } | string> {
  if (!(yield* input.takes('<function'))) return 'something other than a function stands in it';
  const opening = yield* readAttributes(input);
  const name = opening?.values.get('name');
  if (opening === undefined || name === undefined) return 'a function has no name';
  const args = new ArgumentObject(tools.schemaOf(name), 'text');
  if (opening.closed) return { name, args };
  for (;;) {
    yield* input.space();
    if (yield* input.takes('</function>')) return { name, args };
    if ((yield* input.takes('<params/>')) || (yield* input.takes('<params>')) || (yield* input.takes('</params>')))
      continue;
    if (!(yield* input.takes('<param'))) return `something other than a param stands in ${name}`;
    const param = yield* readAttributes(input);
    const key = param?.values.get('name');
    if (param === undefined || key === undefined) return `a param of ${name} has no name`;
    const value = param.closed ? (param.values.get('value') ?? '') : yield* readText(input);
    if (value === undefined) return `the message ended in the middle of ${name}`;
    setValue(args, key, param.values.get('type'), value);
  }
}

function setValue(args: ArgumentObject, key: string, type: string | undefined, value: string): void {
  if (type === undefined || type === 'any') args.setText(key, value);
  else if (/^str/i.test(type)) args.set(key, asText(value));
  else args.set(key, readTyped(value.trim(), { schema: { type }, root: {}, untyped: 'json' }));
}

interface Attributes {
  readonly values: ReadonlyMap<string, string>;
  /** The element ends with its opening tag. */
  readonly closed: boolean;
}

function* readAttributes(input: Input): Reading<Attributes | undefined> {
  const values = new Map<string, string>();
  for (;;) {
    yield* input.space();
    if (yield* input.takes('/>')) return { values, closed: true };
    if (yield* input.takes('>')) return { values, closed: false };
    const name = yield* input.takeWhile(isLetter, 64);
    if (name === '' || !(yield* input.takes('='))) return undefined;
    const quote = yield* input.peek();
    const stops = quote === '"' ? doubleQuote : quote === "'" ? singleQuote : undefined;
    if (stops === undefined) return undefined;
    input.at += 1;
    const { text, stop } = yield* input.until(stops);
    if (stop === undefined) return undefined;
    input.at += 1;
    values.set(name, decode(text));
  }
}

/** Up to the closing tag behind which another element, or the end of one, follows. */
function* readText(input: Input): Reading<string | undefined> {
  let value = '';
  for (;;) {
    const { text, stop } = yield* input.until(paramClose);
    value += text;
    if (stop === undefined) return undefined;
    input.at += stop.length;
    const space = yield* input.space();
    if ((yield* input.seesOne(behindParam)) !== undefined) return decode(value.trim());
    if ((yield* input.peek()) === '') return undefined;
    value += stop + space;
  }
}

const paramClose = new Stops(['</param>']);
const behindParam = ['<param ', '</params>', '</function>'];
const doubleQuote = new Stops(['"']);
const singleQuote = new Stops(["'"]);

const isLetter = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;

const decode = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name as keyof typeof entities]);

const entities = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
