import { defineDialect } from '../../define-dialect.js';
import { toolCallJson } from '../hermes.js';
import { introducedResults } from '../render-results.js';
import { examplePrompt } from '../tools-prompt.js';
import { callObject, eachCall } from '../write-calls.js';
import { actionJson } from './action.js';
import { fencedJson } from './fenced-calls.js';
import { fencedYaml } from './fenced-yaml.js';
import { asked, guessed } from './rules.js';

const howTo = 'Write a call as one JSON object with "name" and "arguments" in a ```json fence.';

/** A call in a ```json fence. */
export const fencedJsonDialect = defineDialect({
  name: 'fenced_json',
  title: 'JSON in a code fence',
  entries: ['D2'],
  aliases: ['json_fence', 'markdown_json', 'structured_chat'],
  models: ['Hammer 2.1', 'Falcon 3', 'any model that is asked for it'],
  sample: '```json\n{"name": "next_bus", "arguments": {"line": "12"}}\n```',
  grammar: {
    openers: [
      actionJson({ rules: asked, howTo }),
      fencedYaml({ rules: asked, at: 'line', howTo }),
      fencedJson({ rules: asked, howTo }),
      // Falcon puts the fence between these tags.
      toolCallJson(),
    ],
    strays: ['</tool_call>'],
  },
  inAuto: [fencedYaml({ rules: guessed, at: 'line', howTo }), fencedJson({ rules: guessed, at: 'line', howTo })],
  renderPrompt: examplePrompt(
    `To call a tool, write a JSON object with its name and its arguments in a fence of its own:
\`\`\`json
{"name": "example_tool", "arguments": {"argument": "value"}}
\`\`\`

For several calls write several such fences.`,
  ),
  writeCalls: eachCall((call) => `\`\`\`json\n${callObject(call)}\n\`\`\``, { join: '\n' }),
  renderResults: introducedResults,
});
