import { defineDialect } from '../../define-dialect.js';
import type { AheadContext, Opener } from '../../read/grammar.js';
import { thinkTags } from '../hermes.js';
import { writeEach } from '../write-json-calls.js';
import { callEnds, createPythonCalls } from './python-calls.js';
import { startsCall } from './python-starts.js';
import { writePythonCall } from './python-write.js';
import { renderPythonPrompt } from './render-prompt.js';
import { renderJsonResults } from './render-results.js';
import { unmarkedCalls, unmarkedLists } from './unmarked.js';

const open = '```tool_code';

const read = createPythonCalls({
  close: ['```'],
  next: callEnds,
  list: false,
  statements: true,
  howTo: `Write calls as ${open}, NAME(ARGUMENT=VALUE, …) on a line for each, and three backticks.`,
});

const fenced: Opener = { dialect: 'tool_code', text: open, at: 'line', fence: true, starts: startsLine, read };

/** The backticks before the tag are missing. */
const unfenced: Opener = {
  dialect: 'tool_code',
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
    openers: [fenced, unfenced, ...unmarkedCalls('tool_code'), ...unmarkedLists('tool_code')],
    thoughts: thinkTags,
    dropped: callEnds,
    results: ['```tool_output', '```tool_outputs'],
  },
  inAuto: [fenced],
  renderPrompt: (tools) =>
    renderPythonPrompt(tools, {
      how: 'To call tools, write a code block tagged tool_code with one call a line and nothing else.',
      example: `${open}\nNAME(ARGUMENT="VALUE", COUNT=2)\n\`\`\``,
    }),
  writeCalls: (calls) => {
    const lines = writeEach(calls, (call) => writePythonCall(call, 'python'), '\n');
    return typeof lines === 'string' ? `${open}\n${lines}\n\`\`\`` : lines;
  },
  renderResults: (results) => renderJsonResults(results, '```tool_output\n', '\n```'),
});

/** `tool_code` is the whole tag. */
function startsLine(ahead: string, { ended }: AheadContext): boolean | undefined {
  if (ahead === '' && !ended) return undefined;
  return /^\s/.test(ahead);
}
