import { describe, expect, test } from 'vitest';
import { verifies } from '../../../requirements.js';
import { fixture, readBody } from '../read-body.js';

const paris = '{"city": "Paris"}';
const generated = expect.stringMatching(/^call_\d_[0-9a-z]{12}$/);

/** What each server's stream comes to; `end` is the text that completes it. */
const cases = [
  {
    name: 'openai-parallel-calls',
    calls: [
      { id: 'call_exampleParis00000000001', name: 'get_weather', arguments: paris },
      { id: 'call_exampleOslo000000000002', name: 'get_weather', arguments: '{"city": "Oslo"}' },
    ],
    usage: { inputTokens: 81, outputTokens: 46 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'openai-text',
    text: 'Grüße, 世界 👋🏽!',
    usage: { inputTokens: 9, outputTokens: 7 },
    stop: 'answered',
    end: '"finish_reason":"stop"',
  },
  {
    name: 'vllm-reasoning-call',
    text: '\n\n',
    reasoning: 'The user wants the file.',
    calls: [
      { id: 'chatcmpl-tool-00000000000000000000000000000001', name: 'read_file', arguments: '{"path": "notes.md"}' },
    ],
    usage: { inputTokens: 212, outputTokens: 39 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'llama-cpp-call',
    text: 'Let me look.',
    calls: [{ id: 'exampleId000000000000000000000001', name: 'list_dir', arguments: '{"path":"src"}' }],
    usage: { inputTokens: 301, outputTokens: 21 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'ollama-calls',
    reasoning: 'Two cities.',
    calls: [
      { id: 'call_a1b2c3d4', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: 'call_e5f6a7b8', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    ],
    usage: { inputTokens: 160, outputTokens: 44 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'ollama-older-same-index',
    calls: [
      { id: 'call_a1b2c3d4', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: 'call_e5f6a7b8', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    ],
    stop: 'calls',
    end: '"finish_reason":"stop"',
  },
  {
    name: 'lm-studio-call',
    calls: [{ id: '365174485', name: 'get_current_time', arguments: '{}' }],
    usage: { inputTokens: 120, outputTokens: 14 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'openrouter-call',
    text: 'Searching.',
    reasoning: 'Search first.',
    calls: [{ id: 'toolu_example0000000000001', name: 'grep', arguments: '{"pattern": "TODO"}' }],
    usage: { inputTokens: 410, outputTokens: 58 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'gemini-calls',
    calls: [
      { id: generated, name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: generated, name: 'get_weather', arguments: '{"city":"Oslo"}' },
    ],
    usage: { inputTokens: 77, outputTokens: 31 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'deepseek-reasoning',
    text: '42',
    reasoning: 'Simple sum.',
    usage: { inputTokens: 12, outputTokens: 9 },
    stop: 'answered',
    end: '"finish_reason":"stop"',
  },
  {
    name: 'object-arguments',
    calls: [
      { id: generated, name: 'store_number', arguments: '{"value": 12345678901234567890, "ratio": 1.10}' },
      { id: generated, name: 'store_number', arguments: '{"value":2}' },
    ],
    stop: 'calls',
    end: '"finish_reason":"stop"',
  },
  {
    name: 'legacy-function-call',
    calls: [{ id: generated, name: 'get_weather', arguments: '{"city":"Bern"}' }],
    stop: 'calls',
    end: '"finish_reason":"function_call"',
  },
  {
    name: 'mistral-parts',
    text: 'Done.',
    reasoning: 'Think.',
    usage: { inputTokens: 5, outputTokens: 4 },
    stop: 'answered',
    end: '"finish_reason":"stop"',
  },
  {
    name: 'openai-refusal',
    text: "I'm sorry, I can't help with that.",
    usage: { inputTokens: 18, outputTokens: 11 },
    stop: 'refused',
    end: '"finish_reason":"stop"',
  },
  {
    name: 'openai-cached-usage',
    text: 'Cached.',
    usage: { inputTokens: 2304, outputTokens: 70, cachedInputTokens: 1920, reasoningTokens: 64 },
    stop: 'answered',
    end: '"finish_reason":"stop"',
  },
  {
    name: 'openai-exact-arguments',
    calls: [
      {
        id: 'call_exampleExact000000001',
        name: 'store_value',
        arguments:
          '{"id": 12345678901234567890, "ratio": 1.10, "deep": {"list": [1, [true, null], {"ключ": "значение 👋🏽"}]}, "quote": "a \\"b\\" \\\\ \\n"}',
      },
    ],
    usage: { inputTokens: 64, outputTokens: 58 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'openrouter-signed',
    reasoning: 'Search first.',
    calls: [{ id: 'toolu_example0000000000002', name: 'grep', arguments: '{"pattern": "TODO"}' }],
    carry: {
      reasoning_details: [
        {
          type: 'reasoning.text',
          index: 0,
          text: 'Search first.',
          format: 'anthropic-claude-v1',
          signature: 'ErUBexampleSignature==',
        },
        { type: 'reasoning.encrypted', index: 1, data: 'exampleRedacted01', format: 'anthropic-claude-v1' },
      ],
    },
    usage: { inputTokens: 410, outputTokens: 58, cachedInputTokens: 128, reasoningTokens: 20 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'deepseek-call',
    reasoning: 'I need the date.',
    calls: [{ id: 'call_00_exampleDeepSeek0001', name: 'get_date', arguments: '{}' }],
    carry: { reasoning_content: true },
    usage: { inputTokens: 312, outputTokens: 45, cachedInputTokens: 256, reasoningTokens: 18 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'gemini-signature',
    calls: [
      { id: 'function-call-100', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: 'function-call-101', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    ],
    carry: { signatures: ['CiQBexampleThought==', null] },
    usage: { inputTokens: 77, outputTokens: 31 },
    stop: 'calls',
    end: '"finish_reason":"tool_calls"',
  },
  {
    name: 'groq-reasoning',
    text: 'Yes.',
    reasoning: 'Easy.',
    usage: { inputTokens: 78, outputTokens: 25, reasoningTokens: 8 },
    stop: 'answered',
    end: '"finish_reason":"stop"',
  },
  {
    name: 'lm-studio-text',
    text: 'It is noon.',
    usage: { inputTokens: 150, outputTokens: 5 },
    stop: 'answered',
    end: '"finish_reason":"stop"',
  },
];

/** As text; ids that were made up are another one each time. */
const comparable = (value: object): string => JSON.stringify(value).replaceAll(/call_\d_[0-9a-z]{12}/g, 'call_made_up');
const told = (chunks: readonly Uint8Array[]): string => comparable(readBody(chunks));

describe.each(cases)('a stream as of $name', (wanted) => {
  const bytes = fixture(wanted.name);
  const expected = {
    text: wanted.text ?? '',
    reasoning: wanted.reasoning ?? '',
    calls: wanted.calls ?? [],
    usage: wanted.usage,
    stop: wanted.stop,
    failure: undefined,
  };

  test('gives its answer whole, at every split and byte by byte', () => {
    expect(readBody([bytes])).toMatchObject(expected);
    if (wanted.carry !== undefined) {
      verifies('models.adapter.openai-chat-carry');
      expect(readBody([bytes]).events.filter((event) => event.type === 'carry')).toEqual([
        { type: 'carry', carry: { api: 'openai-chat', model: 'm', value: wanted.carry } },
      ]);
    }
    const once = told([bytes]);
    expect(told([...bytes].map((byte) => Uint8Array.of(byte)))).toBe(once);
    const splits = [...bytes.keys()];
    expect(splits.filter((at) => told([bytes.subarray(0, at), bytes.subarray(at)]) !== once)).toEqual([]);
  });

  test('gives no call and no stop when it is cut at any byte before its end', () => {
    const finish = bytes.indexOf(wanted.end);
    // The event that finishes it counts once its object is closed (a proper end) or its blank line came (a broken one).
    const closed = bytes.indexOf('}\n', finish) === -1 ? bytes.indexOf('}\r\n', finish) : bytes.indexOf('}\n', finish);
    expect(finish).toBeGreaterThan(0);
    const { text, calls, stop } = readBody([bytes]);
    const answer = comparable({ text, calls, stop });
    const wrong = [...bytes.keys()].filter((at) =>
      [true, false].some((whole) => {
        const got = readBody([bytes.subarray(0, at)], whole);
        if (got.failure !== undefined) return got.calls.length > 0 || !/^(?:cut|protocol)$/.test(got.failure.kind);
        return at <= closed || comparable({ text: got.text, calls: got.calls, stop: got.stop }) !== answer;
      }),
    );
    expect(wrong).toEqual([]);
  });
});

test('a limit in the middle of a call is a cut', () => {
  expect(readBody([fixture('openai-length-in-call')])).toMatchObject({
    calls: [],
    stop: undefined,
    failure: { kind: 'cut', message: expect.stringContaining('output limit') },
  });
});

test('an error in the middle of a stream is a failure, in the words of the server', () => {
  expect(readBody([fixture('openrouter-error')])).toMatchObject({
    text: 'One mo',
    calls: [],
    stop: undefined,
    failure: {
      kind: 'overloaded',
      status: 502,
      message: expect.stringContaining('Provider disconnected unexpectedly'),
    },
  });
});
