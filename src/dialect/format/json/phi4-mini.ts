import { defineDialect } from '../../define-dialect.js';
import { renderResult } from '../hermes-render.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';
import { functools, functoolsWord } from './functools.js';

/** `functools[{…}, …]`, in plain letters. */
export const phi4Mini = defineDialect({
  name: 'phi4_mini',
  title: 'functools and a JSON list',
  entries: ['A15'],
  aliases: ['phi4_mini_json', 'phi4'],
  models: ['Phi-4-mini-instruct'],
  sample: 'functools[{"name": "seek_video", "arguments": {"times": [3, 9]}}]',
  grammar: { openers: [functools('phi4_mini')], dropped: turnEnds },
  writeCalls: (calls) => writeSection(calls, { open: `${functoolsWord}[`, join: ', ', close: ']' }),
  renderResults: (results) => [{ role: 'user', text: results.map(renderResult).join('\n') }],
});
