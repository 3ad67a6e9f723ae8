import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import type { CallKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { callEnds } from '../marks.js';
import { bareJson } from '../plain/bare-json.js';
import { asked } from '../plain/rules.js';
import { unfencedResults } from '../render-results.js';
import { startsMatching, startsWith } from '../starts.js';
import { pythonPrompt } from '../tools-prompt.js';
import { readFunctions } from './bfcl-xml.js';
import { createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';
import { pythonList } from './python-write.js';
import { fencedCalls, unmarkedCalls, unmarkedLists } from './unmarked.js';

const howTo = 'Write calls as [NAME(ARGUMENT=VALUE, …), …].';

/** What it asks for, and what models write instead. */
const keys: CallKeys = {
  name: ['function', 'name', 'tool'],
  arguments: ['parameters', 'arguments', 'args'],
};

const tagged: Opener = {
  text: '<TOOLCALL>',
  starts: startsCall({ behind: '(?:\\[\\s*)?' }),
  read: createPythonCalls({ close: ['</TOOLCALL>'], next: callEnds, list: true, howTo }),
};

const taggedJson: Opener = {
  text: '<TOOLCALL>',
  starts: startsWith('[', '{'),
  read: createJsonCalls({ close: ['</TOOLCALL>'], next: callEnds, list: true, several: true, howTo }),
};

const xml: Opener = {
  text: '<functions>',
  at: 'line',
  starts: startsWith('<function name='),
  read: readFunctions,
};

const fencedJson: Opener = {
  text: '```json',
  at: 'line',
  fence: true,
  // A list of objects that name a tool.
  starts: startsMatching(/^\s*\[\s*\{\s*"(?:name|function|tool|type|id)"/, /^\s*(?:\[\s*(?:\{\s*(?:"[a-z]{0,8})?)?)?$/),
  read: createJsonCalls({ close: ['```'], list: true, keys, howTo }),
};

const quotedList: Opener = {
  text: "'[",
  at: 'start',
  starts: startsCall({ name: 'known-or-plain' }),
  read: createPythonCalls({ close: ["'"], list: true, begun: 'list', howTo }),
};

/** What the Berkeley leaderboard asks models for: a Python list of calls, or the same as JSON or XML. */
export const bfcl = defineDialect({
  name: 'bfcl',
  title: 'Calls as the Berkeley leaderboard prompts for them',
  entries: ['D6'],
  aliases: ['gorilla'],
  models: ['Any model that is asked for it'],
  sample: "[snow_depth(pass_name='Furka')]",
  grammar: {
    openers: [
      tagged,
      taggedJson,
      xml,
      ...bareJson({ rules: asked, at: 'line', howTo }),
      fencedJson,
      ...fencedCalls,
      quotedList,
      ...unmarkedLists,
      ...unmarkedCalls,
    ],
    dropped: callEnds,
    strays: ['</TOOLCALL>'],
  },
  inAuto: [tagged, xml],
  renderPrompt: pythonPrompt(
    'To call tools, answer with a list of calls and no other text.',
    '[NAME(ARGUMENT="VALUE", COUNT=2), OTHER_NAME()]',
  ),
  writeCalls: pythonList(),
  renderResults: unfencedResults(),
});
