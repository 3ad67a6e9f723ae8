import type { Json } from '../../../base/json.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { type CallRead, isObject, type RawMember, readNamedCall, usualKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { startsCalls } from '../starts.js';

export const listToken = '<|tool_call|>';
export const listClose = '<|/tool_call|>';

/** Reads a list of calls that may have a close, and the same objects without the list. */
const createTokenList = (closeOf: Readonly<Record<string, string>> = {}): ((body: Body) => Reading<BodyEnd>) =>
  createJsonCalls({
    close: [listClose, '</tool_call>'],
    next: [listToken, ...answerEnds],
    selfClosing: true,
    list: true,
    openList: true,
    closeOf,
    readCall: readTokenCall,
    howTo: `Write the calls as ${listToken} and one JSON list of objects with "name" and "arguments".`,
  });

export const readTokenList = createTokenList();

/** `<|tool_call|>` with a JSON list behind it. */
export const tokenList = (dialect: string, text: string = listToken): Opener => ({
  dialect,
  text,
  at: 'anywhere',
  starts: startsCalls('list', 'object', 'fence'),
  read: readTokenList,
});

/** The same, where its close tells the dialect. */
export const tokenListOf = (dialect: string, closeOf: Readonly<Record<string, string>>): Opener => ({
  ...tokenList(dialect),
  read: createTokenList(closeOf),
});

/** These models echo what they were told of a tool between the marks of a call. A call has arguments and no description. */
function readTokenCall(json: string, value: Json, rawOf?: RawMember): CallRead {
  const read = readNamedCall(json, value, usualKeys, rawOf);
  if (!read.ok || !isObject(value)) return read;
  const { name } = read.call;
  const wrapped = value['function'] ?? null;
  const object = isObject(wrapped) ? wrapped : value;
  if (Object.hasOwn(object, 'description') || Object.hasOwn(object, 'type')) {
    return { ok: false, name, why: 'it is the description of a tool, not a call' };
  }
  const given = usualKeys.arguments.some((key) => (object[key] ?? null) !== null);
  return given ? read : { ok: false, name, why: 'it has no "arguments"' };
}
