import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { toolCallJson } from '../hermes.js';
import { introducedResults } from '../render-results.js';
import { startsWith } from '../starts.js';
import { examplePrompt } from '../tools-prompt.js';
import { callList } from '../write-calls.js';
import { bareJson, readMarked } from './bare-json.js';
import { fencedJson } from './fenced-calls.js';
import { certain } from './rules.js';

const howTo = 'Write the calls as one JSON list of objects with "name" and "arguments".';

const marked: Opener = {
  text: '[TOOL_CALLS]',
  starts: startsWith('[', '{'),
  read: (body) => readMarked(body, howTo),
};

/** One JSON list of calls, alone, in a fence, or behind a marker of another format. */
export const xlam = defineDialect({
  name: 'xlam',
  title: 'JSON list of xLAM',
  entries: ['A14'],
  aliases: ['xlam2', 'xlam_2'],
  models: ['xLAM 2', 'xLAM 1', 'Llama-xLAM'],
  sample: '```json\n[{"name": "play_song", "arguments": {"title": "Clair de lune"}}]\n```',
  grammar: {
    openers: [
      marked,
      toolCallJson(),
      fencedJson({ rules: certain, howTo }),
      ...bareJson({ rules: certain, at: 'line', howTo }),
    ],
    strays: ['</tool_call>'],
  },
  // Its shapes are read by the formats they are taken from.
  inAuto: [],
  renderPrompt: examplePrompt(
    `To call tools, answer with nothing but one JSON list with an object for each call:
[{"name": "example_tool", "arguments": {"argument": "value"}}]`,
  ),
  writeCalls: callList(),
  renderResults: introducedResults,
});
