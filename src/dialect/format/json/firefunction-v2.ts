import { defineDialect } from '../../define-dialect.js';
import { renderResult } from '../hermes-render.js';
import { turnEnds } from '../turn-ends.js';
import { writeSection } from '../write-json-calls.js';
import { functools, functoolsWord } from './functools.js';

/** As Phi-4-mini writes it, behind a blank that belongs to the mark. */
export const firefunctionV2 = defineDialect({
  name: 'firefunction_v2',
  title: 'A blank, functools and a JSON list',
  entries: ['A27'],
  aliases: ['firefunction'],
  models: ['firefunction-v2'],
  sample: ' functools[{"name": "bus_arrival", "arguments": {"bus": 12}}]',
  grammar: { openers: [functools('firefunction_v2')], dropped: turnEnds },
  // The same word is read as that of Phi-4-mini.
  inAuto: [],
  writeCalls: (calls) => writeSection(calls, { open: ` ${functoolsWord}[`, join: ', ', close: ']' }),
  renderResults: (results) => [{ role: 'user', text: results.map(renderResult).join('\n') }],
});
