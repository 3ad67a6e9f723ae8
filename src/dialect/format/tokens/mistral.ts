import { randomText } from '../../../base/id.js';
import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import { writeEach } from '../write-json-calls.js';
import { argsMark, mistralGrammar, toolCalls } from './mistral-calls.js';
import { outputJson } from './tool-output.js';

/** A mark before each call, and the end of its object as its end: Mistral models since the tokenizer of version 11. */
export const mistral = defineDialect({
  name: 'mistral',
  title: 'Mistral: a name and JSON behind [TOOL_CALLS]',
  entries: ['A7', 'A6'],
  aliases: ['ministral', 'ministral_3', 'mistral_v11', 'magistral', 'devstral'],
  models: ['Mistral-Small-3.1', 'Mistral-Small-3.2', 'Magistral', 'Devstral', 'Ministral-3', 'Mistral-Large-3'],
  sample: `${toolCalls}convert_money${argsMark}{"from": "EUR", "to": "ISK"}`,
  grammar: mistralGrammar,
  createId: () => randomText(9),
  writeCalls: (calls) =>
    writeEach(calls, ({ name, arguments: args }) => `${toolCalls}${name}${argsMark}${escapeMarkup(args)}`, ''),
  renderResults: (results) =>
    results.map((result) => {
      const own = result.id === undefined ? '' : `${result.id}[TOOL_CONTENT]`;
      return { role: 'user', text: `[TOOL_RESULTS]${own}${outputJson(result)}[/TOOL_RESULTS]` };
    }),
});
