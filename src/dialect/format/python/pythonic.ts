import { defineDialect } from '../../define-dialect.js';
import { callEnds } from '../marks.js';
import { unfencedResults } from '../render-results.js';
import { pythonPrompt } from '../tools-prompt.js';
import { pythonList } from './python-write.js';
import { unmarkedCallsInAuto, unmarkedLists, unmarkedListsInAuto } from './unmarked.js';

/** `[NAME(ARGUMENT=VALUE, …), …]`: the message is a Python list of calls. */
export const pythonic = defineDialect({
  name: 'pythonic',
  title: 'Python list of calls',
  entries: ['C1'],
  aliases: ['python'],
  models: ['Llama 3.2', 'ToolACE', 'Ultravox ToolACE', 'Gorilla'],
  sample: '[find_ferry(to="Bergen", seats=2, tags=["car"]), now()]',
  grammar: { openers: unmarkedLists, dropped: callEnds },
  inAuto: [...unmarkedListsInAuto, ...unmarkedCallsInAuto],
  renderPrompt: pythonPrompt(
    'To call tools, let your whole message be a list of calls, without a code block.',
    '[NAME(ARGUMENT="VALUE", COUNT=2), OTHER_NAME()]',
  ),
  writeCalls: pythonList(),
  renderResults: unfencedResults(),
});
