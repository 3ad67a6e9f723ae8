import type { Body, BodyEnd } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { parseShape } from '../../value/loose-json.js';
import { type ArgumentsRead, isObject } from '../../value/named-call.js';
import { readPythonCall } from '../../value/python-call.js';
import { turnEnds } from '../marks.js';
import { type ActionLine, readActionLine, takesLabel } from './action.js';
import { answerNames } from './call-value.js';
import { fence } from './fenced-calls.js';
import type { PlainRules } from './rules.js';
import { hasRequired, readTextArguments, readValueArguments, takesNothing } from './text-arguments.js';

/** What can only stand behind an input. */
const labels = [
  'Observation',
  'Thought',
  'Action',
  'Final Answer',
  '**Observation',
  '**Thought',
  '**Action',
  '**Final Answer',
];
const behindInput = new Stops([...labels.map((label) => `\n${label}`), '<|', ...turnEnds]);
const behindFence = new Stops([fence]);
const lineEnd = new Stops(['\n']);

const howTo =
  'Write "Action:" with the name of the tool, and in the next line "Action Input:" with its arguments as one JSON object.';

/** Reads behind the word `Action` where a line with a name follows. */
export function* readActionCall(body: Body, { named }: PlainRules): Reading<BodyEnd> {
  const { input, calls, tools } = body;
  yield* takesLabel(input);
  yield* input.space();
  const { text } = yield* input.until(lineEnd);
  const line = readActionLine(text);
  const { name } = line;
  const labelled = yield* takesInputLabel(body);
  if (line.input === undefined && !labelled) {
    if (takesNothing(name, tools)) {
      body.thinkBefore();
      return calls.make({ name, arguments: '{}' });
    }
    if (named) calls.rejectCall({ name, why: 'there is no "Action Input:" behind it', hint: howTo });
    return named ? 'rejected' : 'text';
  }
  if (name === 'Finish' && line.input !== undefined && !tools.has(name)) {
    body.thinkBefore();
    body.say(line.input.text);
    return 'closed';
  }
  if (answerNames.includes(name) && !tools.has(name)) {
    const answer = yield* input.until(behindInput);
    body.thinkBefore();
    body.say(answer.text.trim());
    return 'closed';
  }
  const read = labelled ? yield* readInput(body, name) : readCallForm(line, body);
  if (!read.ok) return calls.rejectCall({ name, why: read.why, hint: howTo });
  // The prompt ends with `Thought:`, so that what comes first is one without saying so.
  body.thinkBefore();
  return calls.make({ name, arguments: read.text }, read.repairs);
}

/** The label of the input, in one of the next lines. */
function* takesInputLabel({ input }: Body): Reading<boolean> {
  const length = yield* input.glimpse((ahead, ended) => {
    const found = /^\s*(?:\*\*)?Action ?\d{0,3} ?Input ?\d{0,3} ?(?:\*\*)?:(?:\*\*)?/i.exec(ahead);
    if (found === null) return ended || ahead.trimStart().length > 32 ? 0 : undefined;
    return ended || ahead.length > found[0].length + 1 ? found[0].length : undefined;
  });
  input.at += length ?? 0;
  return (length ?? 0) > 0;
}

function* readInput(body: Body, name: string): Reading<ArgumentsRead> {
  const { input, tools } = body;
  const kind = yield* input.glimpse(tellInput);
  if (kind === undefined || kind === 'empty') return noInput(body, name);
  yield* input.space();
  if (kind === 'json') return yield* readJsonInput(body, name);
  if (kind === 'fence') {
    yield* input.takes(fence);
    yield* input.takeWhile((code) => code !== 0x0a && code !== 0x7b && code !== 0x5b);
    yield* input.space();
    const json = /^[[{]$/.test(yield* input.peek());
    const read = json ? yield* readJsonInput(body, name) : undefined;
    const { text, stop } = yield* input.until(read === undefined ? behindFence : nearFence);
    if (stop === fence) input.at += fence.length;
    if (read !== undefined) return read;
    return stop === undefined ? cut : readTextArguments(name, text.trim(), tools);
  }
  const { text, stop } = yield* input.until(behindInput);
  const value = text.trim();
  if (kind === 'text') return readTextArguments(name, unquoted(value), tools);
  const parsed = parseShape(value);
  if (parsed.ok && typeof parsed.value === 'string') return readQuoted(name, parsed.value, body);
  return stop === undefined && !/[^\\]"$/.test(value) ? cut : readTextArguments(name, value, tools);
}

const nearFence = new Stops([fence, '\n\n', '\nObservation', '\nThought', '\nAction']);

function tellInput(ahead: string, ended: boolean): 'empty' | 'json' | 'fence' | 'string' | 'text' | undefined {
  const rest = ahead.trimStart();
  if (rest === '') return ended ? 'empty' : undefined;
  if (/^[[{]/.test(rest)) return 'json';
  if (rest.startsWith(fence)) return 'fence';
  if (rest.startsWith('"')) return 'string';
  const atLine = /\n/.test(ahead.slice(0, ahead.length - rest.length));
  if (atLine && labels.some((label) => rest.startsWith(label))) return 'empty';
  const open = fence.startsWith(rest) || (atLine && labels.some((label) => label.startsWith(rest)));
  return open && !ended ? undefined : 'text';
}

function* readJsonInput({ input, tools }: Body, name: string): Reading<ArgumentsRead> {
  const json = yield* readJson(input, { stops: behindInput });
  if (!json.ok) return { ok: false, why: json.why };
  if (isObject(json.value)) return { ok: true, text: json.json, repairs: json.repairs };
  return readValueArguments(name, json.json, tools);
}

/** A string may hold the object. */
function readQuoted(name: string, text: string, { tools }: Body): ArgumentsRead {
  const parsed = /^\s*\{/.test(text) ? parseShape(text.trim()) : undefined;
  if (parsed?.ok !== true || !isObject(parsed.value)) return readTextArguments(name, text, tools);
  return { ok: true, text: text.trim(), repairs: ['its arguments, a JSON text, were read as the object they hold'] };
}

function noInput({ tools }: Body, name: string): ArgumentsRead {
  if (takesNothing(name, tools)) return { ok: true, text: '{}', repairs: [] };
  if (hasRequired(name, tools)) return { ok: false, why: 'its input is empty' };
  return { ok: true, text: '{}', repairs: ['it had no input, so an empty object was taken'] };
}

/** `search("x")`, `search(query="x")`, `search[x]`. */
function readCallForm({ name, input }: ActionLine, { tools }: Body): ArgumentsRead {
  if (input === undefined) return cut;
  const text = input.text.trim();
  if (/^\{.*\}$/s.test(text)) {
    const parsed = parseShape(text);
    if (parsed.ok && isObject(parsed.value)) return { ok: true, text, repairs: [] };
  }
  if (!input.call) return readTextArguments(name, unquoted(text), tools);
  if (/^(?:"[^"\\]*"|'[^'\\]*')$/.test(text)) return readTextArguments(name, text.slice(1, -1), tools);
  const read = readPythonCall(input.whole, { tools });
  if (read.ok) return { ok: true, text: read.call.arguments, repairs: read.call.repairs };
  return /["'=(]/.test(text) ? { ok: false, why: read.why } : readTextArguments(name, text, tools);
}

/** Without the quotes around all of it. */
function unquoted(text: string): string {
  const [, , inner] = /^(["'`])(.*)\1$/s.exec(text) ?? [];
  return inner === undefined || inner.includes(text.charAt(0)) ? text : inner;
}

const cut: ArgumentsRead = { ok: false, why: 'the message ended in the middle of its input' };
