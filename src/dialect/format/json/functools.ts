import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { usualKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { namedResults } from '../render-results.js';
import { startsAs, startsWithAll } from '../starts.js';
import { callList } from '../write-calls.js';

const functoolsWord = 'functools';

/** The word `functools` and a JSON list. Code with a module of that name has no object in the bracket. */
const functools: Opener = {
  text: functoolsWord,
  common: true,
  starts: startsAs(startsWithAll('[', '{', '"'), startsWithAll('[', '{', "'")),
  read: createJsonCalls({
    close: [],
    next: answerEnds,
    selfClosing: true,
    list: true,
    openList: true,
    howTo: 'Write the calls as functools and one JSON list of objects with "name" and "arguments".',
    keys: { ...usualKeys, also: ['parameters'] },
  }),
};

/** `functools[{…}, …]`, in plain letters. */
const phi4Mini = defineDialect({
  name: 'phi4_mini',
  title: 'functools and a JSON list',
  entries: ['A15'],
  aliases: ['phi4_mini_json', 'phi4'],
  models: ['Phi-4-mini-instruct'],
  sample: 'functools[{"name": "seek_video", "arguments": {"times": [3, 9]}}]',
  grammar: { openers: [functools], thoughts: [] },
  writeCalls: callList({ open: functoolsWord }),
  renderResults: namedResults,
});

/** As Phi-4-mini writes it, behind a blank that belongs to the mark. */
const firefunctionV2 = defineDialect({
  name: 'firefunction_v2',
  title: 'A blank, functools and a JSON list',
  entries: ['A27'],
  aliases: ['firefunction'],
  models: ['firefunction-v2'],
  sample: ' functools[{"name": "bus_arrival", "arguments": {"bus": 12}}]',
  grammar: { openers: [functools], thoughts: [] },
  // The same word is read as that of Phi-4-mini.
  inAuto: [],
  writeCalls: callList({ open: ` ${functoolsWord}` }),
  renderResults: namedResults,
});

export const functoolsDialects = [phi4Mini, firefunctionV2];
