import { defineDialect } from '../../define-dialect.js';
import { usualKeys } from '../../value/named-call.js';
import { thinkTags } from '../hermes.js';
import { renderResult } from '../hermes-render.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { startsCalls } from '../starts.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';

const open = '<TOOLCALL>';
const close = '</TOOLCALL>';

/** A list in `<TOOLCALL>`; its template shows the arguments as a text in one place and as an object in another. */
export const nemotronV2 = defineDialect({
  name: 'nemotron_v2',
  title: 'A JSON list in <TOOLCALL>',
  entries: ['A21'],
  aliases: ['nemotron_nano_v2', 'nemotron_json'],
  models: ['Nemotron-Nano-9B-v2', 'Nemotron-Nano-12B-v2'],
  sample: '<TOOLCALL>[{"name": "gpu_temperature", "arguments": {"gpu": 0}}]</TOOLCALL>',
  grammar: {
    openers: [
      {
        dialect: 'nemotron_v2',
        text: open,
        at: 'anywhere',
        starts: startsCalls('list', 'object', 'fence'),
        read: createJsonCalls({
          close: [close],
          wrongClose: ['</think>'],
          next: [open, ...answerEnds],
          list: true,
          keys: { ...usualKeys, textArguments: true },
          howTo: `Write the calls as ${open}, one JSON list of objects with "name" and "arguments", ${close}.`,
        }),
      },
    ],
    thoughts: thinkTags,
    dropped: turnEnds,
    strays: [close],
    results: ['<TOOL_RESPONSE>', '<SPECIAL_11>'],
  },
  writeCalls: (calls) => writeSection(calls, { open: `${open}[`, join: ', ', close: `]${close}` }),
  renderResults: (results) => [
    { role: 'user', text: `<TOOL_RESPONSE>[${results.map(renderResult).join(', ')}]</TOOL_RESPONSE>` },
  ],
});
