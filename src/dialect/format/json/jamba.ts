import { defineDialect } from '../../define-dialect.js';
import { renderResult } from '../hermes-render.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';
import { onlyForm, sectionClose, sectionOpen, toolCallsSection } from './tool-calls-section.js';

const opener = toolCallsSection('jamba', { form: 'list' });

/** One section of `<tool_calls>` with a JSON list. */
export const jamba = defineDialect({
  name: 'jamba',
  title: 'A JSON list in <tool_calls>',
  entries: ['A9'],
  aliases: ['jamba_1_5'],
  models: ['Jamba-1.5', 'Jamba-1.6', 'Jamba-1.7'],
  sample: '<tool_calls>[{"name": "add_numbers", "arguments": {"numbers": [1, 2]}}]</tool_calls>',
  grammar: { openers: [opener], dropped: turnEnds, strays: [sectionClose], results: ['<|bom|>'] },
  inAuto: [onlyForm(opener, 'list')],
  writeCalls: (calls) => writeSection(calls, { open: `${sectionOpen}[`, join: ', ', close: `]${sectionClose}` }),
  renderResults: (results) => [{ role: 'user', text: results.map(renderResult).join('\n') }],
});
