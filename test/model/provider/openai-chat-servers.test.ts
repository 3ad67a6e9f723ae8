import { describe, expect, test } from 'vitest';
import { fixture, readBody } from './read-body.js';

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
];

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
    expect(readBody([...bytes].map((byte) => Uint8Array.of(byte)))).toMatchObject(expected);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(readBody([bytes.subarray(0, at), bytes.subarray(at)])).toMatchObject(expected);
    }
  });

  test('gives no call and no stop when it is cut at any byte before its end', () => {
    const finish = bytes.indexOf(wanted.end);
    // The event that finishes it counts once its object is closed (a proper end) or its blank line came (a broken one).
    const closed = bytes.indexOf('}\n', finish) === -1 ? bytes.indexOf('}\r\n', finish) : bytes.indexOf('}\n', finish);
    expect(finish).toBeGreaterThan(0);
    for (let at = 0; at < bytes.length; at += 1) {
      for (const whole of [true, false]) {
        const got = readBody([bytes.subarray(0, at)], whole);
        if (at <= closed) {
          expect({ at, calls: got.calls, stop: got.stop }).toEqual({ at, calls: [], stop: undefined });
          expect(got.failure?.kind).toMatch(/^(?:cut|protocol)$/);
        } else if (got.failure === undefined) {
          expect(got).toMatchObject({ text: expected.text, calls: expected.calls, stop: expected.stop });
        } else {
          expect(got.calls).toEqual([]);
        }
      }
    }
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
