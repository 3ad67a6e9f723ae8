import { randomText } from '../../../base/id.js';
import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import { writeEach } from '../write-json-calls.js';
import { mistralGrammar, toolCalls } from './mistral-calls.js';
import { outputJson } from './tool-output.js';

/** A list of calls behind one mark: Mistral models up to the tokenizer of version 7. */
export const mistralV3 = defineDialect({
  name: 'mistral_v3',
  title: 'Mistral, older: a JSON list behind [TOOL_CALLS]',
  entries: ['A6'],
  aliases: ['mistral_nemo', 'mistral_v7'],
  models: ['Mistral-7B-Instruct-v0.3', 'Mixtral-8x22B-Instruct', 'Mistral-Nemo', 'Mistral-Large-2407'],
  sample: `${toolCalls} [{"name": "convert_money", "arguments": {"from": "EUR", "to": "ISK"}}]`,
  grammar: mistralGrammar,
  createId: () => randomText(9),
  writeCalls(calls) {
    const written = writeEach(
      calls,
      ({ id, name, arguments: args }) => {
        const own = id === undefined ? '' : `, "id": ${JSON.stringify(id)}`;
        return escapeMarkup(`{"name": ${JSON.stringify(name)}, "arguments": ${args}${own}}`);
      },
      ', ',
    );
    return typeof written === 'string' ? `${toolCalls} [${written}]` : written;
  },
  renderResults: (results) =>
    results.map((result) => {
      const own = result.id === undefined ? '' : `, "call_id": ${escapeMarkup(JSON.stringify(result.id))}`;
      return { role: 'user', text: `[TOOL_RESULTS] {"content": ${outputJson(result)}${own}}[/TOOL_RESULTS]` };
    }),
});
