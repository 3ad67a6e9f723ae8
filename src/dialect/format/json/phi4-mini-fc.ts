import { defineDialect } from '../../define-dialect.js';
import { renderResult } from '../hermes-render.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';
import { bareCalls } from './bare-calls.js';
import { listClose, listToken, readTokenList, tokenList } from './token-list.js';

/** A JSON list between `<|tool_call|>` and `<|/tool_call|>`, which is often left out. */
export const phi4MiniFc = defineDialect({
  name: 'phi4_mini_fc',
  title: 'A JSON list between <|tool_call|> and <|/tool_call|>',
  entries: ['A30'],
  aliases: ['phi_fc'],
  models: ['Phi-4-mini-instruct'],
  sample: '<|tool_call|>[{"name": "bus_arrival", "arguments": {"bus": 12}}]<|/tool_call|>',
  grammar: {
    openers: [tokenList('phi4_mini_fc'), ...bareCalls('phi4_mini_fc', ['list'], readTokenList)],
    dropped: turnEnds,
    strays: [listClose],
    results: ['<|tool_response|>'],
  },
  // The same mark is read as that of Granite, whose opener knows the close.
  inAuto: [],
  writeCalls: (calls) => writeSection(calls, { open: `${listToken}[`, join: ', ', close: `]${listClose}` }),
  renderResults: (results) => [{ role: 'user', text: results.map(renderResult).join('\n') }],
});
