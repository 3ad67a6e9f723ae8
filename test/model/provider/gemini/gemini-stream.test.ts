import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { geminiProtocol } from '../../../../src/model/provider/gemini/gemini.js';
import { verifies } from '../../../requirements.js';
import { fixture, readBody, stream } from '../read-body.js';

const read = (chunks: readonly (Uint8Array | string)[], whole = true) => readBody(chunks, whole, geminiProtocol);
const carryOf = ({ events }: ReturnType<typeof read>) => events.find((event) => event.type === 'carry')?.carry.value;
const problems = ({ events }: ReturnType<typeof read>) =>
  events.filter((event) => event.type === 'problem').map(({ code }) => code);
const generated = expect.stringMatching(/^call_\d_[0-9a-z]{12}$/);
const signature = (name: string) => `${name}ExampleSignature0123456789+/abcdefghijklmnopqrstuvwxyz==`;

/** What each recorded shape comes to; `end` is the text that completes it. */
const cases = [
  {
    name: 'text',
    text: 'Grüße, 世界 👋🏽!',
    usage: { inputTokens: 6, outputTokens: 7 },
    stop: 'answered',
  },
  {
    name: 'reasoning-text',
    text: 'There are **2** of them.',
    reasoning: '**Counting letters**\n\nI go through the word. Two are enough.\n\n',
    usage: { inputTokens: 9, outputTokens: 105, reasoningTokens: 96 },
    stop: 'answered',
    carry: [
      { kind: 'reasoning', length: 62 },
      { kind: 'text', length: 24 },
      { kind: 'text', length: 0, held: { signature: signature('EpAIText') } },
    ],
  },
  {
    name: 'call',
    calls: [{ id: 'k7d2m9qa', name: 'read_file', arguments: '{"path":"notes.md"}' }],
    usage: { inputTokens: 212, outputTokens: 94, reasoningTokens: 80 },
    stop: 'calls',
    carry: [{ kind: 'call', length: 0, held: { id: 'k7d2m9qa', signature: signature('EpEgCall') } }],
  },
  {
    name: 'parallel-calls',
    text: 'Let me see.',
    reasoning: 'Two cities, two looks.\n',
    calls: [
      { id: 'p1a2r3is', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: 'o4s5l6ox', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    ],
    usage: { inputTokens: 77, outputTokens: 61, reasoningTokens: 30 },
    stop: 'calls',
    carry: [
      { kind: 'reasoning', length: 23 },
      { kind: 'text', length: 11 },
      { kind: 'call', length: 0, held: { id: 'p1a2r3is', signature: signature('AY89Two') } },
      { kind: 'call', length: 0, held: { id: 'o4s5l6ox' } },
    ],
  },
  {
    name: 'parallel-calls-without-ids',
    calls: [
      { id: generated, name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: generated, name: 'list_cities', arguments: '' },
      { id: generated, name: 'get_weather', arguments: '{"city":"Oslo"}' },
    ],
    usage: { inputTokens: 64, outputTokens: 28 },
    stop: 'calls',
  },
  {
    name: 'numbers-call',
    calls: [
      {
        id: 'n9u8m7be',
        name: 'store_number',
        arguments:
          '{"value": 12345678901234567890, "ratio": 1.10, "value2": -0.0, "nested": {"liste": [1, {"größe": "世界 👋🏽 \\"}]"}], "n": 1, "n": 2}}',
      },
    ],
    usage: { inputTokens: 90, outputTokens: 40 },
    stop: 'calls',
    carry: [{ kind: 'call', length: 0, held: { id: 'n9u8m7be', signature: signature('EpEgNums') } }],
  },
  {
    name: 'length',
    text: 'Once upon a time there was a tool that',
    usage: { inputTokens: 8, outputTokens: 9 },
    stop: 'length',
    end: '"finishReason":"MAX_TOKENS"',
  },
  {
    name: 'cached-usage',
    text: 'Warm.',
    usage: { inputTokens: 2048, outputTokens: 14, cachedInputTokens: 1500, reasoningTokens: 12 },
    stop: 'answered',
    carry: [
      { kind: 'text', length: 5 },
      { kind: 'text', length: 0, held: { signature: signature('EpAICache') } },
    ],
  },
  {
    name: 'refusal',
    text: 'I can tell you ',
    usage: { inputTokens: 12, outputTokens: 4 },
    stop: 'refused',
    end: '"finishReason":"SAFETY"',
  },
  {
    name: 'prompt-blocked',
    text: expect.stringContaining('blockReason PROHIBITED_CONTENT'),
    usage: { inputTokens: 9, outputTokens: 0 },
    stop: 'refused',
    end: '"blockReason"',
  },
];

describe.each(cases)('a stream such as $name', ({ name, end = '"finishReason":"STOP"', ...wanted }) => {
  const bytes = fixture(name, 'gemini');
  const expected = {
    text: wanted.text ?? '',
    reasoning: wanted.reasoning ?? '',
    calls: wanted.calls ?? [],
    usage: wanted.usage,
    stop: wanted.stop,
    failure: undefined,
  };

  test('gives its answer whole, at every split and byte by byte', () => {
    verifies('models.adapter.gemini-stream');
    const got = read([bytes]);
    expect(got).toMatchObject(expected);
    expect(carryOf(got)).toEqual(wanted.carry);
    expect(problems(got)).toEqual(wanted.stop === 'refused' ? ['answer-blocked'] : []);
    expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toMatchObject(expected);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toMatchObject(expected);
    }
  });

  test('gives no call and no stop when it is cut at any byte before its end', () => {
    verifies('models.adapter.gemini-ends');
    const finish = bytes.indexOf(end);
    const closed = bytes.indexOf('}\r\n', finish);
    expect(finish).toBeGreaterThan(0);
    for (let at = 0; at < bytes.length; at += 1) {
      for (const whole of [true, false]) {
        const got = read([bytes.subarray(0, at)], whole);
        if (at <= closed) {
          expect({ at, calls: got.calls, stop: got.stop, carry: carryOf(got) }).toEqual({ at, calls: [] });
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

describe('an answer that does not stream', () => {
  test('as the list the server sends without alt=sse', () => {
    verifies('models.adapter.gemini-whole');
    const bytes = fixture('list', 'gemini', 'json');
    const expected = {
      text: 'In pieces.',
      calls: [{ id: generated, name: 'f', arguments: '{"n":12345678901234567890}' }],
      usage: { inputTokens: 6, outputTokens: 9 },
      stop: 'calls',
      failure: undefined,
    };
    expect(read([bytes])).toMatchObject(expected);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toMatchObject(expected);
    }
    for (let at = 0; at < bytes.lastIndexOf(']'); at += 1) {
      const got = read([bytes.subarray(0, at)]);
      expect(got.calls).toEqual([]);
      expect(got.failure?.kind).toMatch(/^(?:cut|protocol)$/);
    }
    expect(read(['[{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}]'])).toMatchObject({
      failure: { kind: 'overloaded', status: 503 },
    });
    expect(read(['[]'])).toMatchObject({ failure: { kind: 'protocol' } });
    expect(read(['[1, null, "x", []]'])).toMatchObject({ failure: { kind: 'protocol' } });
  });

  test('as one object', () => {
    const got = read([fixture('whole', 'gemini', 'json')]);
    expect(got).toMatchObject({
      text: 'All at once. ',
      reasoning: 'Hm.',
      calls: [{ id: 'w1h2o3le', name: 'read_file', arguments: '{\n                "path": "a.md"\n              }' }],
      usage: { inputTokens: 30, outputTokens: 32, reasoningTokens: 20 },
      stop: 'calls',
    });
    expect(carryOf(got)).toHaveLength(3);
  });
});

const piece = (parts: readonly unknown[], more: object = {}) => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
});
const call = (name: string, args: unknown, more: object = {}) => ({ functionCall: { name, args }, ...more });
const stop = (finishReason: string, finishMessage?: string) => ({
  candidates: [{ finishReason, ...(finishMessage !== undefined && { finishMessage }) }],
});

describe('how an answer ends', () => {
  const whole = piece([call('f', { a: 1 })]);
  const endings: [string, string, object][] = [
    ['MAX_TOKENS behind a call is a cut', stream(whole, stop('MAX_TOKENS')), { failure: { kind: 'cut' } }],
    [
      'a malformed call is a cut with words that say so',
      fixture('malformed-call', 'gemini').toString(),
      {
        text: 'I will write it.',
        failure: { kind: 'cut', message: expect.stringMatching(/could not read.*default_api\.write_file.*Send again/) },
      },
    ],
    [
      'a tool that was not offered is a cut',
      stream(whole, stop('UNEXPECTED_TOOL_CALL')),
      { failure: { kind: 'cut', message: expect.stringContaining('not offered') } },
    ],
    ['too many calls in a row is a cut', stream(whole, stop('TOO_MANY_TOOL_CALLS')), { failure: { kind: 'cut' } }],
    ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'LANGUAGE'].map(
      (reason): [string, string, object] => [
        `${reason} is refused and runs nothing`,
        stream(whole, stop(reason, 'why')),
        { stop: 'refused', text: expect.stringContaining(`${reason}: why`) },
      ],
    ),
    [
      'OTHER is a cut',
      stream(whole, stop('OTHER')),
      { failure: { kind: 'cut', message: expect.stringContaining('OTHER') } },
    ],
    ['a reason nobody knows is a cut', stream(whole, stop('NEW_REASON')), { failure: { kind: 'cut' } }],
    ['no reason at all is a cut', stream(whole, stop('FINISH_REASON_UNSPECIFIED')), { failure: { kind: 'cut' } }],
    [
      'a block without a reason is none',
      stream({ promptFeedback: { blockReason: 'BLOCK_REASON_UNSPECIFIED' } }, piece([{ text: 'x' }]), stop('STOP')),
      { stop: 'answered', text: 'x' },
    ],
    [
      'a block says what the server says of it, and nothing behind it counts',
      stream({ promptFeedback: { blockReason: 'SAFETY', blockReasonMessage: 'not this' } }, whole, stop('STOP')),
      { stop: 'refused', text: expect.stringContaining('SAFETY: not this') },
    ],
    [
      'an error in the middle is a failure in the words of the server',
      fixture('error-mid-stream', 'gemini').toString(),
      { text: 'One mo', failure: { kind: 'overloaded', status: 503, message: expect.stringContaining('overloaded') } },
    ],
    [
      'a rate limit in the middle tells its wait',
      stream({ error: { code: 429, message: 'Quota exceeded', details: [{ retryDelay: '34.4s' }] } }),
      { failure: { kind: 'rate-limited', retryAfterMs: 34_400 } },
    ],
    ['[DONE] of a proxy completes it', stream(piece([{ text: 'x' }]), '[DONE]'), { stop: 'answered' }],
    [
      'other candidates are not looked at',
      stream({ candidates: [{ index: 1, content: { parts: [{ text: 'x' }] } }] }, stop('STOP')),
      { text: '' },
    ],
    [
      'arguments in pieces are not guessed at',
      stream(piece([{ functionCall: { name: 'f', partialArgs: [] } }]), stop('STOP')),
      { failure: { kind: 'protocol', message: expect.stringContaining('partialArgs') } },
    ],
    [
      'a call without a name fails',
      stream(piece([{ functionCall: { args: {} } }]), stop('STOP')),
      { failure: { kind: 'protocol' } },
    ],
    ['usage alone is no answer', stream({ usageMetadata: { promptTokenCount: 1 } }), { failure: { kind: 'protocol' } }],
    ['garbage fails it', stream(whole, '{oops', stop('STOP')), { failure: { kind: 'protocol' } }],
  ];
  test.each(endings)('%s', (_, text, wanted) => {
    verifies('models.adapter.gemini-ends');
    const got = read([text]);
    expect(got).toMatchObject({ calls: [], ...wanted });
    expect(read([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)))).toMatchObject({ calls: [], ...wanted });
  });

  test('a call behind the finish must be finished again', () => {
    expect(read([stream(stop('STOP'), piece([call('f', {})]))])).toMatchObject({ calls: [], failure: { kind: 'cut' } });
  });

  test('an answer without end is given up', () => {
    const long = stream(piece([{ text: 'x'.repeat(1024 * 1024) }]));
    expect(read(Array.from({ length: 34 }, () => long))).toMatchObject({ failure: { kind: 'protocol' } });
    const signed = stream(piece([{ text: '', thoughtSignature: 'x'.repeat(1024 * 1024) }]));
    expect(read(Array.from({ length: 34 }, () => signed))).toMatchObject({ failure: { kind: 'protocol' } });
  });
});

describe('parts', () => {
  const argumentsOf = (args: unknown) => {
    const got = read([stream(piece([call('f', args)]), stop('STOP'))]);
    return [got.calls[0]?.arguments, ...problems(got)];
  };

  test('arguments as a text are taken as they are; what is no object is left out and told', () => {
    expect(argumentsOf('{"a":1}')).toEqual(['{"a":1}']);
    expect(argumentsOf({})).toEqual(['{}']);
    for (const odd of [null, 7, true, [1]]) expect(argumentsOf(odd)).toEqual(['', 'arguments-not-object']);
  });

  test('a name of any length is told in few words', () => {
    const call = { functionCall: { name: 'f'.repeat(100_000), args: 7 } };
    const { events } = read([stream(piece([call]), stop('STOP'))]);
    const told = events.flatMap((event) => (event.type === 'problem' ? [event.message.length] : []));
    expect(told).toEqual([expect.any(Number)]);
    expect(told[0]).toBeLessThan(300);
  });

  test('of the counts of tokens the last whole one is told, once', () => {
    const counts = [{ promptTokenCount: 1 }, { promptTokenCount: 5, candidatesTokenCount: 7 }, { other: 1 }, null];
    const frames = counts.map((usageMetadata) => ({ ...piece([{ text: 'x' }]), usageMetadata }));
    const { events } = read([stream(...frames, stop('STOP'))]);
    expect(events.filter(({ type }) => type === 'usage')).toEqual([
      { type: 'usage', usage: { inputTokens: 5, outputTokens: 7 } },
    ]);
  });

  test('ids that repeat are made unique, and the server hears its own again', () => {
    const got = read([
      stream(
        piece([
          { functionCall: { id: 'same', name: 'a', args: {} } },
          { functionCall: { id: 'same', name: 'b', args: {} } },
        ]),
        stop('STOP'),
      ),
    ]);
    expect(got.calls.map(({ id }) => id)).toEqual(['same', expect.stringMatching(/^call_1_/)]);
    expect(carryOf(got)).toEqual([
      { kind: 'call', length: 0, held: { id: 'same' } },
      { kind: 'call', length: 0, held: { id: 'same' } },
    ]);
  });

  test('arguments that follow their name are put with it, and an empty closing part is none', () => {
    const nameless = { functionCall: { args: { a: 1 } } };
    const text = stream(
      piece([{ functionCall: { name: 'f' } }]),
      piece([nameless]),
      piece([{ functionCall: {} }]),
      stop('STOP'),
    );
    expect(read([text]).calls).toEqual([{ id: generated, name: 'f', arguments: '{"a":1}' }]);
  });

  test('signed parts stay on their own, a bare signature too; parts of other kinds are told once', () => {
    const got = read([
      stream(
        piece([{ text: 'a' }, { text: 'b', thoughtSignature: 'S1' }, { text: 'c', thoughtSignature: 'S2' }]),
        piece([{ text: 'd' }, { thoughtSignature: 'S3' }, { thought: true, thoughtSignature: 'S4' }, { text: 'e' }]),
        piece([{ inlineData: { mimeType: 'image/png', data: '' } }, { executableCode: {} }, {}, null, 'x']),
        stop('STOP'),
      ),
    ]);
    expect(got).toMatchObject({ text: 'abcde', reasoning: '', stop: 'answered' });
    expect(carryOf(got)).toEqual([
      { kind: 'text', length: 1 },
      { kind: 'text', length: 1, held: { signature: 'S1' } },
      { kind: 'text', length: 1, held: { signature: 'S2' } },
      { kind: 'text', length: 1 },
      { kind: 'text', length: 0, held: { signature: 'S3' } },
      { kind: 'reasoning', length: 0, held: { signature: 'S4' } },
      { kind: 'text', length: 1 },
    ]);
    expect(problems(got)).toEqual(['part-not-used']);
  });

  test('five hundred calls of 60 KB in one piece are read in one pass each', () => {
    const parts = Array.from({ length: 500 }, (_, at) => call('f', { at, text: 'x'.repeat(60_000) }));
    const text = JSON.stringify([{ ...piece(parts, { finishReason: 'STOP' }) }]);
    // Looking each one up from the start would take minutes: the time limit of a test shows it.
    expect(read([Buffer.from(text)]).calls).toHaveLength(500);
  });
});

test('any pieces in any order: never an exception, exactly one end, calls only with a stop', () => {
  const anything = fc.oneof(
    fc.constantFrom(null, 0, -1, 1e300, '', 'x', '{}', true, [], {}),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const record = (shape: Record<string, fc.Arbitrary<unknown>>) => fc.record(shape, { requiredKeys: [] });
  const part = record({
    text: anything,
    thought: anything,
    thoughtSignature: anything,
    functionCall: fc.oneof(anything, record({ name: anything, args: anything, id: anything, partialArgs: anything })),
  });
  const candidate = record({
    index: anything,
    content: fc.oneof(anything, record({ parts: fc.oneof(anything, fc.array(part, { maxLength: 3 })) })),
    finishReason: fc.constantFrom(null, 'STOP', 'MAX_TOKENS', 'SAFETY', 'x', ''),
    finishMessage: anything,
  });
  const frame = record({
    candidates: fc.oneof(anything, fc.array(candidate, { maxLength: 2 })),
    usageMetadata: anything,
    promptFeedback: fc.oneof(fc.constant(undefined), record({ blockReason: anything })),
  });
  const line = fc.oneof(
    { weight: 8, arbitrary: fc.oneof(frame, fc.array(frame, { maxLength: 3 })).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('[DONE]', '{', 'null', '') },
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (lines, whole) => {
      const got = read([stream(...lines)], whole);
      expect((got.stop === undefined ? 0 : 1) + (got.failure === undefined ? 0 : 1)).toBe(1);
      if (got.stop !== 'calls') expect(got.calls).toEqual([]);
      expect(new Set(got.calls.map(({ id }) => id)).size).toBe(got.calls.length);
    }),
    { numRuns: 5000 },
  );
});
