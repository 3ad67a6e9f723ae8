import { defineDialect } from '../../define-dialect.js';
import { thinkTags, toolCallJson } from '../hermes.js';
import { turnEnds } from '../turn-ends.js';
import { writeEach } from '../write-json-calls.js';
import { actionJson } from './action.js';
import { fencedJson } from './fenced-calls.js';
import { fencedYaml } from './fenced-yaml.js';
import { asked, guessed } from './rules.js';
import { callObject, plainPrompt, userResults } from './write-plain.js';

const dialect = 'fenced_json';
const howTo = 'Write a call as one JSON object with "name" and "arguments" in a ```json fence.';

/** A call in a ```json fence. */
export const fencedJsonDialect = defineDialect({
  name: dialect,
  title: 'JSON in a code fence',
  entries: ['D2'],
  aliases: ['json_fence', 'markdown_json', 'structured_chat'],
  models: ['Hammer 2.1', 'Falcon 3', 'any model that is asked for it'],
  sample: '```json\n{"name": "next_bus", "arguments": {"line": "12"}}\n```',
  grammar: {
    openers: [
      actionJson({ dialect, rules: asked, howTo }),
      fencedYaml({ dialect, rules: asked, at: 'line', howTo }),
      fencedJson({ dialect, rules: asked, at: 'anywhere', howTo }),
      // Falcon puts the fence between these tags.
      toolCallJson(dialect),
    ],
    thoughts: thinkTags,
    dropped: turnEnds,
    strays: ['</tool_call>'],
  },
  inAuto: [
    fencedYaml({ dialect, rules: guessed, at: 'line', howTo }),
    fencedJson({ dialect, rules: guessed, at: 'line', howTo }),
  ],
  renderPrompt: (tools) =>
    plainPrompt(
      tools,
      `To call a tool, write a JSON object with its name and its arguments in a fence of its own:
\`\`\`json
{"name": "example_tool", "arguments": {"argument": "value"}}
\`\`\`

For several calls write several such fences.`,
    ),
  writeCalls: (calls) => writeEach(calls, (call) => `\`\`\`json\n${callObject(call)}\n\`\`\``, '\n'),
  renderResults: userResults,
});
