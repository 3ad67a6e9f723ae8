import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { thinkTags, toolCallJson } from '../hermes.js';
import { createJsonCalls } from '../json-calls.js';
import { startsWith } from '../starts.js';
import { turnEnds } from '../turn-ends.js';
import { howTo } from './function-calls.js';
import type { FunctionWrapper } from './function-wrapper.js';
import { bareFunctions, wrappedFunctions, writeFunctionTags } from './qwen3-coder.js';
import { renderToolResponses } from './render-tagged.js';

const wrapper: FunctionWrapper = { open: '<seed:tool_call>', close: '</seed:tool_call>' };

const wrapped = wrappedFunctions('seed_oss', wrapper);

/** Asked for another format, these models write its JSON in their own tags, often as a list. */
const json: Opener = {
  dialect: 'seed_oss',
  text: wrapper.open,
  at: 'anywhere',
  starts: startsWith('{', '[', '```'),
  read: createJsonCalls({
    close: [wrapper.close],
    next: [wrapper.open],
    howTo: howTo(wrapper),
  }),
};

/** The tags of others, which they were shown elsewhere. */
const plain = [toolCallJson('seed_oss'), wrappedFunctions('seed_oss', { open: '<tool_call>', close: '</tool_call>' })];

/** The format of Qwen3-Coder in tags of its own. */
export const seedOss = defineDialect({
  name: 'seed_oss',
  title: '<function=…> and <parameter=…> in <seed:tool_call>',
  entries: ['B2'],
  aliases: ['seed'],
  models: ['Seed-OSS-36B'],
  sample: '<seed:tool_call>\n<function=lookup>\n<parameter=q>tides</parameter>\n</function>\n</seed:tool_call>',
  grammar: {
    openers: [wrapped, json, ...plain, bareFunctions('seed_oss', wrapper, { lenient: true })],
    thoughts: [{ open: '<seed:think>', close: '</seed:think>', at: 'line' }, ...thinkTags],
    dropped: turnEnds,
    strays: ['</seed:tool_call>', '</tool_call>', '</function>'],
    results: ['<seed:tool_response>', '<tool_response>'],
  },
  inAuto: [wrapped, json],
  writeCalls: writeFunctionTags(wrapper),
  renderResults: (results) => [{ role: 'user', text: renderToolResponses(results) }],
});
