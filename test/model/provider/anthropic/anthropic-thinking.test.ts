import { describe, expect, test } from 'vitest';
import type { ToolChoice } from '../../../../src/model/model.js';
import { anthropicProtocol } from '../../../../src/model/provider/anthropic/anthropic.js';
import type { Thinking } from '../../../../src/model/provider/protocol.js';
import { checkAnthropicRequest } from '../../../../src/testing/fake-anthropic-check.js';
import { verifies } from '../../../requirements.js';

const thinkings: readonly Thinking[] = ['off', 'low', 'medium', 'high'];

const tools = [{ name: 'f', description: 'x', parameters: { type: 'object' } }];

function body(model: string, thinking?: Thinking, more: { maxOutputTokens?: number; toolChoice?: ToolChoice } = {}) {
  const { maxOutputTokens, toolChoice = 'auto' } = more;
  const request = { messages: [{ role: 'user', text: 'x' }] as const, tools, toolChoice, signal: AbortSignal.any([]) };
  return JSON.parse(anthropicProtocol().render(request, { model, maxOutputTokens, thinking })) as Record<
    string,
    unknown
  >;
}

function asked(...args: Parameters<typeof body>) {
  const { thinking, output_config: output, max_tokens: limit } = body(...args);
  return { ...(thinking !== undefined && { thinking }), ...(output !== undefined && { output }), limit };
}

const budget = (tokens: number) => ({ thinking: { type: 'enabled', budget_tokens: tokens } });
const effort = (level: string) => ({
  thinking: { type: 'adaptive', display: 'summarized' },
  output: { effort: level },
});

describe('thinking is asked for as each model takes it', () => {
  const models: [names: string, limit: number, off: object, low: object, high: object][] = [
    ['claude-3-opus-20240229 claude-3-haiku-20240307 claude-2.1', 4096, {}, {}, {}],
    ['claude-3-5-sonnet-20241022 claude-3-5-haiku-latest', 8192, {}, {}, {}],
    [
      'claude-3-7-sonnet-latest claude-sonnet-4-20250514 claude-opus-4-1-20250805 claude-haiku-4-5 claude-opus-4-5 anthropic/claude-sonnet-4.5 claude-sonnet-4@20250514',
      32_000,
      {},
      budget(4000),
      budget(24_000),
    ],
    [
      'claude-opus-4-6 claude-sonnet-4-6 claude-opus-4-8 us.anthropic.claude-opus-4-6-v1 claude-mythos-preview',
      64_000,
      {},
      effort('low'),
      effort('high'),
    ],
    [
      'claude-opus-5 claude-sonnet-5 claude-haiku-5-5',
      64_000,
      { thinking: { type: 'disabled' } },
      effort('low'),
      effort('high'),
    ],
    ['claude-sonnet-5-5', 64_000, { thinking: { type: 'between_tools' } }, effort('low'), effort('high')],
    [
      'claude-opus-5-5 claude-fable-5 claude-fable-5-2 claude-mythos-5-1 claude-opus-6-20280101',
      64_000,
      { output: { effort: 'low' } },
      effort('low'),
      effort('high'),
    ],
    ['kimi-k2.5 glm-5 local/model', 8192, { thinking: { type: 'disabled' } }, budget(4000), budget(6144)],
  ];
  test.each(models)('%s', (names, limit, off, low, high) => {
    verifies('models.adapter.anthropic-thinking');
    for (const name of names.split(' ')) {
      expect(asked(name), name).toEqual({ limit });
      expect(asked(name, 'off'), name).toEqual({ limit, ...off });
      expect(asked(name, 'low'), name).toEqual({ limit, ...low });
      expect(asked(name, 'high'), name).toEqual({ limit, ...high });
      for (const thinking of [undefined, ...thinkings]) {
        const headers = { 'anthropic-version': '2023-06-01' };
        expect(checkAnthropicRequest({ body: body(name, thinking), headers }), name).toBeUndefined();
      }
    }
  });

  test('a budget leaves room for the answer, and gives way to an output limit or a forced call', () => {
    verifies('models.adapter.anthropic-thinking');
    const model = 'claude-sonnet-4-5';
    expect(asked(model, 'medium')).toEqual({ limit: 32_000, ...budget(10_000) });
    expect(asked(model, 'high', { maxOutputTokens: 8000 })).toEqual({ limit: 8000, ...budget(6000) });
    expect(asked(model, 'high', { maxOutputTokens: 1366 })).toEqual({ limit: 1366, ...budget(1024) });
    expect(asked(model, 'high', { maxOutputTokens: 1300 })).toEqual({ limit: 1300 });
    for (const toolChoice of ['required', { name: 'f' }] as const) {
      expect(asked(model, 'high', { toolChoice })).toEqual({ limit: 32_000 });
      expect(asked('claude-opus-4-8', 'high', { toolChoice })).toEqual({ limit: 64_000, ...effort('high') });
    }
    expect(asked(model, 'high', { toolChoice: 'none' })).toEqual({ limit: 32_000, ...budget(24_000) });
  });
});
