import { defineDialect } from '../../define-dialect.js';
import type { Opener } from '../../read/grammar.js';
import { thinkTags, toolCallJson } from '../hermes.js';
import { startsWith } from '../starts.js';
import { turnEnds } from '../turn-ends.js';
import { bareJson } from './bare-json.js';
import { fencedJson } from './fenced-calls.js';
import { readMarked } from './marked-json.js';
import { certain } from './rules.js';
import { plainPrompt, userResults, writeList } from './write-plain.js';

const dialect = 'xlam';
const howTo = 'Write the calls as one JSON list of objects with "name" and "arguments".';

const marked: Opener = {
  dialect,
  text: '[TOOL_CALLS]',
  at: 'anywhere',
  starts: startsWith('[', '{'),
  read: (body) => readMarked(body, howTo),
};

/** One JSON list of calls, alone, in a fence, or behind a marker of another format. */
export const xlam = defineDialect({
  name: dialect,
  title: 'JSON list of xLAM',
  entries: ['A14'],
  aliases: ['xlam2', 'xlam_2'],
  models: ['xLAM 2', 'xLAM 1', 'Llama-xLAM'],
  sample: '```json\n[{"name": "play_song", "arguments": {"title": "Clair de lune"}}]\n```',
  grammar: {
    openers: [
      marked,
      toolCallJson(dialect),
      fencedJson({ dialect, rules: certain, at: 'anywhere', howTo }),
      ...bareJson({ dialect, rules: certain, at: 'line', howTo }),
    ],
    thoughts: thinkTags,
    dropped: turnEnds,
    strays: ['</tool_call>'],
  },
  // Its shapes are read by the formats they are taken from.
  inAuto: [],
  renderPrompt: (tools) =>
    plainPrompt(
      tools,
      `To call tools, answer with nothing but one JSON list with an object for each call:
[{"name": "example_tool", "arguments": {"argument": "value"}}]`,
    ),
  writeCalls: (calls) => writeList(calls),
  renderResults: userResults,
});
