import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { callEnds } from '../marks.js';
import { unfencedResults } from '../render-results.js';
import { eachCall } from '../write-calls.js';
import { createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';
import { writePythonCall } from './python-write.js';
import { unmarkedCalls, unmarkedLists } from './unmarked.js';

const open = '<function_calls>';
const close = '</function_calls>';
const wrongClose = '</function_call>';

const marked: Opener = {
  text: open,
  starts: startsCall({ behind: '(?:\\[\\s*)?' }),
  read: createPythonCalls({
    close: [close],
    next: [open, wrongClose, '</think>', ...callEnds],
    list: false,
    bareWords: true,
    howTo: `Write calls as ${open}, NAME(ARGUMENT=VALUE, …) on a line for each, ${close}.`,
  }),
};

/** Between `<function_calls>` and `</function_calls>` one call a line, in the syntax of Python. */
export const olmo3 = defineDialect({
  name: 'olmo3',
  title: 'Calls as lines of Python in <function_calls>',
  entries: ['C4'],
  aliases: ['olmo', 'olmo3_think'],
  models: ['Olmo 3 Instruct', 'Olmo 3 Think'],
  sample: '<function_calls>\nopen_file(path="a.txt")\nstat(path="b.txt", follow=true)\n</function_calls>',
  grammar: {
    openers: [marked, ...unmarkedCalls, ...unmarkedLists],
    dropped: callEnds,
    strays: [close, wrongClose],
  },
  inAuto: [marked],
  writeCalls: eachCall((call) => writePythonCall(call, 'json'), { open, join: '\n', close }),
  renderResults: unfencedResults(),
});
