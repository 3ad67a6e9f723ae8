import { describe, expect, test } from 'vitest';
import { openAiResponsesProtocol } from '../../../../src/model/provider/openai/openai-responses.js';
import { verifies } from '../../../requirements.js';
import { fixture, readBody } from '../read-body.js';

const generated = (index: number) => expect.stringMatching(new RegExp(`^call_${index}_[0-9a-z]{12}$`));
const sealed = (number: string, summary: string[], more = '==') => ({
  kind: 'reasoning',
  id: `rs_example${number}`,
  summary,
  encrypted: `gAAAAABexampleEncryptedReasoning${number}${more}`,
});

/** What each stream comes to; `end` is the event that completes it. */
const cases = [
  { name: 'text', text: 'Grüße, 世界 👋🏽!', usage: { inputTokens: 36, outputTokens: 9 }, stop: 'answered' },
  {
    name: 'reasoning-text',
    text: 'It is 4.',
    reasoning: '**Adding up**\n\nTwo and two.\n\n**Checking**\n\nStill four.',
    carry: [
      sealed('02', ['**Adding up**\n\nTwo and two.', '**Checking**\n\nStill four.'], '-_=='),
      { kind: 'message', from: 0, to: 8 },
    ],
    usage: { inputTokens: 21, outputTokens: 74, reasoningTokens: 64 },
    stop: 'answered',
  },
  {
    name: 'one-call',
    calls: [{ id: 'call_exampleRead0001', name: 'read_file', arguments: '{"path":"notes.md"}' }],
    carry: [sealed('03', []), { kind: 'call' }],
    usage: { inputTokens: 212, outputTokens: 39 },
    stop: 'calls',
  },
  {
    name: 'parallel-calls',
    reasoning: 'Two cities.',
    calls: [
      { id: 'call_exampleParis001', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: 'call_exampleOslo0002', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    ],
    carry: [sealed('04', ['Two cities.']), { kind: 'call' }, { kind: 'call' }],
    usage: { inputTokens: 81, outputTokens: 46, reasoningTokens: 12 },
    stop: 'calls',
  },
  {
    name: 'exact-arguments',
    calls: [
      {
        id: 'call_exampleExact001',
        name: 'store_value',
        arguments:
          '{"id": 12345678901234567890, "ratio": 1.10, "deep": {"list": [1, [true, null], {"ключ": "значение 👋🏽"}]}, "quote": "a \\"b\\" \\\\ \\n"}',
      },
    ],
    usage: { inputTokens: 64, outputTokens: 58 },
    stop: 'calls',
  },
  {
    name: 'refusal',
    text: "I'm sorry, I can't help with that.",
    usage: { inputTokens: 18, outputTokens: 11 },
    stop: 'refused',
  },
  {
    name: 'length',
    text: 'Once upon a time there',
    usage: { inputTokens: 12, outputTokens: 16 },
    stop: 'length',
    end: 'response.incomplete',
  },
  {
    name: 'content-filter',
    text: 'Well',
    usage: { inputTokens: 30, outputTokens: 4 },
    stop: 'refused',
    end: 'response.incomplete',
  },
  {
    name: 'cached-usage',
    text: 'Cached.',
    usage: { inputTokens: 2304, outputTokens: 70, cachedInputTokens: 1920, reasoningTokens: 64 },
    stop: 'answered',
  },
  {
    name: 'phases',
    text: 'I will look it up.\n\nOne moment.',
    reasoning: 'Look first.',
    calls: [{ id: 'call_exampleGrep0001', name: 'grep', arguments: '{"pattern":"TODO"}' }],
    carry: [
      { kind: 'message', from: 0, to: 18, phase: 'commentary' },
      sealed('13', ['Look first.']),
      { kind: 'call' },
      { kind: 'message', from: 20, to: 31, phase: 'final_answer' },
    ],
    usage: { inputTokens: 50, outputTokens: 100, reasoningTokens: 20 },
    stop: 'calls',
  },
  {
    name: 'rotating-ids',
    reasoning: 'Counting.',
    calls: [
      { id: 'call_exampleCount001', name: 'count', arguments: '{"word":"a"}' },
      { id: 'call_exampleCount002', name: 'count', arguments: '{"word":"b"}' },
    ],
    carry: [{ ...sealed('14', ['Counting.']), id: expect.any(String) }, { kind: 'call' }, { kind: 'call' }],
    usage: { inputTokens: 19, outputTokens: 105, reasoningTokens: 44 },
    stop: 'calls',
  },
  {
    name: 'whole-items',
    text: 'Looking.',
    calls: [
      { id: 'call_15a', name: 'list_dir', arguments: '{"path":"src"}' },
      { id: 'call_15b', name: 'list_dir', arguments: '{"path":"test"}' },
    ],
    usage: { inputTokens: 10, outputTokens: 20 },
    stop: 'calls',
  },
  {
    name: 'only-completed',
    text: 'Hello.',
    reasoning: 'Short.',
    calls: [{ id: 'call_16', name: 'now', arguments: '{}' }],
    usage: { inputTokens: 5, outputTokens: 6 },
    stop: 'calls',
  },
  {
    name: 'open-weights',
    text: 'Storing.',
    reasoning: 'The user wants two numbers.',
    calls: [
      { id: generated(2), name: 'store_number', arguments: '{"value": 12345678901234567890, "ratio": 1.10}' },
      { id: generated(3), name: 'store_number', arguments: '{"value":2}' },
    ],
    usage: { inputTokens: 12, outputTokens: 34 },
    stop: 'calls',
  },
];

const read = (chunks: readonly (Uint8Array | string)[], whole = true) => {
  const { events, ...body } = readBody(chunks, whole, openAiResponsesProtocol);
  const carried = events.find((event) => event.type === 'carry');
  return { ...body, carry: carried?.carry };
};

/** The same as text; ids that were made up are another one each time. */
const told = (chunks: readonly (Uint8Array | string)[], whole = true): string =>
  JSON.stringify(read(chunks, whole)).replaceAll(/call_\d_[0-9a-z]{12}/g, 'call_made_up');

/** Every place to cut at; every third one of the large streams, and few in the events that open one and hold nothing. */
function offsets(bytes: Buffer): number[] {
  const first = Math.max(bytes.indexOf('event: response.output'), bytes.indexOf('event: response.reasoning'), 0);
  const step = bytes.length > 5000 ? 3 : 1;
  return Array.from(bytes.keys()).filter((at) => at % (at < first ? 16 : step) === 0);
}

describe.each(cases)('a stream as of $name', ({ name, end = 'response.completed', ...wanted }) => {
  const bytes = fixture(name, 'openai-responses');
  const expected = {
    text: wanted.text ?? '',
    reasoning: wanted.reasoning ?? '',
    calls: wanted.calls ?? [],
    usage: wanted.usage,
    stop: wanted.stop,
    failure: undefined,
    carry: wanted.carry && { api: 'openai-responses', model: 'm', value: wanted.carry },
  };

  test('gives its answer whole, at every split and byte by byte', () => {
    verifies('models.adapter.openai-responses-stream', 'models.adapter.openai-responses-usage');
    expect(read([bytes])).toEqual(expected);
    const once = told([bytes]);
    expect(told([...bytes].map((byte) => Uint8Array.of(byte)))).toBe(once);
    const others = offsets(bytes).filter((at) => told([bytes.subarray(0, at), bytes.subarray(at)]) !== once);
    expect(others).toEqual([]);
  });

  test('gives no call and no stop when it is cut at any byte before its end', () => {
    verifies('models.adapter.openai-responses-cut');
    const once = told([bytes]);
    const finish = bytes.indexOf(`event: ${end}`);
    // The event that finishes it counts once its object is closed (a proper end) or its blank line came (a broken one).
    const closed = bytes.indexOf('}\n', finish);
    expect(finish).toBeGreaterThan(0);
    const wrong = offsets(bytes).filter((at) =>
      [true, false].some((whole) => {
        const got = read([bytes.subarray(0, at)], whole);
        if (got.failure !== undefined) return got.calls.length > 0 || !/^(?:cut|protocol)$/.test(got.failure.kind);
        return at <= closed || told([bytes.subarray(0, at)], whole) !== once;
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a stream that fails', () => {
  const failures = [
    ['error', { kind: 'overloaded', message: expect.stringContaining('An error occurred') }],
    ['failed', { kind: 'rate-limited', message: expect.stringContaining('Request too large') }],
    ['length-in-call', { kind: 'cut', message: expect.stringContaining('output limit') }],
  ] as const;
  test.each(failures)('as of %s gives no call, at every split', (name, failure) => {
    verifies('models.adapter.openai-responses-errors');
    const bytes = fixture(name, 'openai-responses');
    expect(read([bytes])).toMatchObject({ calls: [], stop: undefined, failure });
    const once = told([bytes]);
    expect(offsets(bytes).filter((at) => told([bytes.subarray(0, at), bytes.subarray(at)]) !== once)).toEqual([]);
  });
});
