import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import { resultLines } from '../render-results.js';
import { eachCall } from '../write-calls.js';
import { nameAlone, nameJson } from './name-json.js';
import { asked, guessed } from './rules.js';

const howTo = 'Write the name of the tool, and in the next line its arguments as one JSON object.';

/** The name of a tool in one line and its arguments as JSON in the next, with nothing around them. */
export const glm4 = defineDialect({
  name: 'glm4',
  title: 'Name line and JSON of GLM-4',
  entries: ['A29'],
  aliases: ['glm_4', 'glm4_0414', 'chatglm4'],
  models: ['GLM-4-9B', 'GLM-4-32B-0414', 'GLM-Z1'],
  sample: 'get_tide\n{"port": "Brest"}',
  grammar: {
    openers: [nameJson({ rules: asked, at: 'line', between: 'line', howTo }), nameAlone],
    dropped: ['<|observation|>', '<|assistant|>', '<|user|>', '<|endoftext|>'],
  },
  inAuto: [nameJson({ rules: guessed, at: 'start', between: 'line', howTo })],
  writeCalls: eachCall(({ name, arguments: args }) => `${name}\n${escapeMarkup(args)}`, { join: '\n' }),
  renderResults: resultLines,
});
