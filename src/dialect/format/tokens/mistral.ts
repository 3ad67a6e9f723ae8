import { randomText } from '../../../base/id.js';
import { defineDialect, type FormatGrammar } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { createJsonCalls } from '../json-calls.js';
import { thinkTags, turnEnds } from '../marks.js';
import { bareCalls } from '../message-start.js';
import { hasRequired, takesNothing } from '../plain/text-arguments.js';
import { outputJson } from '../render-results.js';
import { anyName, follows, space, startsAs } from '../starts.js';
import { callObjectWithId, eachCall } from '../write-calls.js';
import { bareNamedCall } from './bare-call.js';
import { type CallHead, createTokenCall, settleCall } from './token-call.js';

const toolCalls = '[TOOL_CALLS]';
const argsMark = '[ARGS]';
const callId = '[CALL_ID]';

/** A slip of some models: the bracket that closes the mark is missing. */
const cutMark = '[TOOL_CALLS';
const cutArgs = '[ARGS';

const listHowTo = `Write ${toolCalls} and a list of JSON objects with "name" and "arguments".`;
const howTo = `Write each call as ${toolCalls}NAME${argsMark} and one JSON object.`;
const behind = [toolCalls, '</s>', '\n\n'];
const readCall = createTokenCall({ head, behind }, { streams: true });

const readList = createJsonCalls({
  close: [],
  next: [toolCalls],
  selfClosing: true,
  list: true,
  openList: true,
  howTo: listHowTo,
});

/** `[TOOL_CALLS] [{"name": …, "arguments": {…}}]`. */
const list: Opener = {
  text: toolCalls,
  starts: startsAs(follows(space, '{'), follows(space, '[', space, { oneOf: ['{', ']'] }), follows(space, '```')),
  read: readList,
};

/** `[TOOL_CALLS]NAME[ARGS]{…}`. */
const named: Opener = {
  text: toolCalls,
  starts: startsAs(
    follows(space, { oneOf: [cutArgs, callId] }),
    follows(space, anyName, space, { oneOf: [cutArgs, callId, '{'] }),
  ),
  read: readNamed,
};

const slipped: Opener = { ...named, text: cutMark, starts: follows(anyName, cutArgs) };

/** `NAME[ARGS]{…}`: the first mark was taken away, or is missing behind another call. */
const withoutMark: Opener = {
  text: ({ names }) => names.map((name) => `${name}${argsMark}`),
  starts: follows(space, '{'),
  read: readNamed,
};

/**
 * `[TOOL_CALLS]NAME` and nothing behind it but the next call or the end: a call of a tool that was offered and needs no
 * arguments. At the end of the message, where the rest may be cut off, of one that takes none.
 */
const alone: Opener = { text: toolCalls, starts: startsAlone, read: readName };

const of = (dialect: string, openers: readonly Opener[]) => openers.map((opener) => ({ ...opener, dialect }));

/** Both generations are read under either name, and reported as what they are. */
const mistralGrammar: FormatGrammar = {
  openers: [
    ...of('mistral_v3', [list, bareCalls('list', readList)]),
    ...of('mistral', [named, alone, slipped, withoutMark, bareNamedCall]),
  ],
  thoughts: [{ open: '[THINK]', close: '[/THINK]', at: 'line' }, ...thinkTags],
  dropped: ['</s>'],
  results: ['[TOOL_RESULTS]'],
};

/** A mark before each call, and the end of its object as its end: Mistral models since the tokenizer of version 11. */
const mistral = defineDialect({
  name: 'mistral',
  title: 'Mistral: a name and JSON behind [TOOL_CALLS]',
  entries: ['A7', 'A6'],
  aliases: ['ministral', 'ministral_3', 'mistral_v11', 'magistral', 'devstral'],
  models: ['Mistral-Small-3.1', 'Mistral-Small-3.2', 'Magistral', 'Devstral', 'Ministral-3', 'Mistral-Large-3'],
  sample: `${toolCalls}convert_money${argsMark}{"from": "EUR", "to": "ISK"}`,
  grammar: mistralGrammar,
  createId: () => randomText(9),
  writeCalls: eachCall(({ name, arguments: args }) => `${toolCalls}${name}${argsMark}${escapeMarkup(args)}`),
  renderResults: (results) =>
    results.map((result) => {
      const own = result.id === undefined ? '' : `${result.id}[TOOL_CONTENT]`;
      return `[TOOL_RESULTS]${own}${outputJson(result)}[/TOOL_RESULTS]`;
    }),
});

