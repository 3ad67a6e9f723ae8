import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OllamaModel } from '../../../../src/model/provider/ollama/ollama-models.js';
import { pickOllamaModel } from '../../../../src/model/provider/ollama/ollama-pick.js';
import { unknownTraits } from '../../../../src/model/provider/ollama/ollama-traits.js';
import { verifies } from '../../../requirements.js';

const gb = 1e9;
const model = (name: string, size = 5, more: Partial<OllamaModel> = {}): OllamaModel => ({
  name,
  size: size * gb,
  ...more,
});
const traits = (more: object) => ({ ...unknownTraits('x'), ...more });

describe('the model to start with', () => {
  const rows: [string, readonly OllamaModel[], string | undefined][] = [
    ['none of none', [], undefined],
    ['the only one', [model('gemma3:4b')], 'gemma3:4b'],
    [
      'none that only embeds',
      [model('nomic-embed-text', 0.3), model('mine', 0.1, { family: 'nomic-bert' })],
      undefined,
    ],
    ['none that only looks at pictures', [model('llava:13b', 8), model('gemma2:2b', 2)], 'gemma2:2b'],
    [
      'one that calls tools before one that is told how',
      [model('gemma3:27b', 17), model('llama3.2:3b', 2)],
      'llama3.2:3b',
    ],
    [
      'what the server says before what the name says',
      [
        model('llama3.1', 5, { traits: traits({ tools: false }) }),
        model('mine', 5, { traits: traits({ tools: true }) }),
      ],
      'mine',
    ],
    ['a name nobody knows before one that cannot', [model('phi3', 2), model('mine', 4)], 'mine'],
    ['one that is loaded', [model('qwen3:14b', 9), model('llama3.1:8b', 5, { running: true })], 'llama3.1:8b'],
    ['but not for its tools', [model('gemma3:4b', 3, { running: true }), model('llama3.2:3b', 2)], 'llama3.2:3b'],
    ['the better family', [model('mistral:7b', 4), model('qwen3:8b', 5), model('llama3.2:3b', 2)], 'qwen3:8b'],
    ['the larger of a family', [model('qwen3:4b', 3), model('qwen3:14b', 9), model('qwen3:8b', 5)], 'qwen3:14b'],
    ['not one too large for the machine', [model('gpt-oss:120b', 65), model('llama3.1:8b', 5)], 'llama3.1:8b'],
    ['not one too small to work', [model('qwen3:0.6b', 0.5), model('llama3.2:3b', 2)], 'llama3.2:3b'],
    [
      'one of this machine before one elsewhere',
      [model('gpt-oss:120b-cloud', 0, { remote: true }), model('gemma3:4b', 3)],
      'gemma3:4b',
    ],
    ['one elsewhere before none', [model('gpt-oss:120b-cloud', 0, { remote: true })], 'gpt-oss:120b-cloud'],
    [
      'the newer',
      [
        model('qwen3:8b', 5, { modified: '2026-01-01T00:00:00Z' }),
        model('qwen3:8b-q8', 5, { modified: '2026-02-01T00:00:00Z' }),
      ],
      'qwen3:8b-q8',
    ],
    ['the first by name, when all else is the same', [model('qwen3:b'), model('qwen3:a')], 'qwen3:a'],
    ['by its name alone', [{ name: 'llama2' }, { name: 'qwen3' }, { name: 'all-minilm' }], 'qwen3'],
  ];
  test.each(rows)('%s', (_, models, wanted) => {
    verifies('models.ollama.pick');
    expect(pickOllamaModel(models)?.name).toBe(wanted);
    expect(pickOllamaModel(models.toReversed())?.name).toBe(wanted);
  });

  test('is a larger one on a larger machine', () => {
    verifies('models.ollama.pick');
    const models = [model('gpt-oss:120b', 65), model('gpt-oss:20b', 14)];
    expect(pickOllamaModel(models)?.name).toBe('gpt-oss:20b');
    expect(pickOllamaModel(models, { memoryBytes: 128 * gb })?.name).toBe('gpt-oss:120b');
    expect(pickOllamaModel(models, { memoryBytes: 8 * gb })?.name).toBe('gpt-oss:20b');
  });

  test('is the same for every order of the list', () => {
    verifies('models.ollama.pick');
    const any = fc.record({
      name: fc.constantFrom('qwen3:8b', 'qwen3:4b', 'llama3.1', 'gemma3', 'mine', 'bge-m3', 'phi3'),
      size: fc.constantFrom(gb, 5 * gb, 60 * gb),
      running: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ name }) => name, maxLength: 6 }), fc.integer(), (models, seed) => {
        const shuffled = models.toSorted((a, b) => ((a.name.length * seed) % 7) - ((b.name.length * seed) % 7));
        expect(pickOllamaModel(shuffled)).toEqual(pickOllamaModel(models));
      }),
    );
  });
});
