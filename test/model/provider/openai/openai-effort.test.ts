import { expect, test } from 'vitest';
import { effortOf, mayThink } from '../../../../src/model/provider/openai/openai-effort.js';
import type { Thinking } from '../../../../src/model/provider/protocol.js';
import { verifies } from '../../../requirements.js';

const thinkings: readonly Thinking[] = ['off', 'low', 'medium', 'high'];

test.each([
  ['gpt-5.1', 'none low medium high'],
  ['gpt-5.4-mini', 'none low medium high'],
  ['gpt-6', 'none low medium high'],
  ['gpt-5', 'minimal low medium high'],
  ['openai/gpt-5-mini-2025-08-07', 'minimal low medium high'],
  ['gpt-5-codex', 'low low medium high'],
  ['gpt-5.1-codex-max', 'low low medium high'],
  ['gpt-5.1-codex-mini', 'medium medium medium high'],
  ['gpt-5-pro', 'high high high high'],
  ['gpt-5.2-pro', 'medium medium medium high'],
  ['o3', 'low low medium high'],
  ['o4-mini', 'low low medium high'],
  ['gpt-oss:20b', 'low low medium high'],
  ['qwen3:8b', 'none low medium high'],
])('%s is asked for %s', (model, words) => {
  verifies('models.adapter.openai-effort');
  expect(thinkings.map((thinking) => effortOf(model, thinking)).join(' ')).toBe(words);
  expect(mayThink(model)).toBe(true);
});

test.each(['gpt-4.1', 'gpt-4o-mini', 'gpt-3.5-turbo', 'gpt-5-chat-latest', 'gpt-5.2-chat-latest', 'chatgpt-4o-latest'])(
  '%s cannot think and is asked for nothing',
  (model) => {
    verifies('models.adapter.openai-effort');
    expect(thinkings.map((thinking) => effortOf(model, thinking))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(mayThink(model)).toBe(false);
  },
);
