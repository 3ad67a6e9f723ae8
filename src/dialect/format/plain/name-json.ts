import type { Body, BodyEnd, Opener, Place } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { readJson } from '../../value/json-reading.js';
import { isObject } from '../../value/named-call.js';
import { startsMatching } from '../starts.js';
import { announcesExample, endsInData } from './announces-example.js';
import { jsonStops } from './bare-json.js';
import { tellBehind } from './behind-call.js';
import { FoundCalls } from './found-calls.js';
import type { PlainRules } from './rules.js';
import { takesNothing } from './text-arguments.js';

export interface NameJsonOptions {
  readonly rules: PlainRules;
  readonly at: Place;
  /** What stands before the name. */
  readonly before?: string;
  /** What stands between the name and its arguments: nothing but blanks, or a line break. */
  readonly between: 'blank' | 'line';
  readonly howTo: string;
}

/** The name of a tool and its arguments, with no marker but the name: only tools that were offered are known by it. */
export const nameJson = ({ rules, at, before = '', between, howTo }: NameJsonOptions): Opener => ({
  text: ({ names }) => names.map((name) => before + name),
  at,
  starts: startsObject[between],
  read: (body) => readNameJson(body, { name: body.opener.slice(before.length), before, between, rules, howTo }),
});

/** Whether an object follows that can be arguments. */
const startsObject = {
  line: startsMatching(/^[ \t]*\r?\n\s*\{\s*["'}]/, /^[ \t]*(?:\r?(?:\n\s*(?:\{\s*)?)?)?$/),
  blank: startsMatching(/^[ \t]*\{\s*["'}]/, /^[ \t]*(?:\{\s*)?$/),
};

interface ReadOptions {
  readonly name: string;
  readonly before: string;
  readonly between: 'blank' | 'line';
  readonly rules: PlainRules;
  readonly howTo: string;
}

function* readNameJson(body: Body, { name, before, between, rules, howTo }: ReadOptions): Reading<BodyEnd> {
  const { input, calls, tools } = body;
  const found = new FoundCalls();
  for (let next: string | undefined = name; next !== undefined; ) {
    yield* input.space();
    const json = yield* readJson(input, { stops: jsonStops });
    if (!json.ok || !isObject(json.value)) {
      calls.rejectCall({ name: next, why: json.ok ? 'its arguments are no JSON object' : json.why, hint: howTo });
      return rules.named ? 'rejected' : 'text';
    }
    found.take({ kind: 'calls', calls: [{ name: next, arguments: json.json }], repairs: json.repairs, bad: [] });
    if (rules.named) return found.commit(body, howTo);
    const tell = (ahead: string, ended: boolean) => tellNext(ahead, ended, tools, before, between);
    const behind: NextName | 'other' | undefined = yield* input.glimpse(tell);
    if (behind === undefined || behind === 'other') return found.ignore(body);
    input.at += behind.skip;
    next = behind.name;
  }
  return endsInData(body.before) || announcesExample(body.before) ? found.ignore(body) : found.commit(body, howTo);
}

interface NextName {
  readonly skip: number;
  /** Undefined at the end. */
  readonly name: string | undefined;
}

function tellNext(
  ahead: string,
  ended: boolean,
  tools: ToolTable,
  before: string,
  between: 'blank' | 'line',
): NextName | 'other' | undefined {
  const rest = ahead.trimStart();
  const lead = ahead.length - rest.length;
  for (const name of tools.names) {
    const text = before + name;
    if (!rest.startsWith(text)) {
      if (!ended && text.startsWith(rest)) return undefined;
      continue;
    }
    const follows = startsObject[between](rest.slice(text.length), { tools, ended });
    if (follows === true) return { skip: lead + text.length, name };
    if (follows === undefined) return undefined;
  }
  // Functionary begins with a name line, and goes on with these.
  if (between === 'line' && rest.startsWith('>>>')) return { skip: 0, name: undefined };
  if (!ended && between === 'line' && rest !== '' && '>>>'.startsWith(rest)) return undefined;
  const behind = tellBehind(ahead, ended, { tools, rules: { named: false } });
  if (behind === undefined) return undefined;
  return behind.kind === 'end' ? { skip: 0, name: undefined } : 'other';
}

/** The name of a tool that takes no arguments, as the whole message. */
export const nameAlone: Opener = {
  text: ({ names }) => names,
  at: 'start',
  starts: (ahead, { ended }) => (ahead.trim() !== '' ? false : ended ? true : undefined),
  *read({ opener, tools, input, calls }) {
    if (!takesNothing(opener, tools)) return 'text';
    yield* input.space();
    return calls.make({ name: opener, arguments: '{}' });
  },
};
