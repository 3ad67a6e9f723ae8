import { defineDialect } from '../../define-dialect.js';
import { resultLines } from '../render-results.js';
import { callObject, eachCall } from '../write-calls.js';
import { actionJson } from './action.js';
import { certain, guessed } from './rules.js';

const howTo =
  'Write the calls as one JSON list of objects with "tool_name" and "parameters" in a ```json fence behind "Action:".';

/** What ends the turns of Command R. */
const ends = ['<|END_OF_TURN_TOKEN|>', '<|START_OF_TURN_TOKEN|>', '<|CHATBOT_TOKEN|>', '<EOS_TOKEN>'];

/** `Action:` and a fenced list of `{"tool_name": …, "parameters": {…}}`; `directly_answer` means that no tool is needed. */
export const commandRPlus = defineDialect({
  name: 'command_r_plus',
  title: 'Action list of Command R',
  entries: ['A23'],
  aliases: ['command_r', 'cohere_command_r_plus', 'c4ai_command_r_plus'],
  models: ['Command R', 'Command R+'],
  sample:
    'Action:\n```json\n[\n    {\n        "tool_name": "find_recipe",\n        "parameters": {"dish": "ratatouille"}\n    }\n]\n```',
  grammar: { openers: [actionJson({ rules: certain, howTo })], dropped: ends },
  inAuto: [actionJson({ rules: guessed, howTo })],
  writeCalls: eachCall((call) => `    ${callObject(call, ['tool_name', 'parameters'])}`, {
    open: 'Action:\n```json\n[\n',
    join: ',\n',
    close: '\n]\n```',
  }),
  renderResults: (results) => [{ role: 'system', text: `<results>\n${resultLines(results)}\n</results>` }],
});
