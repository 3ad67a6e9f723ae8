import { defineDialect } from '../../define-dialect.js';
import { renderHermesResults } from '../hermes-render.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { startsCalls } from '../starts.js';
import { turnEnds } from '../turn-ends.js';
import { writeEach, writeObject } from '../write-json-calls.js';

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
        dialect: 'granite_20b_fc',
        text: open,
        at: 'anywhere',
        starts: startsCalls('object', 'list', 'fence'),
        read: createJsonCalls({
          close: ['</function_call>'],
          next: [open, ...answerEnds],
          selfClosing: true,
          howTo: `Write each call as ${open} and one JSON object with "name" and "arguments".`,
        }),
      },
    ],
    dropped: turnEnds,
    strays: ['</function_call>'],
    results: ['<function_response>'],
  },
  writeCalls: (calls) => writeEach(calls, (call) => `${open} ${writeObject(call)}`, ' '),
  renderResults: (results) => [{ role: 'user', text: renderHermesResults(results, 'function_response') }],
});
