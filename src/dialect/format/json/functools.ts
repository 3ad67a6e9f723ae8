import type { Opener } from '../../read/grammar.js';
import { usualKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { answerEnds } from '../marks.js';
import { startsAs, startsWithAll } from '../starts.js';

const functoolsKeys = { ...usualKeys, also: ['parameters'] };

export const functoolsWord = 'functools';

/** The word `functools` and a JSON list. Code with a module of that name has no object in the bracket. */
export const functools = (dialect: string): Opener => ({
  dialect,
  text: functoolsWord,
  at: 'anywhere',
  common: true,
  starts: startsAs(startsWithAll('[', '{', '"'), startsWithAll('[', '{', "'")),
  read: createJsonCalls({
    close: [],
    next: answerEnds,
    selfClosing: true,
    list: true,
    openList: true,
    howTo: 'Write the calls as functools and one JSON list of objects with "name" and "arguments".',
    keys: functoolsKeys,
  }),
});
