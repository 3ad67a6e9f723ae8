import type { FormatGrammar } from '../../define-dialect.js';
import { defineDialect } from '../../define-dialect.js';
import { thinkTags } from '../hermes.js';
import { turnEnds } from '../turn-ends.js';
import { writeEach } from '../write-json-calls.js';
import { bareJson } from './bare-json.js';
import { nameJson } from './name-json.js';
import { asked, certain, guessed } from './rules.js';
import { callObject, plainPrompt, userResults, writeList } from './write-plain.js';

const objectHowTo = 'Write a call as one JSON object with "name" and "arguments", and nothing behind it.';
const listHowTo = 'Write the calls as one JSON list of objects with "name" and "arguments", and nothing behind it.';

const dialect = 'json';
const inAuto = [
  ...bareJson({ dialect, rules: guessed, at: 'line', howTo: objectHowTo }),
  ...bareJson({ dialect, rules: guessed, at: 'start', howTo: objectHowTo }),
  // What is left of several formats when a server leaves out their special tokens.
  nameJson({ dialect, rules: guessed, at: 'line', between: 'blank', howTo: objectHowTo }),
];

/** `{"name": …, "arguments": {…}}` and the many keys that are written for these. */
export const json = defineDialect({
  name: dialect,
  title: 'A JSON object alone',
  entries: ['D1'],
  aliases: ['generic', 'bare_json'],
  models: ['Gemma 3', 'any model that is asked for it'],
  sample: '{"name": "next_bus", "arguments": {"line": "12"}}',
  grammar: grammarOf([
    ...bareJson({ dialect, rules: asked, at: 'anywhere', howTo: objectHowTo }),
    nameJson({ dialect, rules: asked, at: 'line', between: 'blank', howTo: objectHowTo }),
  ]),
  inAuto,
  renderPrompt: (tools) =>
    plainPrompt(
      tools,
      `To call a tool, write one JSON object with its name and its arguments, outside of any code block, on a line of its own:
{"name": "example_tool", "arguments": {"argument": "value"}}

For several calls write one such line for each.`,
    ),
  writeCalls: (calls) => writeEach(calls, (call) => callObject(call), '\n'),
  renderResults: userResults,
});

/** `[{"name": …, "arguments": {…}}, …]`. */
export const jsonArray = defineDialect({
  name: 'json_array',
  title: 'A JSON list alone',
  entries: ['D1'],
  aliases: ['bare_json_array'],
  models: ['any model that is asked for it'],
  sample: '[{"name": "next_bus", "arguments": {"line": "12"}}, {"name": "weather", "arguments": {}}]',
  grammar: grammarOf(bareJson({ dialect: 'json_array', rules: certain, at: 'anywhere', howTo: listHowTo })),
  inAuto: [],
  renderPrompt: (tools) =>
    plainPrompt(
      tools,
      `To call tools, write one JSON list with an object for each call, outside of any code block:
[{"name": "example_tool", "arguments": {"argument": "value"}}]`,
    ),
  writeCalls: (calls) => writeList(calls),
  renderResults: userResults,
});

function grammarOf(openers: FormatGrammar['openers']): FormatGrammar {
  return { openers, thoughts: thinkTags, dropped: turnEnds, strays: ['</tool_call>'] };
}
