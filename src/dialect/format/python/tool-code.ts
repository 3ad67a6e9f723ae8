import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { callEnds } from '../marks.js';
import { unfencedResults } from '../render-results.js';
import { startsMatching } from '../starts.js';
import { pythonPrompt } from '../tools-prompt.js';
import { eachCall } from '../write-calls.js';
import { createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';
import { writePythonCall } from './python-write.js';
import { unmarkedCalls, unmarkedLists } from './unmarked.js';

const open = '```tool_code';

const read = createPythonCalls({
  close: ['```'],
  next: callEnds,
  list: false,
  statements: true,
  howTo: `Write calls as ${open}, NAME(ARGUMENT=VALUE, …) on a line for each, and three backticks.`,
});

const fenced: Opener = { text: open, at: 'line', fence: true, starts: startsMatching(/^\s/, /^$/), read };

/** The backticks before the tag are missing. */
const unfenced: Opener = {
  text: 'tool_code\n',
  at: 'line',
  starts: startsCall({ behind: '(?:\\[\\s*)?' }),
  read,
};

/** A fence tagged `tool_code` with calls in the syntax of Python, as Gemini and Gemma write them. */
export const toolCode = defineDialect({
  name: 'tool_code',
  title: 'Python calls in a tool_code fence',
  entries: ['D4'],
  aliases: ['gemma', 'gemma3', 'gemini'],
  models: ['Gemini', 'Gemma 2', 'Gemma 3'],
  sample: '```tool_code\nsnow_depth(pass_name="Furka")\n```',
  grammar: {
    openers: [fenced, unfenced, ...unmarkedCalls, ...unmarkedLists],
    dropped: callEnds,
    results: ['```tool_output', '```tool_outputs'],
  },
  inAuto: [fenced],
  renderPrompt: pythonPrompt(
    'To call tools, write a code block tagged tool_code with one call a line and nothing else.',
    `${open}\nNAME(ARGUMENT="VALUE", COUNT=2)\n\`\`\``,
  ),
  writeCalls: eachCall((call) => writePythonCall(call, 'python'), { open: `${open}\n`, join: '\n', close: '\n```' }),
  renderResults: unfencedResults('```tool_output\n', '\n```'),
});
