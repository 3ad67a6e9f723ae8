import { defineDialect } from '../../define-dialect.js';
import { escapeMarkup } from '../../markup.js';
import { thinkTags } from '../hermes.js';
import { writeEach } from '../write-json-calls.js';
import { nameAlone, nameJson } from './name-json.js';
import { asked, guessed } from './rules.js';
import { resultLines } from './write-plain.js';

const dialect = 'glm4';
const howTo = 'Write the name of the tool, and in the next line its arguments as one JSON object.';

/** The name of a tool in one line and its arguments as JSON in the next, with nothing around them. */
export const glm4 = defineDialect({
  name: dialect,
  title: 'Name line and JSON of GLM-4',
  entries: ['A29'],
  aliases: ['glm_4', 'glm4_0414', 'chatglm4'],
  models: ['GLM-4-9B', 'GLM-4-32B-0414', 'GLM-Z1'],
  sample: 'get_tide\n{"port": "Brest"}',
  grammar: {
    openers: [nameJson({ dialect, rules: asked, at: 'line', between: 'line', howTo }), nameAlone({ dialect })],
    thoughts: thinkTags,
    dropped: ['<|observation|>', '<|assistant|>', '<|user|>', '<|endoftext|>'],
  },
  inAuto: [nameJson({ dialect, rules: guessed, at: 'start', between: 'line', howTo })],
  writeCalls: (calls) => writeEach(calls, ({ name, arguments: args }) => `${name}\n${escapeMarkup(args)}`, '\n'),
  renderResults: (results) => [{ role: 'user', text: resultLines(results) }],
});
