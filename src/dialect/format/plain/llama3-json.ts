import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { Stops } from '../../read/input.js';
import { readPythonCall, readUnescapedCalls } from '../../value/python-call.js';
import { PythonScan } from '../../value/python-scan.js';
import { callEnds, llamaEnds, llamaMarks, pythonTag } from '../marks.js';
import { createPythonCalls } from '../python/python-calls.js';
import { startsCall } from '../python/python-starts.js';
import { resultLines } from '../render-results.js';
import { startsJson } from '../starts.js';
import { examplePrompt } from '../tools-prompt.js';
import { callObject, eachCall } from '../write-calls.js';
import { bareJson, readMarked } from './bare-json.js';
import { callAhead } from './call-ahead.js';
import { pythonCode, takesCode } from './python-code.js';
import { certain } from './rules.js';

const howTo = 'Write a call as one JSON object with "name" and "parameters".';

/** Objects behind the tag, with `;` between them. */
const tagged: Opener = {
  text: pythonTag,
  // Where a tool takes code, an object may be its arguments.
  starts: (ahead, context) =>
    takesCode(context.tools) ? callAhead(ahead, context, certain) : startsJson(ahead, context),
  read: (body) => readMarked(body, howTo),
};

/** A Python list of calls, as smaller models write it. */
const pythonList: Opener = {
  text: pythonTag,
  starts: startsCall({ behind: '\\[\\s*' }),
  read: createPythonCalls({ close: ['<|eom_id|>', '<|eot_id|>'], next: callEnds, list: true, howTo }),
};

/** `NAME.call(KEY=VALUE)`, as the builtin tools of Llama 3.1 are called; or `NAME(…)` of a tool that was offered. */
const builtin: Opener = {
  text: pythonTag,
  starts: (ahead, { tools, ended }) => {
    const [, name = '', call] = /^\s*([A-Za-z_][\w.]*?)(\.call)?\(/.exec(ahead) ?? [];
    if (name !== '') return call !== undefined || tools.has(name);
    return !ended && /^\s*[\w.]*$/.test(ahead) ? undefined : false;
  },
  *read({ input, calls, tools }) {
    const { text, stop } = yield* input.until(codeEnds);
    const call = text.trim().replace(/^([A-Za-z_][\w.]*?)\.call\(/, '$1(');
    const read = readPythonCall(call, { tools });
    // Without the mark of its end, a bracket within a string could be taken for that of the call.
    const unescaped =
      read.ok || stop === undefined || !isBroken(call) ? undefined : readUnescapedCalls(call, { tools });
    const made = read.ok ? [read.call] : unescaped?.ok === true ? unescaped.calls : [];
    if (!read.ok && made.length === 0) return calls.rejectCall({ name: read.name, why: read.why, hint: howTo });
    for (const { name, arguments: args, repairs } of made) {
      if (calls.make({ name, arguments: args }, repairs) === 'lost') return 'lost';
    }
    return 'closed';
  },
};

/** Whether a quote within a string was not escaped. An expression is well quoted, and no value. */
function isBroken(call: string): boolean {
  const scan = new PythonScan();
  scan.take(call, call.indexOf('(') + 1, call.length);
  return scan.state === 'broken';
}

const codeEnds = new Stops([...llamaEnds, pythonTag]);

/** `{"name": …, "parameters": {…}}`, several with `;` between them, perhaps behind `<|python_tag|>`. */
export const llama3Json = defineDialect({
  name: 'llama3_json',
  title: 'JSON of Llama 3',
  entries: ['A8'],
  aliases: ['llama', 'llama3', 'llama4_json', 'llama3.1', 'llama_3_x'],
  models: ['Llama 3.1', 'Llama 3.2', 'Llama 3.3', 'Llama 4'],
  sample: '{"name": "book_table", "parameters": {"guests": 4}}; {"name": "call_taxi", "parameters": {}}',
  grammar: {
    openers: [tagged, pythonList, builtin, ...pythonCode, ...bareJson({ rules: certain, howTo })],
    dropped: llamaMarks,
  },
  inAuto: [tagged, pythonList, builtin],
  renderPrompt: examplePrompt(
    `To call a tool, answer with nothing but one JSON object:
{"name": "example_tool", "parameters": {"argument": "value"}}

For several calls write "; " between the objects.`,
  ),
  writeCalls: eachCall((call) => callObject(call, ['name', 'parameters']), { join: '; ' }),
  renderResults: resultLines,
});
