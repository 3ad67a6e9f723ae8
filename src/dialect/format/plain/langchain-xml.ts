import { defineDialect } from '../../define-dialect.js';
import type { Body, BodyEnd, Opener, Place } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { type ToolTable, toolTable } from '../../read/tool-table.js';
import { readJson } from '../../value/json-reading.js';
import { parseShape } from '../../value/loose-json.js';
import { type ArgumentsRead, isObject } from '../../value/named-call.js';
import { withoutTagBreaks } from '../../value/tag-breaks.js';
import { turnEnds } from '../marks.js';
import { resultLines } from '../render-results.js';
import { toolsHead } from '../tools-prompt.js';
import { eachCall } from '../write-calls.js';
import { readTextArguments, readValueArguments, takesNothing, textKey } from './text-arguments.js';

const open = '<tool>';
const closeName = '</tool>';
const openInput = '<tool_input>';
const closeInput = '</tool_input>';
const howTo = `Write a call as ${open}name${closeName}${openInput}input${closeInput}.`;

/** A name and an input behind it. */
const opener = (at: Place): Opener => ({
  text: open,
  at,
  common: true,
  starts: (ahead, { ended }) => {
    const found = /^\s*[^\s<>]{1,128}\s*(<.*)?$/s.exec(ahead);
    if (found === null) return /^\s*$/.test(ahead) && !ended ? undefined : false;
    const tags = (found[1] ?? '').replace(/>\s+/, '>');
    const wanted = closeName + openInput;
    if (tags.startsWith(wanted)) return true;
    return wanted.startsWith(tags) && !ended ? undefined : false;
  },
  *read(body) {
    const { text } = yield* body.input.until(nameEnd);
    body.input.at += closeName.length;
    return yield* readCall(body, text.trim());
  },
});

/** The same where the tool was offered, also within a line. */
const known: Opener = {
  text: ({ names }) => names.map((name) => `${open}${name}${closeName}`),
  starts: (ahead, { ended }) => {
    const rest = ahead.trimStart();
    if (rest.startsWith(openInput) || (rest === '' && ended)) return true;
    return openInput.startsWith(rest) && !ended ? undefined : false;
  },
  read: (body) => readCall(body, body.opener.slice(open.length, -closeName.length)),
};

const nameEnd = new Stops([closeName]);
const inputEnd = new Stops([closeInput, '\n<observation>', ...turnEnds.filter((end) => end !== '</s>')]);

function* readCall(body: Body, name: string): Reading<BodyEnd> {
  const { input, calls } = body;
  yield* input.space();
  const read = (yield* input.takes(openInput)) ? yield* readInput(body, name) : withoutInput(body, name);
  if (!read.ok) return calls.rejectCall({ name, why: read.why, hint: howTo });
  return calls.make({ name, arguments: read.text }, read.repairs);
}

function withoutInput({ tools }: Body, name: string): ArgumentsRead {
  if (!takesNothing(name, tools)) return { ok: false, why: 'the message ended before its input' };
  return { ok: true, text: '{}', repairs: ['it had no input, so an empty object was taken'] };
}

/** The closing tag is what models are stopped at, so that it is missing where nothing is wrong. */
function* readInput({ input, tools }: Body, name: string): Reading<ArgumentsRead> {
  const json = yield* input.glimpse((ahead, ended) => {
    const rest = ahead.trimStart();
    return rest === '' && !ended ? undefined : /^[[{]/.test(rest);
  });
  if (json === true) {
    yield* input.space();
    const list = (yield* input.peek()) === '[';
    const value = yield* readJson(input, { stops: inputEnd });
    const rest = yield* takesClose(input);
    if (value.ok && rest.trim() === '') {
      if (isObject(value.value)) return { ok: true, text: value.json, repairs: value.repairs };
      return list ? readValueArguments(name, value.json, tools) : { ok: false, why: 'its input is no JSON object' };
    }
    return { ok: false, why: value.ok ? 'something follows the JSON of its input' : value.why };
  }
  const text = yield* takesClose(input);
  const quoted = /^\s*"/.test(text) ? parseShape(text.trim()) : undefined;
  if (quoted?.ok === true && typeof quoted.value === 'string') return readTextArguments(name, quoted.value, tools);
  return readTextArguments(name, text, tools);
}

/** What stands before the closing tag, which is taken too; without one it ends with its last word. */
function* takesClose(input: Body['input']): Reading<string> {
  const { text, stop } = yield* input.until(inputEnd);
  if (stop === closeInput) {
    input.at += closeInput.length;
    return withoutTagBreaks(text);
  }
  // The beginning of the closing tag, where the message was stopped within it.
  const cut = stop === undefined ? (/<[/a-z_]*$/.exec(text)?.[0] ?? '') : '';
  return (cut !== '' && closeInput.startsWith(cut) ? text.slice(0, -cut.length) : text).trim();
}

const answer: Opener = {
  text: '<final_answer>',
  *read(body) {
    const { text, stop } = yield* body.input.until(answerEnd);
    if (stop !== undefined) body.input.at += stop.length;
    body.say(text.trim());
    return 'closed';
  },
};

const answerEnd = new Stops(['</final_answer>']);

/** `<tool>NAME</tool><tool_input>TEXT</tool_input>`: the text is the only argument, or a JSON object with all. */
export const langchainXml = defineDialect({
  name: 'langchain_xml',
  title: 'XML of LangChain agents',
  entries: ['D5'],
  aliases: ['xml_agent', 'langchain_xml_agent'],
  models: ['any model that is asked for it'],
  sample: '<tool>search</tool><tool_input>tide tables of Brest</tool_input>',
  grammar: {
    openers: [known, opener('anywhere'), answer],
    strays: [closeInput],
    results: ['<observation>'],
  },
  inAuto: [known, opener('line')],
  renderPrompt: (tools) => `${toolsHead(tools)}

To call a tool, write its name and its arguments, a JSON object, in these tags, with its own for those here, and end your message:
<tool>example_tool</tool><tool_input>{"argument": "value"}</tool_input>

The result comes in the next message between <observation> and </observation>. Never write it yourself. When you need no tool, write your answer between <final_answer> and </final_answer>.`,
  writeCalls: (calls, { tools }) => {
    const table = toolTable(tools);
    return eachCall(
      ({ name, arguments: args }) => `${open}${name}${closeName}${openInput}${inputOf(name, args, table)}${closeInput}`,
      { join: '\n' },
    )(calls);
  },
  renderResults: (results) => `<observation>${resultLines(results)}</observation>`,
});

/** Bare text where it is the only argument and is read as the same, else all of them as JSON. */
function inputOf(name: string, args: string, tools: ToolTable): string {
  const parsed = parseShape(args);
  const key = tools.schemaOf(name) === undefined ? undefined : textKey(name, tools);
  const value =
    parsed.ok && isObject(parsed.value) && Object.keys(parsed.value).length === 1 ? parsed.value[key ?? ''] : undefined;
  const plain = typeof value === 'string' && /^[^<[{"][^<]*$/.test(value);
  return plain && typeof value === 'string' ? value : args.replaceAll('<', '\\u003c');
}
