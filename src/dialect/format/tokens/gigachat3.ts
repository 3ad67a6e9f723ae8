import { defineDialect } from '../../define-dialect.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { createJsonCalls } from '../json-calls.js';
import { bareCalls } from '../message-start.js';
import { outputJson } from '../render-results.js';
import { follows, offeredName, space } from '../starts.js';
import { callObject, eachCall } from '../write-calls.js';

const messageSep = '<|message_sep|>';
const roleSep = '<|role_sep|>';
const role = 'function call';

const readObject = createJsonCalls({
  close: [],
  next: [messageSep, '</s>'],
  selfClosing: true,
  howTo: `Write ${messageSep}\\n\\n${role}${roleSep}\\n and one JSON object with "name" and "arguments".`,
});

/** The role may be told by the prompt, and its special tokens may have been taken away. */
function* readBehindRole(body: Body): Reading<BodyEnd> {
  const { input } = body;
  yield* input.space();
  yield* input.takes(role);
  yield* input.takes(roleSep);
  return yield* readObject(body);
}

const openers: readonly Opener[] = [
  {
    text: messageSep,
    starts: follows(space, role, roleSep, space, '{'),
    read: readBehindRole,
  },
  {
    text: '<|function_call|>',
    starts: follows(space, { oneOf: ['{', '```'] }),
    read: readObject,
  },
  { text: `${role}${roleSep}`, at: 'line', starts: follows(space, '{'), read: readObject },
  {
    text: role,
    at: 'line',
    starts: follows('\n{', space, '"name"', space, ':', space, '"', offeredName, '"', space, ',', space, '"arguments"'),
    read: readObject,
  },
  bareCalls('object', readObject),
];

/** A call is a message of its own role: GigaChat 3. */
export const gigachat3 = defineDialect({
  name: 'gigachat3',
  title: 'GigaChat 3: JSON behind the role of a function call',
  entries: ['A19'],
  aliases: ['gigachat', 'gigachat_v3'],
  models: ['GigaChat3-10B-A1.8B', 'GigaChat3-702B-A36B'],
  sample: `${messageSep}\n\n${role}${roleSep}\n{"name": "exchange_rate", "arguments": {"currency": "RUB"}}`,
  grammar: {
    openers,
    thoughts: [],
    dropped: ['</s>', messageSep, `assistant${roleSep}`],
    results: [`function result${roleSep}`],
  },
  writeCalls: eachCall((call) => `${messageSep}\n\n${role}${roleSep}\n${callObject(call)}`),
  renderResults: (results) => results.map((result) => `{"content": ${outputJson(result)}}`),
});
