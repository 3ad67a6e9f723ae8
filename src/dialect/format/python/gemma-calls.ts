import { maxCallLength } from '../../dialect.js';
import type { Body, BodyEnd } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { typingOf } from '../../value/typing.js';
import { turnEnds } from '../marks.js';
import { type GemmaQuote, GemmaValues, type NestedTyping } from './gemma-values.js';
import { isNamePart } from './python-calls.js';

export interface GemmaCallsOptions {
  readonly quote: GemmaQuote;
  readonly close: string;
  /** What else can only stand behind a call. */
  readonly next: readonly string[];
  /** The tokens around it were lost: it is known by its shape, `call:NAME{`, which the opener took. */
  readonly unmarked?: true;
  /** Takes what may stand right behind the close. */
  behind?(body: Body): Reading<void>;
  readonly howTo: string;
}

/** Reads `call:NAME{KEY:VALUE, …}`, in which strings stand between two marks that are the same. */
export function createGemmaCalls(options: GemmaCallsOptions): (body: Body) => Reading<BodyEnd> {
  const closes = new Stops([options.close]);
  return (body) => readCall(body, options, closes);
}

function* readCall(body: Body, options: GemmaCallsOptions, closes: Stops): Reading<BodyEnd> {
  const { input, calls, tools } = body;
  const { close, next, unmarked, howTo, quote } = options;
  const name = unmarked ? body.opener.slice('call:'.length, -1) : yield* readName(body);
  const values = new GemmaValues(input, quote, [close, ...next]);
  const json = yield* readArguments(body, options, values, { ...typingOf(tools.schemaOf(name)), depth: 0 });
  if (json !== undefined) {
    if (unmarked) {
      yield* input.takes(close);
      if (!(yield* endsLine(input, next))) return 'text';
      calls.make({ name, arguments: json }, ['the tokens around it were missing', ...values.repairs]);
      return 'closed';
    }
    yield* input.space();
    if (yield* input.takes(close)) {
      if (options.behind !== undefined) yield* options.behind(body);
    } else if ((yield* input.peek()) === '' || input.takesCut([close]))
      values.repairs.add(`${close} was missing at the end`);
    else if ((yield* input.seesOne([...next, ...turnEnds])) !== undefined) values.repairs.add(`${close} was missing`);
    else values.fail(`something other than ${close} follows it`);
    if (values.why === undefined) return calls.make({ name, arguments: json }, values.repairs);
  }
  if (unmarked) return 'text';
  calls.rejectCall({ name, why: values.why ?? 'it cannot be read', hint: howTo });
  const { stop } = yield* input.until(closes, maxCallLength);
  if (stop === undefined) return 'lost';
  input.at += stop.length;
  return 'rejected';
}

/** Where the tokens around a call are lost, a text in the same line says that it was only shown. */
function* endsLine(input: Body['input'], next: readonly string[]): Reading<boolean> {
  yield* input.takeWhile(isBlank);
  const char = yield* input.peek();
  return char === '' || char === '\n' || char === '\r' || (yield* input.seesOne(['call:', ...next])) !== undefined;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

function* readName({ input }: Body): Reading<string> {
  yield* input.space();
  yield* input.takes('call:');
  yield* input.space();
  return yield* input.takeWhile(isNamePart);
}

function* readArguments(
  { input }: Body,
  { unmarked, close }: GemmaCallsOptions,
  values: GemmaValues,
  whole: NestedTyping,
): Reading<string | undefined> {
  if (unmarked) return yield* values.object(whole);
  yield* input.space();
  if (yield* input.takes('{')) return yield* values.object(whole);
  if (!(yield* input.sees(close))) return values.fail('there is no { behind its name');
  values.repairs.add('it had no arguments, so an empty object was taken');
  return '{}';
}

/** A second close, and the token behind which the results are to stand, belong to the call. */
export function dropBehind({
  open,
  close,
  response,
}: {
  readonly open: string;
  readonly close: string;
  readonly response: string;
}) {
  return function* ({ input, calls }: Body): Reading<void> {
    while (yield* input.takes(close)) calls.repair(`A ${close} that closes nothing was left out.`);
    if (yield* input.sees(`${response}${open}`)) input.at += response.length;
    else if ((yield* input.sees(response)) && !(yield* input.has(response.length + 1))) input.at += response.length;
  };
}
