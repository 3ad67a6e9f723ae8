import { expect, test } from 'vitest';
import { readMessage } from '../../src/dialect/read-message.js';

const calls = (...inner: readonly string[]): string => `<｜tool▁calls▁begin｜>${inner.join('')}<｜tool▁calls▁end｜>`;
const fenced = '<｜tool▁call▁begin｜>function<｜tool▁sep｜>moon\n```json\n{}\n```<｜tool▁call▁end｜>';
const bare = '<｜tool▁call▁begin｜>moon<｜tool▁sep｜>{}<｜tool▁call▁end｜>';

test.each([
  [calls(fenced), 'deepseek_v3'],
  [fenced, 'deepseek_v3'],
  [calls('Now: ', fenced), 'deepseek_v3'],
  [calls(bare), 'deepseek_v31'],
  [bare, 'deepseek_v31'],
  [calls('Now: ', bare), 'deepseek_v31'],
  [calls(bare, fenced), 'deepseek_v31'],
  ['[TOOL_CALLS] [{"name": "moon", "arguments": {}}]', 'mistral_v3'],
  ['[TOOL_CALLS]moon[ARGS]{}', 'mistral'],
])('auto tells the generations of a format apart: %s', (message, name) => {
  for (const chunk of [1, message.length]) {
    const read = readMessage(message, { chunk });
    expect(read.dialect).toBe(name);
    expect(read.calls.map((call) => call.name)).toContain('moon');
  }
});
