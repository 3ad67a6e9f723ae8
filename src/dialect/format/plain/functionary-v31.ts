import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { isObject } from '../../value/named-call.js';
import { llamaEnds, llamaMarks } from '../marks.js';
import { resultLines } from '../render-results.js';
import { examplePrompt } from '../tools-prompt.js';
import { eachCall } from '../write-calls.js';
import { pythonCode } from './python-code.js';

const open = '<function=';
const close = '</function>';
const howTo = `Write each call as ${open}name>, one JSON object, ${close}.`;
const stops = new Stops([close, open, ...llamaEnds]);

const opener = (empty: boolean): Opener => ({
  text: open,
  starts(ahead, { ended }) {
    const [name = ''] = /^[^<>\n]{0,128}/.exec(ahead) ?? [];
    const rest = ahead.slice(name.length);
    if (rest === '') return ended ? false : undefined;
    if (!rest.startsWith('>') || name.trim() === '') return false;
    const body = rest.slice(1).trimStart();
    if (body === '') return ended ? false : undefined;
    if (body.startsWith('{')) return true;
    if (!empty || !close.startsWith(body.slice(0, close.length))) return false;
    return body.length >= close.length ? true : ended ? false : undefined;
  },
  read: readCall,
});

function* readCall({ input, calls, tools }: Body): Reading<BodyEnd> {
  const written = yield* input.takeWhile((code) => code !== 0x3e);
  const name = written.trim().replace(/^(["'])(.*)\1$/, '$2');
  input.at += 1;
  yield* input.space();
  const repairs = new Set<string>();
  let args = '{}';
  if ((yield* input.peek()) === '{') {
    const json = yield* readJson(input, { stops });
    if (!json.ok || !isObject(json.value)) {
      calls.rejectCall({ name, why: json.ok ? 'its arguments are no JSON object' : json.why, hint: howTo });
      return json.ok || !json.broken ? 'rejected' : 'lost';
    }
    args = json.json;
    for (const repair of json.repairs) repairs.add(repair);
  } else repairs.add('it had no arguments, so an empty object was taken');
  if (!(yield* takesClose(input))) repairs.add(`${close} was missing`);
  if (tools.told && name !== written) repairs.add('marks around its name were left out');
  return calls.make({ name, arguments: args }, repairs);
}

/** The closing tag, perhaps behind an extra brace; or what is there of it at the end of the message. */
function* takesClose(input: Body['input']): Reading<boolean> {
  const behind = yield* input.glimpse((ahead, ended) => {
    const [lead = ''] = /^[\s}]*/.exec(ahead) ?? [];
    const rest = ahead.slice(lead.length);
    if (rest.startsWith(close)) return lead.length + close.length;
    if (!close.startsWith(rest)) return -1;
    return ended ? (rest === '' ? -1 : ahead.length) : undefined;
  });
  if (behind === undefined || behind < 0) return false;
  input.at += behind;
  return true;
}

/** `<function=NAME>{…}</function>`: Functionary 3.1, and what Llama 3.1 is asked to write for custom tools. */
export const functionaryV31 = defineDialect({
  name: 'functionary_v31',
  title: 'JSON in <function=NAME>',
  entries: ['A25'],
  aliases: ['functionary_v3.1', 'functionary_v3_1_llama_3_1', 'llama3_custom_tool'],
  models: ['Functionary 3.1', 'Llama 3.1 with custom tools'],
  sample: '<function=set_alarm>{"time": "06:30"}</function>',
  grammar: {
    openers: [opener(true), ...pythonCode],
    dropped: llamaMarks,
    strays: [close],
  },
  inAuto: [opener(false), ...pythonCode],
  renderPrompt: examplePrompt(
    `To call a tool, write its name in a tag and its arguments as one JSON object behind it, outside of any code block:
<function=example_tool>{"argument": "value"}</function>

For several calls write this several times.`,
  ),
  writeCalls: eachCall(({ name, arguments: args }) => `${open}${name}>${escapeMarkup(args)}${close}`, { join: '\n' }),
  renderResults: resultLines,
});
