import { defineDialect } from '../../define-dialect.js';
import { introducedResults } from '../render-results.js';
import { examplePrompt } from '../tools-prompt.js';
import { callList, callObject, eachCall } from '../write-calls.js';
import { bareJson } from './bare-json.js';
import { nameJson } from './name-json.js';
import { asked, certain, guessed } from './rules.js';

const objectHowTo = 'Write a call as one JSON object with "name" and "arguments", and nothing behind it.';
const listHowTo = 'Write the calls as one JSON list of objects with "name" and "arguments", and nothing behind it.';

const inAuto = [
  ...bareJson({ rules: guessed, at: 'line', howTo: objectHowTo }),
  ...bareJson({ rules: guessed, at: 'start', howTo: objectHowTo }),
  // What is left of several formats when a server leaves out their special tokens.
  nameJson({ rules: guessed, at: 'line', between: 'blank', howTo: objectHowTo }),
];

/** `{"name": …, "arguments": {…}}` and the many keys that are written for these. */
export const json = defineDialect({
  name: 'json',
  title: 'A JSON object alone',
  entries: ['D1'],
  aliases: ['generic', 'bare_json'],
  models: ['Gemma 3', 'any model that is asked for it'],
  sample: '{"name": "next_bus", "arguments": {"line": "12"}}',
  grammar: {
    openers: [
      ...bareJson({ rules: asked, howTo: objectHowTo }),
      nameJson({ rules: asked, at: 'line', between: 'blank', howTo: objectHowTo }),
    ],
    strays: ['</tool_call>'],
  },
  inAuto,
  renderPrompt: examplePrompt(
    `To call a tool, write one JSON object with its name and its arguments, outside of any code block, on a line of its own:
{"name": "example_tool", "arguments": {"argument": "value"}}

For several calls write one such line for each.`,
  ),
  writeCalls: eachCall((call) => callObject(call), { join: '\n' }),
  renderResults: introducedResults,
});

/** `[{"name": …, "arguments": {…}}, …]`. */
export const jsonArray = defineDialect({
  name: 'json_array',
  title: 'A JSON list alone',
  entries: ['D1'],
  aliases: ['bare_json_array'],
  models: ['any model that is asked for it'],
  sample: '[{"name": "next_bus", "arguments": {"line": "12"}}, {"name": "weather", "arguments": {}}]',
  grammar: { openers: bareJson({ rules: certain, howTo: listHowTo }), strays: ['</tool_call>'] },
  inAuto: [],
  renderPrompt: examplePrompt(
    `To call tools, write one JSON list with an object for each call, outside of any code block:
[{"name": "example_tool", "arguments": {"argument": "value"}}]`,
  ),
  writeCalls: callList(),
  renderResults: introducedResults,
});
