import { defineDialect } from '../../define-dialect.js';
import { thinkTags } from '../hermes.js';
import { renderResult } from '../hermes-render.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';
import { bareCalls } from './bare-calls.js';
import { thoughtWords } from './thought-words.js';
import { listClose, listToken, readTokenList, tokenList, tokenListOf } from './token-list.js';
import { turnHeader } from './turn-header.js';

const header = turnHeader('granite', '<|start_of_role|>assistant<|end_of_role|>');
const thoughts = ['Here is my thought process:', "Here's my thought process:"].map((open) =>
  thoughtWords('granite', {
    open,
    close: ['Here is my response:', "Here's my response:"],
    calls: [listToken, '<tool_call>'],
  }),
);

/** A JSON list behind `<|tool_call|>`, without anything that closes it; later models write `<tool_call>` or no mark. */
export const granite = defineDialect({
  name: 'granite',
  title: 'A JSON list behind <|tool_call|>',
  entries: ['A10'],
  aliases: ['granite3', 'granite_3'],
  models: ['Granite 3.0', 'Granite 3.1', 'Granite 3.2', 'Granite 3.3'],
  sample: '<|tool_call|>[{"name": "ping_host", "arguments": {"host": "db1"}}]',
  grammar: {
    openers: [
      tokenList('granite'),
      tokenList('granite', '<tool_call>'),
      ...bareCalls('granite', ['list'], readTokenList),
      header,
      ...thoughts,
    ],
    thoughts: thinkTags,
    wrappers: [{ open: '<response>', close: '</response>' }],
    dropped: turnEnds,
    strays: ['</tool_call>'],
    results: ['<|start_of_role|>', '<tool_response>'],
  },
  // `<tool_call>` is read as that of Hermes.
  inAuto: [tokenListOf('granite', { [listClose]: 'phi4_mini_fc' }), header, ...thoughts],
  writeCalls: (calls) => writeSection(calls, { open: `${listToken}[`, join: ', ', close: ']' }),
  renderResults: (results) => [{ role: 'user', text: results.map(renderResult).join('\n') }],
});
