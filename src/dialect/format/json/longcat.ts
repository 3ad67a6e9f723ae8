import { defineDialect } from '../../define-dialect.js';
import { thinkTags, toolCallJson, writeTagged } from '../hermes.js';
import { renderHermesResults } from '../hermes-render.js';
import { nestedCall } from '../tagged/nested-xml.js';
import { turnEnds } from '../turn-ends.js';

const tag = 'longcat_tool_call';
const opener = toolCallJson('longcat', { tag });

/** As Hermes writes it, with tags of its own. */
export const longcat = defineDialect({
  name: 'longcat',
  title: 'JSON in <longcat_tool_call>',
  entries: ['A18'],
  aliases: ['longcat_flash'],
  models: ['LongCat-Flash-Chat', 'LongCat-Flash-Thinking'],
  sample: '<longcat_tool_call>\n{"name": "send_mail", "arguments": {"to": "eva", "copies": 2}}\n</longcat_tool_call>',
  grammar: {
    openers: [opener, nestedCall('longcat', tag)],
    thoughts: [{ open: '<longcat_think>', close: '</longcat_think>', at: 'line' }, ...thinkTags],
    dropped: turnEnds,
    strays: ['</longcat_tool_call>'],
    results: ['<longcat_tool_response>'],
  },
  // <name> in the tag is read as that of the nested tags.
  inAuto: [opener],
  writeCalls: (calls) => writeTagged(calls, tag),
  renderResults: (results) => [{ role: 'user', text: renderHermesResults(results, 'longcat_tool_response') }],
});
