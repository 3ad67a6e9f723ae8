import type { Json } from '../../../base/json.js';
import { rawMember } from '../../../base/raw-json.js';
import { defineDialect } from '../../define-dialect.js';
import type { DialectResult } from '../../dialect.js';
import { escapeMarkupText } from '../../markup.js';
import type { BadCall, Calls, FoundCall } from '../../read/calls.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { readJson } from '../../value/json-reading.js';
import { type CallRead, isObject, readNamedCall } from '../../value/named-call.js';
import { sameJson } from '../../value/same-json.js';
import { callEnds } from '../marks.js';
import { startsMatching } from '../starts.js';
import { hermesPrompt } from '../tools-prompt.js';
import { taggedObjects } from '../write-calls.js';

/** The tags in the cases models write them in. */
const words = ['tool', 'TOOL', 'Tool'].flatMap((one) => ['call', 'CALL', 'Call'].map((two) => `${one}_${two}`));
const closes = words.map((word) => `</${word}>`);
const stops = new Stops([...closes, ...words.map((word) => `<${word}>`)]);
const besides = new Stops([...closes, '<', '{', '}', '\n\n']);

/** `lastOnly`: a block that cannot be read takes back the calls before it, for they are not the last. */
const openersOf = (lastOnly: boolean): readonly Opener[] => [
  ...words.map(
    (word): Opener => ({
      text: `<${word}>`,
      // Such models draft calls in their reasoning, and are told that those do not count.
      draftsInThought: true,
      starts: startsMatching(/^[^<{]{0,64}\{/, /^[^<{]{0,64}$/),
      read: (body) => readBlock(body, lastOnly),
    }),
  ),
  // The older form: a fence tagged `tool` with name, args and retrigger.
  { text: '```tool', at: 'line', fence: true, starts: startsFence, read: (body) => readFence(body, lastOnly) },
];

/**
 * `<tool_call>` with JSON, of which a message makes one: the last. What stands beside the JSON within the tags is left
 * out, and a last block that cannot be read leaves no call at all.
 */
export const lastToolCall = defineDialect({
  name: 'astra',
  title: 'One <tool_call> of JSON, the last one of the message',
  aliases: ['astracodex'],
  models: ['any model that is prompted with it', 'AstraCodex'],
  sample: '<tool_call>\n{"name": "read", "arguments": {"path": "notes/today.md"}}\n</tool_call>',
  grammar: {
    openers: openersOf(true),
    dropped: callEnds,
    strays: closes,
    results: ['[TOOL RESULT:'],
    settle,
  },
  // One call a turn: the calls so far are the turns so far.
  createId: ({ name, position }) => `${position}-${name.slice(0, 64).replace(/[^\w-]/g, '_')}`,
  // There the usual spelling is read as all calls of the message.
  inAuto: openersOf(false).filter(({ text }) => text !== '<tool_call>'),
  renderPrompt: (tools) =>
    `${hermesPrompt(tools).replace(/\n\nFor several calls .*$/s, '')}\n\nWrite one call in a message at most: of several only the last is made. Do not write calls within <think>. Then end your message: the result comes in the next one, behind [TOOL RESULT: and the name of the tool. When you have it, answer in plain words, and do not repeat the call. A result that begins with ERROR: is a failure: say so, or try another way.`,
  writeCalls: taggedObjects(),
  renderResults,
});

/** Of all calls the last is made; those that say the same are one. */
function settle(found: readonly FoundCall[], calls: Calls): readonly FoundCall[] {
  const last = found.at(-1);
  if (last === undefined) return found;
  const others = found.filter(({ name, arguments: args }) => name !== last.name || !sameJson(args, last.arguments));
  if (others.length < found.length - 1)
    calls.repair(`The call of ${last.name.slice(0, 64)} stood in the message more than once; it is made once.`);
  if (others.length > 0) {
    const names = [...new Set(others.map(({ name }) => name))].join(', ').slice(0, 200);
    calls.ignore(
      `Only the last call of a message is made, so these before it were not run: ${names}. Write one call at a time.`,
    );
  }
  return [last];
}

function* readBlock(body: Body, lastOnly: boolean): Reading<BodyEnd> {
  const { input } = body;
  const repairs = new Set<string>();
  const { text: lead } = yield* input.until(new Stops(['{']), maxLead);
  if (lead.trim() !== '') repairs.add('what stood beside its JSON was left out');
  const json = yield* readJson(input, { stops });
  if (!json.ok) return fail(body, { why: json.why, end: json.broken ? 'lost' : 'rejected', lastOnly });
  for (const repair of json.repairs) repairs.add(repair);
  const beside = yield* readBeside(body, repairs);
  if (beside.trouble !== undefined) return fail(body, { why: beside.trouble, end: 'lost', lastOnly });
  const end = make(body, readCall(json.json, json.value), repairs, lastOnly);
  if (end === 'closed') body.say(beside.behind ?? '');
  return end;
}

interface Beside {
  /** What is wrong with it. */
  readonly trouble?: string;
  /** What was read of the text behind a block that a blank line ends. */
  readonly behind?: string;
}

/** What stands between the JSON and the closing tag, or the blank line in its place. */
function* readBeside({ input }: Body, repairs: Set<string>): Reading<Beside> {
  const close = closes[0] ?? '';
  let space = yield* input.space();
  for (;;) {
    const closed = yield* input.seesOne(closes);
    if (closed !== undefined) {
      input.at += closed.length;
      return {};
    }
    const next = yield* input.peek();
    if (next === '' || next === '<') {
      if (next === '<') input.takesCut(closes);
      repairs.add(`${close} was missing`);
      return {};
    }
    if (next === '{') return { trouble: 'a second object stands in its tags' };
    if (next === '}') {
      repairs.add('an extra } was left out');
      input.at += 1;
      space = yield* input.space();
      continue;
    }
    const { text, stop } = yield* input.until(besides);
    if (stop === undefined || !closes.includes(stop)) {
      if (!/\n[ \t\r]*\n/.test(space)) return { trouble: `something other than ${close} follows it` };
      repairs.add(`${close} was missing before a blank line`);
      return { behind: space + text };
    }
    repairs.add('what stood beside its JSON was left out');
  }
}

function* readFence(body: Body, lastOnly: boolean): Reading<BodyEnd> {
  const { input } = body;
  yield* input.space();
  const json = yield* readJson(input, { stops: fenceStops });
  if (!json.ok) return fail(body, { why: json.why, end: json.broken ? 'lost' : 'rejected', lastOnly });
  const repairs = new Set(json.repairs);
  yield* input.space();
  if (!(yield* input.takes('```'))) {
    if ((yield* input.peek()) !== '')
      return fail(body, { why: 'something other than ``` follows it', end: 'rejected', lastOnly });
    repairs.add('the closing fence was missing');
  }
  return make(body, readCall(json.json, json.value), repairs, lastOnly);
}

const fenceStops = new Stops(['\n```']);

function make(body: Body, read: CallRead, repairs: ReadonlySet<string>, lastOnly: boolean): BodyEnd {
  if (!read.ok) return fail(body, { name: read.name, why: read.why, end: 'rejected', lastOnly });
  return body.calls.make(read.call, new Set([...repairs, ...read.repairs]));
}

interface Failure extends Omit<BadCall, 'hint'> {
  readonly end: 'rejected' | 'lost';
  readonly lastOnly: boolean;
}

/** A block that cannot be read is a block all the same: those before it are not the last. */
function fail({ calls }: Body, { name, why, end, lastOnly }: Failure): BodyEnd {
  const hint = 'Write one call: <tool_call>, a JSON object with "name" and "arguments", </tool_call>.';
  calls.rejectCall({ name, why, hint });
  if (lastOnly && calls.count > 0)
    calls.revoke('Only the last call of a message counts, and it cannot be read, so none was run.');
  return end;
}

/** `arguments` may be called `args`, and may be left out. `retrigger` is of the older form and means nothing here. */
function readCall(json: string, value: Json): CallRead {
  if (!isObject(value)) return { ok: false, why: 'it is no JSON object' };
  const named = typeof value['name'] === 'string' && value['name'].trim() !== '';
  const given = Object.hasOwn(value, 'arguments') || Object.hasOwn(value, 'args');
  if (named && !given) return { ok: true, call: { name: String(value['name']), arguments: '{}' }, repairs: [] };
  const listed = keys.arguments.find(
    (key) => Array.isArray(value[key]) || ['number', 'boolean'].includes(typeof value[key]),
  );
  // They are taken as they were given: the check of the tool answers what is no object.
  if (named && listed !== undefined)
    return { ok: true, call: { name: String(value['name']), arguments: rawMember(json, [listed]) ?? '' }, repairs: [] };
  if (!Object.hasOwn(value, 'retrigger')) return readNamedCall(json, value, keys);
  const { retrigger: _, ...rest } = value;
  const members = Object.keys(rest).map((key) => `${JSON.stringify(key)}:${rawMember(json, [key]) ?? 'null'}`);
  return readNamedCall(`{${members.join(',')}}`, rest, keys);
}

const keys = { name: ['name'], arguments: ['arguments', 'args'] };

/** The most characters between a tag and its JSON. */
const maxLead = 64;

/** A line break and an object whose name is that of a tool, where it is known which there are. */
function startsFence(ahead: string, { ended, tools }: AheadContext): boolean | undefined {
  if (!/^[ \t\r]*(?:\n\s*(?:\{|$)|$)/.test(ahead)) return false;
  const [, name] = /"name"\s*:\s*"([^"\\]{1,128})"/.exec(ahead) ?? [];
  if (name !== undefined) return !tools.told || tools.has(name);
  return ended ? false : undefined;
}

/** A text or pretty JSON behind a label; a failure begins with `ERROR:`. Nothing in it can look like a call. */
function renderResults(results: readonly DialectResult[]): string {
  const texts = results.map(({ name, text, isError }) => {
    const safe = escapeMarkupText(text).replace(/```(?=tool)/gi, '&#96;``');
    return `[TOOL RESULT: ${escapeMarkupText(name).replace(/[\]\n]/g, ' ')}]\n${isError && !text.startsWith('ERROR:') ? 'ERROR: ' : ''}${safe}`;
  });
  return texts.join('\n\n');
}
