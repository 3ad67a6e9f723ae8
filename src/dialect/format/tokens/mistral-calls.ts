import type { FormatGrammar } from '../../define-dialect.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { thinkTags } from '../hermes.js';
import { bareCalls } from '../json/bare-calls.js';
import { createJsonCalls } from '../json-calls.js';
import { startsAs } from '../starts.js';
import { anyName, follows, space } from './ahead.js';
import { bareNamedCall } from './bare-call.js';
import { type CallHead, createTokenCall, settleCall } from './token-call.js';

export const toolCalls = '[TOOL_CALLS]';
export const argsMark = '[ARGS]';
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
  dialect: 'mistral_v3',
  text: toolCalls,
  at: 'anywhere',
  starts: startsAs(follows(space, '{'), follows(space, '[', space, { oneOf: ['{', ']'] }), follows(space, '```')),
  read: readList,
};

/** `[TOOL_CALLS]NAME[ARGS]{…}`. */
const named: Opener = {
  dialect: 'mistral',
  text: toolCalls,
  at: 'anywhere',
  starts: startsAs(
    follows(space, { oneOf: [cutArgs, callId] }),
    follows(space, anyName, space, { oneOf: [cutArgs, callId, '{'] }),
  ),
  read: readNamed,
};

const slipped: Opener = { ...named, text: cutMark, starts: follows(anyName, cutArgs) };

/** `NAME[ARGS]{…}`: the first mark was taken away, or is missing behind another call. */
const withoutMark: Opener = {
  dialect: 'mistral',
  text: ({ names }) => names.map((name) => `${name}${argsMark}`),
  at: 'anywhere',
  starts: follows(space, '{'),
  read: readNamed,
};

/** Both generations are read under either name. */
export const mistralGrammar: FormatGrammar = {
  openers: [
    list,
    named,
    slipped,
    withoutMark,
    ...bareCalls('mistral_v3', ['list'], readList),
    bareNamedCall('mistral'),
  ],
  thoughts: [{ open: '[THINK]', close: '[/THINK]', at: 'line' }, ...thinkTags],
  dropped: ['</s>'],
  results: ['[TOOL_RESULTS]'],
};

/** The end of the object is the end of the call: what follows is text again. */
function* readNamed(body: Body): Reading<BodyEnd> {
  const read = yield* readCall(body);
  if (read.ok) return settleCall(body, read) ? 'closed' : 'lost';
  body.calls.rejectCall({ name: read.name, why: read.why, hint: howTo });
  return read.sure ? 'rejected' : 'lost';
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
