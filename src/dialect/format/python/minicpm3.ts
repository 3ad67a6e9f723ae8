import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { callEnds, thinkTags } from '../marks.js';
import { unfencedResults } from '../render-results.js';
import { startsWith } from '../starts.js';
import { eachCall } from '../write-calls.js';
import { sentinelClose, sentinelJson, sentinelOpen } from './lfm2.js';
import { createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';
import { writePythonCall } from './python-write.js';
import { fencedCalls, unmarkedCalls, unmarkedLists } from './unmarked.js';

const read = createPythonCalls({
  close: [sentinelClose],
  next: [sentinelOpen, '</think>', ...callEnds],
  list: false,
  fence: true,
  howTo: `Write calls as ${sentinelOpen}, a python code block with NAME(ARGUMENT=VALUE, …) as lines, ${sentinelClose}.`,
});

const fenced: Opener = { text: sentinelOpen, starts: startsWith('```'), read };

const bare: Opener = { ...fenced, starts: startsCall({ behind: '(?:\\[\\s*)?' }) };

/** Between `<|tool_call_start|>` and `<|tool_call_end|>` a fence with one call a line, in the syntax of Python. */
export const minicpm3 = defineDialect({
  name: 'minicpm3',
  title: 'Fenced Python in <|tool_call_start|>',
  entries: ['C7'],
  aliases: ['minicpm', 'minicpm4'],
  models: ['MiniCPM3', 'MiniCPM4'],
  sample: '<|tool_call_start|>\n```python\nfind_book(title="Owls", copies=2)\n```\n<|tool_call_end|>',
  grammar: {
    openers: [fenced, bare, sentinelJson, ...fencedCalls, ...unmarkedCalls, ...unmarkedLists],
    thoughts: [{ open: '<|thought_start|>', close: '<|thought_end|>', at: 'anywhere' }, ...thinkTags],
    dropped: callEnds,
    strays: [sentinelClose],
  },
  inAuto: [fenced],
  writeCalls: eachCall((call) => writePythonCall(call, 'json'), {
    open: `${sentinelOpen}\n\`\`\`python\n`,
    join: '\n',
    close: `\n\`\`\`\n${sentinelClose}`,
  }),
  renderResults: unfencedResults(),
});
