import { defineDialect } from '../../define-dialect.js';
import type { Opener, Wrapper } from '../../read/grammar.js';
import { toolCallJson } from '../hermes.js';
import { createJsonCalls } from '../json-calls.js';
import { thinkTags } from '../marks.js';
import { rawTaggedResults } from '../render-results.js';
import { startsWith } from '../starts.js';
import { howTo } from './function-calls.js';
import { bareFunctions, wrappedFunctions, writeFunctionTags } from './qwen3-coder.js';

const wrapper: Wrapper = { open: '<seed:tool_call>', close: '</seed:tool_call>' };

const wrapped = wrappedFunctions(wrapper);

/** Asked for another format, these models write its JSON in their own tags, often as a list. */
const json: Opener = {
  text: wrapper.open,
  starts: startsWith('{', '[', '```'),
  read: createJsonCalls({
    close: [wrapper.close],
    next: [wrapper.open],
    howTo: howTo(wrapper),
  }),
};

/** The tags of others, which they were shown elsewhere. */
const plain = [toolCallJson(), wrappedFunctions({ open: '<tool_call>', close: '</tool_call>' })];

/** The format of Qwen3-Coder in tags of its own. */
export const seedOss = defineDialect({
  name: 'seed_oss',
  title: '<function=…> and <parameter=…> in <seed:tool_call>',
  entries: ['B2'],
  aliases: ['seed'],
  models: ['Seed-OSS-36B'],
  sample: '<seed:tool_call>\n<function=lookup>\n<parameter=q>tides</parameter>\n</function>\n</seed:tool_call>',
  grammar: {
    openers: [wrapped, json, ...plain, bareFunctions(wrapper, { lenient: true })],
    thoughts: [{ open: '<seed:think>', close: '</seed:think>', at: 'line' }, ...thinkTags],
    strays: ['</seed:tool_call>', '</tool_call>', '</function>'],
    results: ['<seed:tool_response>', '<tool_response>'],
  },
  inAuto: [wrapped, json],
  writeCalls: writeFunctionTags(wrapper),
  renderResults: rawTaggedResults,
});
