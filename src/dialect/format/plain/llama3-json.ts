import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { Stops } from '../../read/input.js';
import { readPythonCall } from '../../value/python-call.js';
import { thinkTags } from '../hermes.js';
import { callEnds, createPythonCalls } from '../python/python-calls.js';
import { startsCall, startsJson } from '../python/python-starts.js';
import { writeEach } from '../write-json-calls.js';
import { bareJson } from './bare-json.js';
import { callAhead } from './call-ahead.js';
import { llamaEnds, llamaMarks, pythonTag } from './llama-marks.js';
import { readMarked } from './marked-json.js';
import { pythonCode, takesCode } from './python-code.js';
import { certain } from './rules.js';
import { callObject, plainPrompt, resultLines } from './write-plain.js';

const dialect = 'llama3_json';
const howTo = 'Write a call as one JSON object with "name" and "parameters".';

/** Objects behind the tag, with `;` between them. */
const tagged: Opener = {
  dialect,
  text: pythonTag,
  at: 'anywhere',
  // Where a tool takes code, an object may be its arguments.
  starts: (ahead, context) =>
    takesCode(context.tools) ? callAhead(ahead, context, certain) : startsJson(ahead, context),
  read: (body) => readMarked(body, howTo),
};

/** A Python list of calls, as smaller models write it. */
const pythonList: Opener = {
  dialect,
  text: pythonTag,
  at: 'anywhere',
  starts: startsCall({ behind: '\\[\\s*' }),
  read: createPythonCalls({ close: ['<|eom_id|>', '<|eot_id|>'], next: callEnds, list: true, howTo }),
};

/** `NAME.call(KEY=VALUE)`, as the builtin tools of Llama 3.1 are called; or `NAME(…)` of a tool that was offered. */
const builtin: Opener = {
  dialect,
  text: pythonTag,
  at: 'anywhere',
  starts: (ahead, { tools, ended }) => {
    const [, name = '', call] = /^\s*([A-Za-z_][\w.]*?)(\.call)?\(/.exec(ahead) ?? [];
    if (name !== '') return call !== undefined || tools.has(name);
    return !ended && /^\s*[\w.]*$/.test(ahead) ? undefined : false;
  },
  *read({ input, calls, tools, dialect: reported }) {
    const { text } = yield* input.until(codeEnds);
    const read = readPythonCall(text.trim().replace(/^([A-Za-z_][\w.]*?)\.call\(/, '$1('), { tools });
    if (!read.ok) {
      calls.rejectCall({ name: read.name, why: read.why, hint: howTo });
      return 'rejected';
    }
    const { name, arguments: args, repairs } = read.call;
    if (!calls.make(reported, { name, arguments: args })) return 'lost';
    calls.repairCall(name, repairs);
    return 'closed';
  },
};

const codeEnds = new Stops([...llamaEnds, pythonTag]);

/** `{"name": …, "parameters": {…}}`, several with `;` between them, perhaps behind `<|python_tag|>`. */
export const llama3Json = defineDialect({
  name: dialect,
  title: 'JSON of Llama 3',
  entries: ['A8'],
  aliases: ['llama', 'llama3', 'llama4_json', 'llama3.1', 'llama_3_x'],
  models: ['Llama 3.1', 'Llama 3.2', 'Llama 3.3', 'Llama 4'],
  sample: '{"name": "book_table", "parameters": {"guests": 4}}; {"name": "call_taxi", "parameters": {}}',
  grammar: {
    openers: [
      tagged,
      pythonList,
      builtin,
      ...pythonCode(dialect),
      ...bareJson({ dialect, rules: certain, at: 'anywhere', howTo }),
    ],
    thoughts: thinkTags,
    dropped: llamaMarks,
  },
  inAuto: [tagged, pythonList, builtin],
  renderPrompt: (tools) =>
    plainPrompt(
      tools,
      `To call a tool, answer with nothing but one JSON object:
{"name": "example_tool", "parameters": {"argument": "value"}}

For several calls write "; " between the objects.`,
    ),
  writeCalls: (calls) => writeEach(calls, (call) => callObject(call, ['name', 'parameters']), '; '),
  renderResults: (results) => [{ role: 'user', text: resultLines(results) }],
});
