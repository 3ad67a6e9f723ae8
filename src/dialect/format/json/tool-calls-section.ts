import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { type CallKeys, usualKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds, thinkTags, turnEnds } from '../marks.js';
import { bareCalls, thoughtWords, turnHeader } from '../message-start.js';
import { namedResult, namedResults, taggedResults } from '../render-results.js';
import { startsCalls } from '../starts.js';
import { toolCallsYaml } from '../tool-tag/yaml-calls.js';
import { callList, callObject, callObjectWithId, eachCall } from '../write-calls.js';

const sectionOpen = '<tool_calls>';
const sectionClose = '</tool_calls>';

interface SectionOptions {
  /** How the format writes the calls; it reads the other form as well. */
  readonly form: 'list' | 'lines';
  readonly keys?: CallKeys;
}

/**
 * `<tool_calls>` with JSON behind it: a list, or one object a line. In reasoning its models draft calls, so that it
 * opens none there, even where the reasoning is never closed.
 */
function toolCallsSection({ form, keys = usualKeys }: SectionOptions): Opener {
  const shape = form === 'list' ? 'one JSON list of objects' : 'one JSON object a line';
  return {
    text: sectionOpen,
    draftsInThought: true,
    starts: startsCalls('list', 'object', 'fence'),
    read: createJsonCalls({
      close: [sectionClose],
      wrongClose: ['</think>'],
      next: [sectionOpen, ...answerEnds],
      ...(form === 'list' ? { list: true } : { several: true, lines: true }),
      keys,
      howTo: `Write the calls as ${sectionOpen}, ${shape} with "name" and "arguments", ${sectionClose}.`,
    }),
  };
}

/** The opener for `auto`, where each form belongs to another format. */
const onlyForm = (opener: Opener, form: 'list' | 'lines'): Opener => ({
  ...opener,
  starts: form === 'list' ? startsCalls('list') : startsCalls('object', 'fence'),
});

const list = toolCallsSection({ form: 'list' });

/** One section of `<tool_calls>` with a JSON list. */
const jamba = defineDialect({
  name: 'jamba',
  title: 'A JSON list in <tool_calls>',
  entries: ['A9'],
  aliases: ['jamba_1_5'],
  models: ['Jamba-1.5', 'Jamba-1.6', 'Jamba-1.7'],
  sample: '<tool_calls>[{"name": "add_numbers", "arguments": {"numbers": [1, 2]}}]</tool_calls>',
  grammar: { openers: [list], thoughts: [], strays: [sectionClose], results: ['<|bom|>'] },
  inAuto: [onlyForm(list, 'list')],
  writeCalls: callList({ open: sectionOpen, close: sectionClose }),
  renderResults: namedResults,
});

const lines = toolCallsSection({ form: 'lines' });

/** One section of `<tool_calls>` with one JSON object a line. */
const minimaxM1 = defineDialect({
  name: 'minimax_m1',
  title: 'JSON lines in <tool_calls>',
  entries: ['A4'],
  aliases: ['minimax', 'minimax_text_01'],
  models: ['MiniMax-M1', 'MiniMax-Text-01'],
  sample: '<tool_calls>\n{"name": "dim", "arguments": {"level": 30}}\n{"name": "lock", "arguments": {}}\n</tool_calls>',
  grammar: {
    openers: [lines],
    strays: [sectionClose],
    results: ['<beginning_of_sentence>'],
  },
  inAuto: [onlyForm(lines, 'lines')],
  writeCalls: eachCall((call) => callObject(call), {
    open: `${sectionOpen}\n`,
    join: '\n',
    close: `\n${sectionClose}`,
  }),
  renderResults: (results) => results.map((result) => `tool result: ${namedResult(result)}`).join('\n\n'),
});

const response = '[BEGIN FINAL RESPONSE]';
const steps = thoughtWords({ open: 'Here are my reasoning steps:', close: [response], calls: [sectionOpen] });

/** As Jamba writes it, behind reasoning that ends at `[BEGIN FINAL RESPONSE]`. */
const apriel = defineDialect({
  name: 'apriel',
  title: 'A JSON list in <tool_calls>, behind [BEGIN FINAL RESPONSE]',
  entries: ['A9'],
  aliases: ['apriel_1_5', 'apriel_1_6'],
  models: ['Apriel-1.5', 'Apriel-1.6', 'Apriel-Nemotron-15b-Thinker'],
  sample:
    'A sum.\n[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "count", "arguments": {"to": 2}, "id": "c1"}]</tool_calls>',
  grammar: {
    openers: [list, toolCallsYaml, steps],
    thoughts: [{ close: response, at: 'anywhere' }, ...thinkTags],
    dropped: ['[END FINAL RESPONSE]', ...turnEnds],
    strays: [sectionClose],
    results: ['<|tool_result|>'],
  },
  // The same marks are read as those of Jamba.
  inAuto: [steps],
  writeCalls: eachCall(callObjectWithId, { open: `${sectionOpen}[`, join: ', ', close: `]${sectionClose}` }),
  renderResults: namedResults,
});

const keys = { ...usualKeys, textArguments: true } as const;

const readList = createJsonCalls({
  close: [sectionClose],
  selfClosing: true,
  list: true,
  keys,
  howTo: `Write the calls as ${sectionOpen}, one JSON list of objects with "name" and "arguments", ${sectionClose}.`,
});

/** The role its models sometimes write before an answer. */
const role = turnHeader('助手：');

/** As Jamba writes it, behind reasoning in `<think>` and within `<answer>`. */
const hunyuanA13b = defineDialect({
  name: 'hunyuan_a13b',
  title: 'A JSON list in <tool_calls>, within <answer>',
  entries: ['A16'],
  aliases: ['hunyuan_a13b_instruct'],
  models: ['Hunyuan-A13B-Instruct'],
  sample:
    '<think>\nx\n</think>\n<answer>\n<tool_calls>[{"name": "tide", "arguments": {"at": "Bari"}}]</tool_calls></answer>',
  grammar: {
    openers: [toolCallsSection({ form: 'list', keys }), bareCalls('list', readList), role],
    wrappers: [{ open: '<answer>', close: '</answer>' }],
    strays: [sectionClose],
    results: ['<tool_response>', '<tool_responses>'],
  },
  // The same marks are read as those of Jamba.
  inAuto: [],
  writeCalls: callList({ open: sectionOpen, close: sectionClose }),
  renderResults: taggedResults(),
});

export const toolCallsDialects = [jamba, minimaxM1, apriel, hunyuanA13b];
