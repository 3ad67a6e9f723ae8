import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener, Place } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { readJson } from '../../value/json-reading.js';
import { isObject } from '../../value/named-call.js';
import { llamaMarks } from '../marks.js';
import { resultLines } from '../render-results.js';
import { startsMatching } from '../starts.js';
import { eachCall } from '../write-calls.js';
import { jsonStops } from './bare-json.js';
import { nameJson } from './name-json.js';
import { asked } from './rules.js';
import { readTextArguments } from './text-arguments.js';

const mark = '>>>';
const everyone = 'all\n';
const howTo = `Write each call as ${mark}, the name of the tool, and in the next line its arguments as one JSON object.`;

/** `>>>` and the name of a tool that was offered; anything else behind it is a prompt of Python. */
const known: Opener = {
  text: ({ names }) => names.flatMap((name) => [`${mark}${name}\n`, `${mark}${name}\r\n`]),
  starts: (ahead, { ended }) => {
    const rest = ahead.trimStart();
    return rest === '' ? (ended ? false : undefined) : true;
  },
  read: (body) => readCall(body, body.opener.slice(mark.length).trimEnd()),
};

/** Where the tools are not known: a name, and an object in the next line. */
const unknown = (at: Place): Opener => ({
  text: mark,
  at,
  common: true,
  starts: (ahead, context) => (context.tools.told ? false : nameAhead(ahead, context)),
  *read(body) {
    const name = yield* body.input.takeWhile((code) => code !== 0x0a);
    body.input.at += 1;
    return yield* readCall(body, name.trim());
  },
});

const nameAhead = startsMatching(/^[A-Za-z_][\w.-]*\n\s*\{\s*["'}]/, /^(?:[A-Za-z_][\w.-]*(?:\n\s*(?:\{\s*)?)?)?$/);

function* readCall({ input, calls, tools }: Body, name: string): Reading<BodyEnd> {
  yield* input.space();
  const repairs: string[] = [];
  let args: string;
  if ((yield* input.peek()) === '{') {
    const json = yield* readJson(input, { stops: jsonStops });
    if (!json.ok || !isObject(json.value)) {
      return calls.rejectCall({ name, why: json.ok ? 'its arguments are no JSON object' : json.why, hint: howTo });
    }
    args = json.json;
    repairs.push(...json.repairs);
  } else if (name === 'python' || name === 'code_interpreter') {
    const text = yield* readCode(input, tools);
    const read = readTextArguments(name, text, tools);
    if (!read.ok) return calls.rejectCall({ name, why: read.why, hint: howTo });
    args = tools.schemaOf(name) === undefined ? JSON.stringify({ code: text }) : read.text;
  } else return 'text';
  const end = calls.make({ name, arguments: args }, repairs);
  if (end === 'closed') yield* input.takes(`${mark}${everyone}`);
  return end;
}

/** Code goes on to the next `>>>` with a tool behind it, or to the end. */
function* readCode(input: Body['input'], tools: ToolTable): Reading<string> {
  let code = '';
  for (;;) {
    const { text, stop } = yield* input.until(codeStops);
    code += text;
    if (stop !== mark) return code.trim();
    const calls = yield* input.glimpse((ahead, ended) => recipientAhead(ahead.slice(mark.length), ended, tools));
    if (calls === true) return code.trim();
    input.at += mark.length;
    code += mark;
  }
}

const codeStops = new Stops([mark, '<|eot_id|>', '<|eom_id|>', '<|end_of_text|>']);

function recipientAhead(ahead: string, ended: boolean, tools: ToolTable): boolean | undefined {
  if (!tools.told) return ahead.startsWith(everyone) || nameAhead(ahead, { tools, ended });
  const lines = [everyone, ...tools.names.map((name) => `${name}\n`)];
  if (lines.some((line) => ahead.startsWith(line))) return true;
  return !ended && lines.some((line) => line.startsWith(ahead)) ? undefined : false;
}

/** What is said to everyone. */
const toAll = (text: string, at: Place): Opener => ({
  text,
  at,
  // biome-ignore lint/correctness/useYield: there is nothing to wait for.
  *read() {
    return 'closed';
  },
});

/** The same where nothing says that the format is used: only a call behind it tells. */
const perhapsToAll: Opener = {
  text: everyone,
  at: 'start',
  *read(body) {
    const { input, tools } = body;
    let said = '';
    for (;;) {
      const { text, stop } = yield* input.until(textStops);
      said += text;
      if (stop !== mark) return 'text';
      const calls = yield* input.glimpse((ahead, ended) => recipientAhead(ahead.slice(mark.length), ended, tools));
      if (calls === true) break;
      input.at += mark.length;
      said += mark;
    }
    const name = yield* nameBehind(body);
    const end = yield* readCall(body, name);
    if (end === 'closed') body.say(said);
    return end;
  },
};

function* nameBehind({ input }: Body): Reading<string> {
  input.at += mark.length;
  const name = yield* input.takeWhile((code) => code !== 0x0a);
  input.at += 1;
  return name;
}

const textStops = new Stops([mark, '<', '```', '\n{', '\n[']);

/** `>>>NAME` and a JSON object in the next line; `all` stands before text. The prompt ends with the first `>>>`. */
export const functionaryV32 = defineDialect({
  name: 'functionary_v32',
  title: '>>>NAME of Functionary',
  entries: ['A26'],
  aliases: ['functionary_v3.2', 'functionary_v3_2'],
  models: ['Functionary 3.2'],
  sample: 'all\nI set it.>>>set_alarm\n{"time": "06:30"}',
  grammar: {
    openers: [
      toAll(everyone, 'start'),
      toAll(`${mark}${everyone}`, 'anywhere'),
      known,
      unknown('anywhere'),
      nameJson({ rules: asked, at: 'start', between: 'line', howTo }),
    ],
    dropped: llamaMarks,
  },
  inAuto: [perhapsToAll, toAll(`${mark}${everyone}`, 'start'), known, unknown('line')],
  writeCalls: eachCall(({ name, arguments: args }) => `${mark}${name}\n${escapeMarkup(args)}`),
  renderResults: resultLines,
});
