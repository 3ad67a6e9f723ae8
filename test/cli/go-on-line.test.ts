import { expect, it } from 'vitest';
import { goOnLine } from '../../src/cli/go-on-line.js';

it('names the model and the store as they were named, quoted for a shell', () => {
  const url = 'http://127.0.0.1:1/v1';
  expect(goOnLine('ses_1', { flags: { baseUrl: url, model: 'qwen3', apiKeyEnv: 'KEY' }, store: undefined })).toBe(
    `toolwright --base-url ${url} --model qwen3 --api-key-env KEY --session ses_1`,
  );
  expect(goOnLine('ses_1', { flags: { api: 'openai-chat', model: "my 'own'" }, store: 'a b.db' })).toBe(
    `toolwright --api openai-chat --model 'my '\\''own'\\''' --store 'a b.db' --session ses_1`,
  );
  expect(goOnLine('ses_1', { flags: { model: 'guide' }, store: undefined })).toBe(
    'toolwright --model guide --session ses_1',
  );
});

it('names no model when none was named', () => {
  expect(goOnLine('ses_1', { flags: { apiKeyEnv: 'KEY' }, store: undefined })).toBe('toolwright --session ses_1');
});
