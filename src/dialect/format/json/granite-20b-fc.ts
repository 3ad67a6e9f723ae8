import { defineDialect } from '../../define-dialect.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { taggedResults } from '../render-results.js';
import { startsCalls } from '../starts.js';
import { callObject, eachCall } from '../write-calls.js';

const open = '<function_call>';

/** `<function_call>` and one JSON object, again for each call; nothing closes them. */
export const granite20bFc = defineDialect({
  name: 'granite_20b_fc',
  title: 'JSON behind <function_call>',
  entries: ['A11'],
  aliases: ['granite-20b-fc', 'granite_20b_functioncalling'],
  models: ['granite-20b-functioncalling'],
  sample:
    '<function_call> {"name": "ping", "arguments": {"host": "db1"}} <function_call> {"name": "df", "arguments": {}}',
  grammar: {
    openers: [
      {
        text: open,
        starts: startsCalls('object', 'list', 'fence'),
        read: createJsonCalls({
          close: ['</function_call>'],
          next: [open, ...answerEnds],
          selfClosing: true,
          howTo: `Write each call as ${open} and one JSON object with "name" and "arguments".`,
        }),
      },
    ],
    thoughts: [],
    strays: ['</function_call>'],
    results: ['<function_response>'],
  },
  writeCalls: eachCall((call) => `${open} ${callObject(call)}`, { join: ' ' }),
  renderResults: taggedResults('function_response'),
});
