import { describe, expect, it } from 'vitest';
import { createContextGauge } from '../../src/agent/context-gauge.js';
import { createHistory } from '../../src/history/history.js';
import type { Model } from '../../src/model/model.js';
import { openModel } from '../../src/model/open-model.js';
import { verifies } from '../requirements.js';

const model = (name: string, contextTokens?: number): Model => ({ name, contextTokens, stream: async () => {} });
const tools = [{ name: 'look', description: 'looks', parameters: { type: 'object' } }] as const;
const received = (text: string) => ({ type: 'message-received', body: { messageId: text.slice(0, 4), text } });
const answered = (text: string, inputTokens?: number) => ({
  type: 'model-answered',
  body: {
    round: 1,
    text,
    calls: 0,
    stop: 'answered',
    ...(inputTokens !== undefined && { usage: { inputTokens, outputTokens: 1 } }),
  },
});

describe('how much of a context is filled', () => {
  it('is estimated with everything that is sent, each message once', () => {
    verifies('compaction.room.estimate');
    const history = createHistory('The system message.');
    const gauge = createContextGauge(history);
    const empty = gauge.measure(tools);
    expect(empty.tokens).toBeGreaterThan(64);
    history.apply(received('word '.repeat(600)));
    const filled = gauge.measure(tools);
    expect(filled.tokens - empty.tokens).toBe(1008);
    expect(filled.fixed).toBe(empty.fixed);
    history.setSystem('Another one, which is a little longer.');
    expect(gauge.measure(tools).fixed).toBeGreaterThan(filled.fixed);
    expect(gauge.measure([]).tokens).toBeLessThan(gauge.measure(tools).tokens);
  });

  it('is corrected upwards by what a server counts, and slowly forgets it', () => {
    verifies('compaction.room.estimate');
    const history = createHistory('s');
    const gauge = createContextGauge(history);
    history.apply(received('字'.repeat(3000)));
    const { tokens } = gauge.measure([]);
    history.apply(answered('ok', tokens * 1.5));
    expect(gauge.measure([]).factor).toBeCloseTo(1.5);
    history.apply(received('more'));
    gauge.measure([]);
    history.apply(answered('ok', 10));
    const { factor } = gauge.measure([]);
    expect(factor).toBeGreaterThan(1);
    expect(factor).toBeLessThan(1.5);
    expect(createContextGauge(history).measure([]).factor).toBe(1);
  });

  it('leaves room for an answer, and learns from what is refused', () => {
    verifies('compaction.room.overflow', 'compaction.room.context');
    const history = createHistory('s');
    const gauge = createContextGauge(history);
    expect(gauge.limitOf(model('a', 8192))).toBeCloseTo(6553.6);
    expect(gauge.limitOf(model('b', 200_000))).toBe(200_000 - 16_384);
    expect(gauge.limitOf(model('c'))).toBeUndefined();
    history.apply(received('word '.repeat(3000)));
    const { tokens } = gauge.measure([]);
    gauge.refused(model('c'));
    expect(gauge.limitOf(model('c'))).toBeLessThan(tokens);
    expect(gauge.limitOf(model('other'))).toBeUndefined();
    gauge.refused(model('d', 20_000));
    expect(gauge.measure([]).tokens).toBeGreaterThan(20_000);
  });
});

it('the context of a model is what is set for it, or what is known of its name', async () => {
  verifies('compaction.room.context');
  const spec = { provider: 'p', api: 'openai-chat', baseUrl: 'http://127.0.0.1:9/v1' } as const;
  const sizeOf = async (name: string, more = {}) => (await openModel({ ...spec, model: name, ...more })).contextTokens;
  expect(await sizeOf('qwen3-coder')).toBe(256 * 1024);
  expect(await sizeOf('qwen3-coder', { contextTokens: 9000 })).toBe(9000);
  expect(await sizeOf('qwen3-coder', { toolCalls: 'prompt' })).toBe(256 * 1024);
  // A name alone is too little to assume that little is read.
  expect(await sizeOf('llama-next')).toBeUndefined();
  expect(await sizeOf('something-else')).toBeUndefined();
  expect(await sizeOf('x', { api: 'ollama', contextTokens: 16_384 })).toBe(16_384);
});
