import { expect, test } from 'vitest';
import type { Json } from '../../../../src/base/json.js';
import { readTraits, unknownTraits } from '../../../../src/model/provider/ollama/ollama-traits.js';
import { verifies } from '../../../requirements.js';

const nothing = {
  tools: undefined,
  thinking: undefined,
  vision: undefined,
  chat: undefined,
  contextTokens: undefined,
  numCtx: undefined,
  family: undefined,
  remote: false,
};

const rows: [string, string, Json, object][] = [
  [
    'a recent server lists abilities',
    'mine',
    {
      capabilities: ['completion', 'tools', 'thinking', 'vision'],
      template: '{{ .Prompt }}',
      details: { family: 'qwen3' },
      parameters:
        'temperature                    0.6\nnum_ctx                        65536\nstop                           "<|im_end|>"',
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 262_144 },
    },
    { tools: true, thinking: true, vision: true, chat: true, contextTokens: 262_144, numCtx: 65_536, family: 'qwen3' },
  ],
  [
    'what is not listed cannot be done, whatever the name or the template says',
    'qwen3',
    { capabilities: ['completion'], template: '{{ .Tools }}' },
    { tools: false, thinking: false, vision: false, chat: true },
  ],
  [
    'one that embeds does not talk',
    'x',
    { capabilities: ['embedding'] },
    { tools: false, thinking: false, vision: false, chat: false },
  ],
  [
    'an older server: the template has a place for tools',
    'mine',
    { template: '{{- if or .System .Tools }}{{ end }}', details: { families: ['llama'] } },
    { tools: true, vision: false },
  ],
  [
    'an older server: the template has none',
    'llama3.1',
    { template: '{{ .Prompt }}' },
    { tools: false, vision: false },
  ],
  [
    'an older server: a picture reader beside it',
    'x',
    { template: 't', projector_info: {} },
    { tools: false, vision: true },
  ],
  [
    'an older server: the family of a picture reader',
    'x',
    { template: 't', details: { families: ['llama', 'clip'] } },
    { tools: false, vision: true },
  ],
  ['no template: what is known of the name', 'llama3.1:8b', {}, { tools: true }],
  ['no template: what is known of an old one', 'llama2', {}, { tools: false }],
  ['no template: a name that thinks', 'qwen3:4b', {}, { tools: true, thinking: true }],
  [
    'a model elsewhere',
    'x',
    { remote_host: 'https://cloud.example', model_info: { 'other.context_length': 4096 } },
    { remote: true, contextTokens: 4096 },
  ],
  ['a name nobody knows', 'x', {}, {}],
  ['an answer that is none', 'x', [1, 2], {}],
  [
    'fields of other types',
    'x',
    {
      capabilities: 'tools',
      template: 7,
      details: [],
      parameters: { num_ctx: 9 },
      model_info: { 'a.context_length': '4096' },
    },
    {},
  ],
  [
    'a size beyond reason',
    'x',
    { parameters: 'num_ctx 99999999999999999999', model_info: { 'a.context_length': -5 } },
    {},
  ],
];

test.each(rows)('%s', (_, name, shown, wanted) => {
  verifies('models.ollama.abilities');
  expect(readTraits(shown, name)).toEqual({ ...nothing, ...wanted });
});

test('endless white space, and an architecture that is no text, are read like any other', () => {
  verifies('models.ollama.hostile');
  const info = { 'general.architecture': { toString: 1 }, 'a.context_length': 4096 };
  const parameters = `${'\n'.repeat(2_000_000)}num_ctx  8192\n`;
  expect(readTraits({ parameters, model_info: info }, 'x')).toEqual({ ...nothing, numCtx: 8192, contextTokens: 4096 });
  expect(readTraits({ parameters: '\n'.repeat(2_000_000) }, 'x')).toEqual(nothing);
});

test('a server that tells nothing leaves what is known of the name', () => {
  expect(unknownTraits('mistral-small')).toEqual({ ...nothing, tools: true });
});
