import { defineDialect } from '../../define-dialect.js';
import type { DialectCall, DialectProblem } from '../../dialect.js';
import { thinkTags } from '../hermes.js';
import { writeEach } from '../write-json-calls.js';
import { callEnds } from './python-calls.js';
import { writePythonCall } from './python-write.js';
import { renderPythonPrompt } from './render-prompt.js';
import { renderJsonResults } from './render-results.js';
import { unmarkedCallsInAuto, unmarkedLists, unmarkedListsInAuto } from './unmarked.js';

/** `[NAME(ARGUMENT=VALUE, …), …]`: the message is a Python list of calls. */
export const pythonic = defineDialect({
  name: 'pythonic',
  title: 'Python list of calls',
  entries: ['C1'],
  aliases: ['python'],
  models: ['Llama 3.2', 'ToolACE', 'Ultravox ToolACE', 'Gorilla'],
  sample: '[find_ferry(to="Bergen", seats=2, tags=["car"]), now()]',
  grammar: { openers: unmarkedLists('pythonic'), thoughts: thinkTags, dropped: callEnds },
  inAuto: [...unmarkedListsInAuto, ...unmarkedCallsInAuto],
  renderPrompt: (tools) =>
    renderPythonPrompt(tools, {
      how: 'To call tools, let your whole message be a list of calls, without a code block.',
      example: '[NAME(ARGUMENT="VALUE", COUNT=2), OTHER_NAME()]',
    }),
  writeCalls: writePythonList,
  renderResults: (results) => renderJsonResults(results),
});

export function writePythonList(calls: readonly DialectCall[]): string | DialectProblem {
  const list = writeEach(calls, (call) => writePythonCall(call, 'python'), ', ');
  return typeof list === 'string' ? `[${list}]` : list;
}
