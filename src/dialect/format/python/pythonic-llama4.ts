import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import type { CallKeys } from '../../value/named-call.js';
import { createJsonCalls } from '../json-calls.js';
import { callEnds } from '../marks.js';
import { unfencedResults } from '../render-results.js';
import { startsJson } from '../starts.js';
import { createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';
import { pythonList } from './python-write.js';
import { unmarkedLists } from './unmarked.js';

const open = '<|python_start|>';
const close = '<|python_end|>';

const howTo = `Write calls as ${open}[NAME(ARGUMENT=VALUE, …), …]${close}.`;
const keys: CallKeys = { name: ['name'], arguments: ['parameters', 'arguments'] };

const marked: Opener = {
  text: open,
  starts: startsCall({ behind: '(?:\\[\\s*)?' }),
  read: createPythonCalls({
    close: [close],
    next: callEnds,
    list: true,
    howTo,
  }),
};

/** JSON, which the other template of these models asks for. */
const markedJson: Opener = {
  ...marked,
  starts: startsJson,
  read: createJsonCalls({ close: [close], next: callEnds, list: true, several: true, keys, howTo }),
};

/** A Python list of calls, which may stand between `<|python_start|>` and `<|python_end|>`. */
export const pythonicLlama4 = defineDialect({
  name: 'pythonic_llama4',
  title: 'Python list of calls in <|python_start|>',
  entries: ['C2'],
  aliases: ['llama4_pythonic', 'llama4'],
  models: ['Llama 4 Scout', 'Llama 4 Maverick'],
  sample: "<|python_start|>[set_alarm(time='07:15', repeat=False)]<|python_end|>",
  grammar: {
    openers: [marked, markedJson, ...unmarkedLists],
    dropped: [...callEnds, open, '<|header_start|>assistant<|header_end|>'],
  },
  inAuto: [marked, markedJson],
  writeCalls: pythonList(open, close),
  renderResults: unfencedResults(),
});
