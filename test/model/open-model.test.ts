import { expect, it } from 'vitest';
import { openModel } from '../../src/model/open-model.js';
import { verifies } from '../requirements.js';

it.each([
  ['openai-chat', 'gpt-5'],
  ['openai-responses', 'gpt-5'],
  ['anthropic', 'claude-opus-4-6'],
  ['gemini', 'gemini-3-pro'],
  ['ollama', 'qwen3'],
] as const)('a model of %s tells the context that is set for it, however its calls are made', async (api, model) => {
  verifies('compaction.room.context');
  for (const toolCalls of ['auto', 'native', 'prompt'] as const) {
    const spec = { provider: 'work', api, baseUrl: 'http://127.0.0.1:9', model, contextTokens: 50_000, toolCalls };
    expect({ toolCalls, context: (await openModel(spec)).contextTokens }).toEqual({ toolCalls, context: 50_000 });
  }
});
