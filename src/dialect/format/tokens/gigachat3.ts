import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { bareCalls } from '../json/bare-calls.js';
import { createJsonCalls } from '../json-calls.js';
import { writeEach } from '../write-json-calls.js';
import { follows, space } from './ahead.js';
import { outputJson } from './tool-output.js';

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

const nameOffered = {
  run: (code: number) => code !== 0x22 && code !== 0x5c,
  fits: (name: string, { told, has }: { readonly told: boolean; has(name: string): boolean }) => !told || has(name),
};

const openers: readonly Opener[] = [
  {
    dialect: 'gigachat3',
    text: messageSep,
    at: 'anywhere',
    starts: follows(space, role, roleSep, space, '{'),
    read: readBehindRole,
  },
  {
    dialect: 'gigachat3',
    text: '<|function_call|>',
    at: 'anywhere',
    starts: follows(space, { oneOf: ['{', '```'] }),
    read: readObject,
  },
  { dialect: 'gigachat3', text: `${role}${roleSep}`, at: 'line', starts: follows(space, '{'), read: readObject },
  {
    dialect: 'gigachat3',
    text: role,
    at: 'line',
    starts: follows('\n{', space, '"name"', space, ':', space, '"', nameOffered, '"', space, ',', space, '"arguments"'),
    read: readObject,
  },
  ...bareCalls('gigachat3', ['object'], readObject),
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
    dropped: ['</s>', messageSep, `assistant${roleSep}`],
    results: [`function result${roleSep}`],
  },
  writeCalls: (calls) =>
    writeEach(
      calls,
      ({ name, arguments: args }) => {
        const json = `{"name": ${JSON.stringify(name)}, "arguments": ${args}}`;
        return `${messageSep}\n\n${role}${roleSep}\n${escapeMarkup(json)}`;
      },
      '',
    ),
  renderResults: (results) => results.map((result) => ({ role: 'user', text: `{"content": ${outputJson(result)}}` })),
});
