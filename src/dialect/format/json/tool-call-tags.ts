import { defineDialect } from '../../define-dialect.js';
import { usualKeys } from '../../value/named-call.js';
import { toolCallJson } from '../hermes.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds, thinkTags } from '../marks.js';
import { turnHeader } from '../message-start.js';
import { namedResult, taggedResults } from '../render-results.js';
import { startsCalls } from '../starts.js';
import { nestedCall } from '../tagged/nested-xml.js';
import { toolCallYaml } from '../tool-tag/yaml-calls.js';
import { callList, taggedObjects } from '../write-calls.js';

/** As Hermes writes it; the arguments may be a JSON text as well. */
const granite4 = defineDialect({
  name: 'granite4',
  title: 'JSON in <tool_call>, arguments as an object or a text',
  entries: ['A12'],
  aliases: ['granite_4', 'granite4_0', 'granite4_1'],
  models: ['Granite 4.0', 'Granite 4.1'],
  sample: '<tool_call>\n{"name": "ping_host", "arguments": {"host": "db1", "count": 3}}\n</tool_call>',
  grammar: {
    openers: [
      toolCallJson({ keys: { ...usualKeys, textArguments: true } }),
      toolCallYaml,
      turnHeader('<|start_of_role|>assistant<|end_of_role|>'),
    ],
    strays: ['</tool_call>'],
    results: ['<tool_response>', '<|start_of_role|>'],
  },
  // The same marks are read as those of Hermes.
  inAuto: [],
  writeCalls: taggedObjects(),
  renderResults: taggedResults(),
});

/** As Hermes writes it, behind reasoning that the prompt opened; plain answers stand in `<response>`. */
const ernie45 = defineDialect({
  name: 'ernie45',
  title: 'JSON in <tool_call>, answers in <response>',
  entries: ['A17'],
  aliases: ['ernie_4_5', 'ernie'],
  models: ['ERNIE-4.5-21B-A3B-Thinking', 'ERNIE-4.5-VL'],
  sample:
    '</think>\n\n\n<tool_call>\n{"name": "send_mail", "arguments": {"to": "eva", "urgent": true}}\n</tool_call>\n',
  grammar: {
    openers: [toolCallJson()],
    wrappers: [{ open: '<response>', close: '</response>' }],
    strays: ['</tool_call>'],
    results: ['<tool_output>', '<tool_response>'],
  },
  // The same marks are read as those of Hermes.
  inAuto: [],
  writeCalls: taggedObjects(),
  renderResults: taggedResults('tool_output'),
});

const tag = 'longcat_tool_call';
const opener = toolCallJson({ tag });

/** As Hermes writes it, with tags of its own. */
const longcat = defineDialect({
  name: 'longcat',
  title: 'JSON in <longcat_tool_call>',
  entries: ['A18'],
  aliases: ['longcat_flash'],
  models: ['LongCat-Flash-Chat', 'LongCat-Flash-Thinking'],
  sample: '<longcat_tool_call>\n{"name": "send_mail", "arguments": {"to": "eva", "copies": 2}}\n</longcat_tool_call>',
  grammar: {
    openers: [opener, nestedCall(tag)],
    thoughts: [{ open: '<longcat_think>', close: '</longcat_think>', at: 'line' }, ...thinkTags],
    strays: ['</longcat_tool_call>'],
    results: ['<longcat_tool_response>'],
  },
  // <name> in the tag is read as that of the nested tags.
  inAuto: [opener],
  writeCalls: taggedObjects(tag),
  renderResults: taggedResults('longcat_tool_response'),
});

const open = '<TOOLCALL>';
const close = '</TOOLCALL>';

/** A list in `<TOOLCALL>`; its template shows the arguments as a text in one place and as an object in another. */
const nemotronV2 = defineDialect({
  name: 'nemotron_v2',
  title: 'A JSON list in <TOOLCALL>',
  entries: ['A21'],
  aliases: ['nemotron_nano_v2', 'nemotron_json'],
  models: ['Nemotron-Nano-9B-v2', 'Nemotron-Nano-12B-v2'],
  sample: '<TOOLCALL>[{"name": "gpu_temperature", "arguments": {"gpu": 0}}]</TOOLCALL>',
  grammar: {
    openers: [
      {
        text: open,
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
    strays: [close],
    results: ['<TOOL_RESPONSE>', '<SPECIAL_11>'],
  },
  writeCalls: callList({ open, close }),
  renderResults: (results) => `<TOOL_RESPONSE>[${results.map(namedResult).join(', ')}]</TOOL_RESPONSE>`,
});

export const toolCallTagDialects = [granite4, ernie45, longcat, nemotronV2];