/** A list of calls behind one mark: Mistral models up to the tokenizer of version 7. */
const mistralV3 = defineDialect({
  name: 'mistral_v3',
  title: 'Mistral, older: a JSON list behind [TOOL_CALLS]',
  entries: ['A6'],
  aliases: ['mistral_nemo', 'mistral_v7'],
  models: ['Mistral-7B-Instruct-v0.3', 'Mixtral-8x22B-Instruct', 'Mistral-Nemo', 'Mistral-Large-2407'],
  sample: `${toolCalls} [{"name": "convert_money", "arguments": {"from": "EUR", "to": "ISK"}}]`,
  grammar: mistralGrammar,
  createId: () => randomText(9),
  writeCalls: eachCall(callObjectWithId, { open: `${toolCalls} [`, join: ', ', close: ']' }),
  renderResults: (results) =>
    results.map((result) => {
      const own = result.id === undefined ? '' : `, "call_id": ${escapeMarkup(JSON.stringify(result.id))}`;
      return `[TOOL_RESULTS] {"content": ${outputJson(result)}${own}}[/TOOL_RESULTS]`;
    }),
});

export const mistralDialects = [mistral, mistralV3];

/** The end of the object is the end of the call: what follows is text again. */
function* readNamed(body: Body): Reading<BodyEnd> {
  return settleCall(body, yield* readCall(body), howTo);
}

const nameStops = new Stops([callId, cutArgs, '{', toolCalls]);
const idStops = new Stops([cutArgs, '{', toolCalls]);

function* head({ input, opener }: Body): Reading<CallHead> {
  if (opener.endsWith(argsMark)) return { ok: true, name: opener.slice(0, -argsMark.length) };
  const repairs = opener === cutMark ? [`${cutMark} was read as ${toolCalls}`] : [];
  let { text, stop } = yield* input.until(nameStops, 512);
  const name = text.trim();
  let id: string | undefined;
  if (stop === callId) {
    input.at += callId.length;
    ({ text, stop } = yield* input.until(idStops, 512));
    id = text.trim();
  }
  if (stop === undefined || stop === toolCalls) return { ok: false, why: 'it has no arguments' };
  if (stop === cutArgs) {
    input.at += cutArgs.length;
    if (!(yield* input.takes(']'))) repairs.push(`${cutArgs} was read as ${argsMark}`);
  }
  return { ok: true, name, repairs, ...(id !== undefined && id !== '' && { id }) };
}

const endsOfName = [toolCalls, ...turnEnds];

function startsAlone(ahead: string, { tools, ended }: AheadContext): boolean | undefined {
  const [all = '', called = ''] = /^\s*([\w./-]+)(\s*)/.exec(ahead) ?? [];
  const rest = ahead.slice(all.length);
  if (rest === '') return ended ? called !== '' && takesNothing(called, tools) : undefined;
  if (called === '' || !tools.has(called)) return false;
  if (endsOfName.some((end) => rest.startsWith(end))) return !hasRequired(called, tools);
  return !ended && endsOfName.some((end) => end.startsWith(rest)) ? undefined : false;
}

function* readName({ input, calls }: Body): Reading<BodyEnd> {
  yield* input.space();
  const called = yield* input.takeWhile((code) => /[\w./-]/.test(String.fromCharCode(code)));
  return calls.make({ name: called, arguments: '{}' }, ['it had no arguments, so an empty object was taken']);
}
