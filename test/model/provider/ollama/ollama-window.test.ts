import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../../../src/model/estimate-tokens.js';
import { createOllamaWindow, type WindowLimits } from '../../../../src/model/provider/ollama/ollama-window.js';
import { verifies } from '../../../requirements.js';

const window = (limits: Partial<WindowLimits> = {}) =>
  createOllamaWindow({
    model: 'qwen3',
    modelTokens: undefined,
    contextTokens: undefined,
    loadedTokens: undefined,
    maxOutputTokens: undefined,
    ...limits,
  });

describe('the context asked for', () => {
  test('is chosen with the first request, grows twice at most and never shrinks', () => {
    verifies('models.ollama.context-size');
    const grown = window();
    const sizes = [100, 4000, 12_000, 13_000, 100, 60_000, 70_000, 5].map((tokens) => {
      expect(grown.makeRoom(tokens)).toBeUndefined();
      return [grown.numCtx, grown.takeGrowth()?.from];
    });
    const [first, second, third] = [16_384, 65_536, 131_072].map((size) => [size, undefined]);
    expect(sizes).toEqual([first, first, first, [65_536, 16_384], second, second, [131_072, 65_536], third]);
  });

  const rows: [string, Partial<WindowLimits>, number, number][] = [
    ['starts with room for most sessions', {}, 10, 16_384],
    ['starts with room for twice what there is to read and answer', {}, 9000, 32_768],
    ['starts at what there is memory for', { memoryTokens: 12_000 }, 10, 12_000],
    ['starts at 8192 where there seems to be no memory for it', { memoryTokens: 0 }, 10, 8192],
    [
      'passes what there seems to be memory for where the person says so',
      { memoryTokens: 9000, contextTokens: 40_000 },
      20_000,
      40_000,
    ],
    ['starts at what the model can read if that is less', { modelTokens: 4096 }, 10, 4096],
    ['starts at what it is loaded with', { loadedTokens: 40_960 }, 10, 40_960],
    ['goes on in round steps from there', { loadedTokens: 40_960 }, 40_000, 131_072],
    ['makes room for the answer that is allowed', { maxOutputTokens: 30_000 }, 10, 65_536],
    ['ends at what the model can read', { modelTokens: 40_960 }, 39_000, 40_960],
    ['ends at what the person allows', { modelTokens: 131_072, contextTokens: 20_000 }, 18_000, 20_000],
    ['never passes what the model can read', { modelTokens: 8192, contextTokens: 99_999 }, 10, 8192],
    ['is not loaded with more than allowed', { loadedTokens: 131_072, contextTokens: 16_384 }, 10, 16_384],
    ['gives the answer what is left at the end', { modelTokens: 8192 }, 7900, 8192],
  ];
  test.each(rows)('%s', (_, limits, tokens, wanted) => {
    verifies('models.ollama.context-size');
    const sized = window(limits);
    expect(sized.makeRoom(tokens)).toBeUndefined();
    expect(sized.numCtx).toBe(wanted);
  });

  test('that is too small is a failure with what to do', () => {
    verifies('models.ollama.no-silent-cut');
    expect(window({ modelTokens: 8192 }).makeRoom(8000)).toEqual({
      kind: 'context-overflow',
      message:
        'The conversation has about 8000 tokens, and qwen3 reads at most 8192. Nothing was sent: the server would cut off its start. Start a new session, or choose a model that reads more.',
    });
    expect(window({ modelTokens: 131_072, contextTokens: 8192 }).makeRoom(9000)?.message).toContain('raise it if');
    expect(window({ memoryTokens: 10_000 }).makeRoom(12_000)?.message).toContain('set contextTokens to try more');
  });

  test('learns from what the server counts, upwards only', () => {
    verifies('models.ollama.no-silent-cut');
    const learned = window({ modelTokens: 8192 });
    learned.learn(1000, 10);
    expect(learned.makeRoom(5000)).toBeUndefined();
    learned.learn(1000, 2000);
    expect(learned.makeRoom(5000)).toMatchObject({
      kind: 'context-overflow',
      message: expect.stringContaining('10000'),
    });
    expect(learned.makeRoom(3000)).toBeUndefined();
    learned.learn(1, 1e9);
    expect(learned.makeRoom(1900)).toBeUndefined();
  });

  test('takes a step when the server counted more', () => {
    const counted = window({ modelTokens: 100_000 });
    expect([counted.grow(), counted.numCtx]).toEqual([true, 65_536]);
    expect([counted.grow(), counted.numCtx]).toEqual([true, 100_000]);
    expect([counted.grow(), counted.numCtx]).toEqual([false, 100_000]);
  });
});

describe('an estimate', () => {
  const tokens = (text: string, more: object = {}): number =>
    estimateTokens({ messages: [{ role: 'user', text, ...more }], tools: [] });

  test('counts bytes, so that scripts of many tokens count more', () => {
    verifies('models.ollama.context-size');
    expect(tokens('a'.repeat(3000)) - tokens('')).toBe(1000);
    expect(tokens('世'.repeat(1000)) - tokens('')).toBe(1000);
  });

  test('counts pictures, calls with their thoughts, and tools', () => {
    verifies('models.ollama.context-size');
    const image = { mediaType: 'image/png', data: 'A'.repeat(400_000) };
    expect(tokens('x', { images: [image, image] }) - tokens('x')).toBe(3200);
    const calls = [{ id: 'c', name: 'write_file', arguments: 'y'.repeat(3000) }];
    const made = estimateTokens({
      messages: [{ role: 'assistant', text: '', reasoning: 'z'.repeat(300), calls }],
      tools: [],
    });
    expect(made).toBeGreaterThan(1100);
    expect(made).toBeLessThan(1300);
    const tool = { name: 'f', description: 'd'.repeat(3000), parameters: { type: 'object' } };
    expect(estimateTokens({ messages: [], tools: [tool] })).toBeGreaterThan(1000);
  });

  test('costs nothing again for what was counted', () => {
    let reads = 0;
    const counted = {
      role: 'user' as const,
      get text() {
        reads += 1;
        return 'hello';
      },
    };
    for (let round = 0; round < 5; round += 1) estimateTokens({ messages: [counted], tools: [] });
    expect(reads).toBe(1);
  });
});
