import { defineDialect } from '../../define-dialect.js';
import type { AheadContext, Opener } from '../../read/grammar.js';
import type { CallKeys } from '../../value/named-call.js';
import { thinkTags } from '../hermes.js';
import { createJsonCalls } from '../json-calls.js';
import { bareJson } from '../plain/bare-json.js';
import { asked } from '../plain/rules.js';
import { startsWith } from '../starts.js';
import { readFunctions } from './bfcl-xml.js';
import { callEnds, createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';
import { writePythonList } from './pythonic.js';
import { renderPythonPrompt } from './render-prompt.js';
import { renderJsonResults } from './render-results.js';
import { fencedCalls, unmarkedCalls, unmarkedLists } from './unmarked.js';

const howTo = 'Write calls as [NAME(ARGUMENT=VALUE, …), …].';
const dialect = 'bfcl';

/** What it asks for, and what models write instead. */
const keys: CallKeys = {
  name: ['function', 'name', 'tool'],
  arguments: ['parameters', 'arguments', 'args'],
};

const tagged: Opener = {
  dialect,
  text: '<TOOLCALL>',
  at: 'anywhere',
  starts: startsCall({ behind: '(?:\\[\\s*)?' }),
  read: createPythonCalls({ close: ['</TOOLCALL>'], next: callEnds, list: true, howTo }),
};

const taggedJson: Opener = {
  dialect,
  text: '<TOOLCALL>',
  at: 'anywhere',
  starts: startsWith('[', '{'),
  read: createJsonCalls({ close: ['</TOOLCALL>'], next: callEnds, list: true, several: true, howTo }),
};

const xml: Opener = {
  dialect,
  text: '<functions>',
  at: 'line',
  starts: startsWith('<function name='),
  read: readFunctions,
};

const fencedJson: Opener = {
  dialect,
  text: '```json',
  at: 'line',
  fence: true,
  starts: startsCallObject,
  read: createJsonCalls({ close: ['```'], list: true, keys, howTo }),
};

const quotedList: Opener = {
  dialect,
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
      ...bareJson({ dialect, rules: asked, at: 'line', howTo }),
      fencedJson,
      ...fencedCalls(dialect),
      quotedList,
      ...unmarkedLists(dialect),
      ...unmarkedCalls(dialect),
    ],
    thoughts: thinkTags,
    dropped: callEnds,
    strays: ['</TOOLCALL>'],
  },
  inAuto: [tagged, xml],
  renderPrompt: (tools) =>
    renderPythonPrompt(tools, {
      how: 'To call tools, answer with a list of calls and no other text.',
      example: '[NAME(ARGUMENT="VALUE", COUNT=2), OTHER_NAME()]',
    }),
  writeCalls: writePythonList,
  renderResults: (results) => renderJsonResults(results),
});

/** Whether a list of objects that name a tool follows. */
function startsCallObject(ahead: string, { ended }: AheadContext): boolean | undefined {
  if (/^\s*\[\s*\{\s*"(?:name|function|tool|type|id)"/.test(ahead)) return true;
  return /^\s*(?:\[\s*(?:\{\s*(?:"[a-z]{0,8})?)?)?$/.test(ahead) && !ended ? undefined : false;
}
