import { defineDialect } from '../../define-dialect.js';
import { thinkTags } from '../hermes.js';
import { renderResult } from '../hermes-render.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';
import { onlyForm, sectionClose, sectionOpen, toolCallsSection } from './tool-calls-section.js';

const opener = toolCallsSection('minimax_m1', { form: 'lines' });

/** One section of `<tool_calls>` with one JSON object a line. */
export const minimaxM1 = defineDialect({
  name: 'minimax_m1',
  title: 'JSON lines in <tool_calls>',
  entries: ['A4'],
  aliases: ['minimax', 'minimax_text_01'],
  models: ['MiniMax-M1', 'MiniMax-Text-01'],
  sample: '<tool_calls>\n{"name": "dim", "arguments": {"level": 30}}\n{"name": "lock", "arguments": {}}\n</tool_calls>',
  grammar: {
    openers: [opener],
    thoughts: thinkTags,
    dropped: turnEnds,
    strays: [sectionClose],
    results: ['<beginning_of_sentence>'],
  },
  inAuto: [onlyForm(opener, 'lines')],
  writeCalls: (calls) => writeSection(calls, { open: `${sectionOpen}\n`, join: '\n', close: `\n${sectionClose}` }),
  renderResults: (results) => [
    { role: 'user', text: results.map((result) => `tool result: ${renderResult(result)}`).join('\n\n') },
  ],
});
