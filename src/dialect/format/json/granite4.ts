import { defineDialect } from '../../define-dialect.js';
import { usualKeys } from '../../value/named-call.js';
import { thinkTags, toolCallJson, writeTagged } from '../hermes.js';
import { renderHermesResults } from '../hermes-render.js';
import { toolCallYaml } from '../tool-tag/yaml-calls.js';
import { turnEnds } from '../turn-ends.js';
import { turnHeader } from './turn-header.js';

/** As Hermes writes it; the arguments may be a JSON text as well. */
export const granite4 = defineDialect({
  name: 'granite4',
  title: 'JSON in <tool_call>, arguments as an object or a text',
  entries: ['A12'],
  aliases: ['granite_4', 'granite4_0', 'granite4_1'],
  models: ['Granite 4.0', 'Granite 4.1'],
  sample: '<tool_call>\n{"name": "ping_host", "arguments": {"host": "db1", "count": 3}}\n</tool_call>',
  grammar: {
    openers: [
      toolCallJson('granite4', { keys: { ...usualKeys, textArguments: true } }),
      toolCallYaml('granite4'),
      turnHeader('granite4', '<|start_of_role|>assistant<|end_of_role|>'),
    ],
    thoughts: thinkTags,
    dropped: turnEnds,
    strays: ['</tool_call>'],
    results: ['<tool_response>', '<|start_of_role|>'],
  },
  // The same marks are read as those of Hermes.
  inAuto: [],
  writeCalls: (calls) => writeTagged(calls),
  renderResults: (results) => [{ role: 'user', text: renderHermesResults(results) }],
});
