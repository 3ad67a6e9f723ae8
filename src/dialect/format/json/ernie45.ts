import { defineDialect } from '../../define-dialect.js';
import { thinkTags, toolCallJson, writeTagged } from '../hermes.js';
import { renderHermesResults } from '../hermes-render.js';
import { turnEnds } from '../turn-ends.js';

/** As Hermes writes it, behind reasoning that the prompt opened; plain answers stand in `<response>`. */
export const ernie45 = defineDialect({
  name: 'ernie45',
  title: 'JSON in <tool_call>, answers in <response>',
  entries: ['A17'],
  aliases: ['ernie_4_5', 'ernie'],
  models: ['ERNIE-4.5-21B-A3B-Thinking', 'ERNIE-4.5-VL'],
  sample:
    '</think>\n\n\n<tool_call>\n{"name": "send_mail", "arguments": {"to": "eva", "urgent": true}}\n</tool_call>\n',
  grammar: {
    openers: [toolCallJson('ernie45')],
    thoughts: thinkTags,
    wrappers: [{ open: '<response>', close: '</response>' }],
    dropped: turnEnds,
    strays: ['</tool_call>'],
    results: ['<tool_output>', '<tool_response>'],
  },
  // The same marks are read as those of Hermes.
  inAuto: [],
  writeCalls: (calls) => writeTagged(calls),
  renderResults: (results) => [{ role: 'user', text: renderHermesResults(results, 'tool_output') }],
});
