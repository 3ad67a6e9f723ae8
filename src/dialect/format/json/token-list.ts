import type { Json } from '../../../base/json.js';
import { defineDialect } from '../../define-dialect.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { type CallRead, isObject, type RawMember, readNamedCall, usualKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { bareCalls, thoughtWords, turnHeader } from '../message-start.js';
import { namedResults } from '../render-results.js';
import { startsCalls } from '../starts.js';
import { callList } from '../write-calls.js';

const listToken = '<|tool_call|>';
const listClose = '<|/tool_call|>';

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

const readTokenList = createTokenList();

/** `<|tool_call|>` with a JSON list behind it. */
const tokenList = (text: string = listToken): Opener => ({
  text,
  starts: startsCalls('list', 'object', 'fence'),
  read: readTokenList,
});

/** The same, where its close tells the dialect. */
const tokenListOf = (closeOf: Readonly<Record<string, string>>): Opener => ({
  ...tokenList(),
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

const header = turnHeader('<|start_of_role|>assistant<|end_of_role|>');
const thoughts = ['Here is my thought process:', "Here's my thought process:"].map((open) =>
  thoughtWords({
    open,
    close: ['Here is my response:', "Here's my response:"],
    calls: [listToken, '<tool_call>'],
  }),
);

/** A JSON list behind `<|tool_call|>`, without anything that closes it; later models write `<tool_call>` or no mark. */
const granite = defineDialect({
  name: 'granite',
  title: 'A JSON list behind <|tool_call|>',
  entries: ['A10'],
  aliases: ['granite3', 'granite_3'],
  models: ['Granite 3.0', 'Granite 3.1', 'Granite 3.2', 'Granite 3.3'],
  sample: '<|tool_call|>[{"name": "ping_host", "arguments": {"host": "db1"}}]',
  grammar: {
    openers: [tokenList(), tokenList('<tool_call>'), bareCalls('list', readTokenList), header, ...thoughts],
    wrappers: [{ open: '<response>', close: '</response>' }],
    strays: ['</tool_call>'],
    results: ['<|start_of_role|>', '<tool_response>'],
  },
  // `<tool_call>` is read as that of Hermes.
  inAuto: [tokenListOf({ [listClose]: 'phi4_mini_fc' }), header, ...thoughts],
  writeCalls: callList({ open: listToken }),
  renderResults: namedResults,
});

/** A JSON list between `<|tool_call|>` and `<|/tool_call|>`, which is often left out. */
const phi4MiniFc = defineDialect({
  name: 'phi4_mini_fc',
  title: 'A JSON list between <|tool_call|> and <|/tool_call|>',
  entries: ['A30'],
  aliases: ['phi_fc'],
  models: ['Phi-4-mini-instruct'],
  sample: '<|tool_call|>[{"name": "bus_arrival", "arguments": {"bus": 12}}]<|/tool_call|>',
  grammar: {
    openers: [tokenList(), bareCalls('list', readTokenList)],
    thoughts: [],
    strays: [listClose],
    results: ['<|tool_response|>'],
  },
  // The same mark is read as that of Granite, whose opener knows the close.
  inAuto: [],
  writeCalls: callList({ open: listToken, close: listClose }),
  renderResults: namedResults,
});

export const tokenListDialects = [granite, phi4MiniFc];
