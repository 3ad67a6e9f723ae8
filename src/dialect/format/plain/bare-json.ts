import type { AheadContext, Body, BodyEnd, Opener, Place } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { announcesExample, endsInData } from './announces-example.js';
import { type Behind, tellBehind } from './behind-call.js';
import { callAhead } from './call-ahead.js';
import { readPlainCalls } from './call-value.js';
import { FoundCalls } from './found-calls.js';
import { certain, type PlainRules } from './rules.js';

export interface BareJsonOptions {
  readonly rules: PlainRules;
  readonly at?: Place;
  /** How a call is written rightly, told when one was not. */
  readonly howTo: string;
}

/** Where the end of a value is looked for when its quoting is broken. */
export const jsonStops = new Stops(['\n\n', '\n{', '; {', ';{', '```', '<|', '</']);

/** JSON objects or lists of calls that no marker opens. */
export function bareJson({ rules, at = 'anywhere', howTo }: BareJsonOptions): readonly Opener[] {
  return ['{', '[', '{{'].map((text) => ({
    text,
    at,
    common: true,
    starts: (ahead: string, context: AheadContext) =>
      // Where the tools are not known, nothing but the whole message tells.
      !rules.named && context.tools.told === (at === 'start')
        ? false
        : callAhead(text.slice(-1) + ahead, context, rules),
    read: (body) => readBare(body, { rules, howTo }),
  }));
}

function* readBare(body: Body, options: { readonly rules: PlainRules; readonly howTo: string }): Reading<BodyEnd> {
  // The bracket that opened it belongs to the value; of two, as templates write them, the second.
  body.input.at -= 1;
  const { rules, howTo } = options;
  const found = new FoundCalls();
  const last = yield* readValues(body, found, options);
  if (typeof last === 'string') return last;
  const shown = endsInData(body.before) || (!rules.named && (last.kind === 'other' || announcesExample(body.before)));
  return shown ? found.ignore(body) : found.commit(body, howTo);
}

/** Reads values with calls one after the other; answers what stands behind the last of them. */
export function* readValues(
  body: Body,
  found: FoundCalls,
  { rules, howTo }: { readonly rules: PlainRules; readonly howTo: string },
): Reading<Behind | BodyEnd> {
  const { input, tools, calls } = body;
  const start = input.place - input.remembered.length;
  for (let count = 0; ; count += 1) {
    const from = input.place;
    const json = yield* readJson(input, { stops: jsonStops });
    if (!json.ok) {
      if (!rules.named && !json.cut) calls.ignore(unreadable(json.why));
      else calls.rejectCall({ why: json.why, hint: howTo });
      // Where the message was cut off in a further call, those before it are whole.
      if (count === 0 || (!rules.named && !json.cut)) return rules.named ? 'rejected' : 'text';
      found.rest = input.remembered.slice(from - start);
      return rules.named ? other : { kind: 'end', skip: 0 };
    }
    if (!found.take(readPlainCalls(json.json, json.value, { tools, rules }))) {
      if (count === 0) return 'text';
      if (!rules.named) return found.ignore(body);
      found.rest = input.remembered.slice(from - start);
      return other;
    }
    for (const repair of json.repairs) found.repairs.add(repair);
    if ((yield* input.takeWhile((code) => code === 0x7d, 2)) !== '') found.repairs.add('a } too many was left out');
    const behind = (yield* input.glimpse((ahead, ended) => tellBehind(ahead, ended, { tools, rules }))) ?? other;
    if (behind.kind === 'other') return behind;
    input.at += behind.skip;
    if (behind.kind === 'end') return behind;
  }
}

const other: Behind = { kind: 'other' };

const unreadable = (why: string): string =>
  `What begins like a call is no JSON, so it was not run: ${why}.`.slice(0, 400);

/** Reads the values behind a marker that leaves no doubt that they are calls. Their own end is the end of them. */
export function* readMarked(body: Body, howTo: string): Reading<BodyEnd> {
  yield* body.input.space();
  const found = new FoundCalls();
  const last = yield* readValues(body, found, { rules: certain, howTo });
  if (last === 'text') return body.calls.rejectCall({ why: 'it names no tool, or has no arguments', hint: howTo });
  return typeof last === 'string' ? last : found.commit(body, howTo);
}
