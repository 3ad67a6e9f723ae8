import { defineDialect } from '../../define-dialect.js';
import { thinkTags } from '../hermes.js';
import { renderResult } from '../hermes-render.js';
import { toolCallsYaml } from '../tool-tag/yaml-calls.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';
import { thoughtWords } from './thought-words.js';
import { sectionClose, sectionOpen, toolCallsSection } from './tool-calls-section.js';

const response = '[BEGIN FINAL RESPONSE]';
const steps = thoughtWords('apriel', { open: 'Here are my reasoning steps:', close: [response], calls: [sectionOpen] });

/** As Jamba writes it, behind reasoning that ends at `[BEGIN FINAL RESPONSE]`. */
export const apriel = defineDialect({
  name: 'apriel',
  title: 'A JSON list in <tool_calls>, behind [BEGIN FINAL RESPONSE]',
  entries: ['A9'],
  aliases: ['apriel_1_5', 'apriel_1_6'],
  models: ['Apriel-1.5', 'Apriel-1.6', 'Apriel-Nemotron-15b-Thinker'],
  sample:
    'A sum.\n[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "count", "arguments": {"to": 2}, "id": "c1"}]</tool_calls>',
  grammar: {
    openers: [toolCallsSection('apriel', { form: 'list' }), toolCallsYaml('apriel'), steps],
    thoughts: [{ close: response, at: 'anywhere' }, ...thinkTags],
    dropped: ['[END FINAL RESPONSE]', ...turnEnds],
    strays: [sectionClose],
    results: ['<|tool_result|>'],
  },
  // The same marks are read as those of Jamba.
  inAuto: [steps],
  writeCalls: (calls) =>
    writeSection(calls, { open: `${sectionOpen}[`, join: ', ', close: `]${sectionClose}`, ids: true }),
  renderResults: (results) => [{ role: 'user', text: results.map(renderResult).join('\n') }],
});
