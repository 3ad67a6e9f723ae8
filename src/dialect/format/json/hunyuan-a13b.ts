import { defineDialect } from '../../define-dialect.js';
import { usualKeys } from '../../value/named-call.js';
import { thinkTags } from '../hermes.js';
import { renderHermesResults } from '../hermes-render.js';
import { createJsonCalls } from '../json-calls.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';
import { bareCalls } from './bare-calls.js';
import { sectionClose, sectionOpen, toolCallsSection } from './tool-calls-section.js';
import { turnHeader } from './turn-header.js';

const keys = { ...usualKeys, textArguments: true } as const;

const list = createJsonCalls({
  close: [sectionClose],
  selfClosing: true,
  list: true,
  keys,
  howTo: `Write the calls as ${sectionOpen}, one JSON list of objects with "name" and "arguments", ${sectionClose}.`,
});

/** The role its models sometimes write before an answer. */
const role = turnHeader('hunyuan_a13b', '助手：');

/** As Jamba writes it, behind reasoning in `<think>` and within `<answer>`. */
export const hunyuanA13b = defineDialect({
  name: 'hunyuan_a13b',
  title: 'A JSON list in <tool_calls>, within <answer>',
  entries: ['A16'],
  aliases: ['hunyuan_a13b_instruct'],
  models: ['Hunyuan-A13B-Instruct'],
  sample:
    '<think>\nx\n</think>\n<answer>\n<tool_calls>[{"name": "tide", "arguments": {"at": "Bari"}}]</tool_calls></answer>',
  grammar: {
    openers: [
      toolCallsSection('hunyuan_a13b', { form: 'list', keys }),
      ...bareCalls('hunyuan_a13b', ['list'], list),
      role,
    ],
    thoughts: thinkTags,
    wrappers: [{ open: '<answer>', close: '</answer>' }],
    dropped: turnEnds,
    strays: [sectionClose],
    results: ['<tool_response>', '<tool_responses>'],
  },
  // The same marks are read as those of Jamba.
  inAuto: [],
  writeCalls: (calls) => writeSection(calls, { open: `${sectionOpen}[`, join: ', ', close: `]${sectionClose}` }),
  renderResults: (results) => [{ role: 'user', text: renderHermesResults(results) }],
});
