import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOllamaProtocol } from '../../../../src/model/provider/ollama/ollama-protocol.js';
import { verifies } from '../../../requirements.js';
import { fixture, type ReadBody, readBody } from '../read-body.js';

const protocol = createOllamaProtocol(() => ({
  numCtx: undefined,
  think: undefined,
  keepAlive: '30m',
  format: undefined,
}));
const read = (chunks: readonly (Uint8Array | string)[], whole = true): ReadBody => readBody(chunks, whole, protocol);
const bytesOf = (name: string): Buffer => fixture(name, 'ollama', 'ndjson');
const generated = (index: number) => expect.stringMatching(new RegExp(`^call_${index}_[0-9a-z]{12}$`));

const cases = [
  {
    name: 'text',
    text: 'Grüße, 世界 👋🏽!',
    usage: { inputTokens: 26, outputTokens: 8 },
    stop: 'answered',
  },
  {
    name: 'thinking',
    reasoning: 'Two  and two make four.',
    text: 'It is 4.',
    usage: { inputTokens: 31, outputTokens: 19 },
    stop: 'answered',
  },
  {
    name: 'call',
    reasoning: 'I need the file.',
    text: 'Let me look.',
    calls: [{ id: 'call_k3v9x2qa', name: 'read_file', arguments: '{"path":"notes.md"}' }],
    usage: { inputTokens: 412, outputTokens: 37 },
    stop: 'calls',
  },
  {
    name: 'parallel-calls',
    calls: [
      { id: 'call_p1a1a1a1', name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: 'call_p2b2b2b2', name: 'get_weather', arguments: '{"city":"Oslo"}' },
      { id: 'call_p3c3c3c3', name: 'list_dir', arguments: '{}' },
    ],
    usage: { inputTokens: 230, outputTokens: 58 },
    stop: 'calls',
  },
  {
    name: 'exact-arguments',
    reasoning: 'Store both.',
    calls: [
      {
        id: 'call_e1e1e1e1',
        name: 'store',
        arguments:
          '{"id":12345678901234567890,"ratio":1.10,"tiny":1e-7,"text":"Grüße \\u003cb\\u003e 👋🏽 \\"q\\" \\\\ {}","list":[[1,[2]],{"deep":{"er":null}}],"yes":true,"digits":"007"}',
      },
    ],
    usage: { inputTokens: 301, outputTokens: 66 },
    stop: 'calls',
  },
  {
    name: 'older-calls',
    calls: [
      { id: generated(0), name: 'get_weather', arguments: '{"city":"Paris"}' },
      { id: generated(1), name: 'get_weather', arguments: '{"city":"Oslo"}' },
    ],
    usage: { inputTokens: 166, outputTokens: 44 },
    stop: 'calls',
  },
  { name: 'length', text: 'The first of many', usage: { inputTokens: 90, outputTokens: 4 }, stop: 'length' },
  {
    name: 'cached-usage',
    text: 'Done.',
    usage: { inputTokens: 5120, outputTokens: 3, cachedInputTokens: 4980 },
    stop: 'answered',
  },
  {
    name: 'cloud',
    reasoning: 'Easy.',
    text: 'Yes.',
    usage: { inputTokens: 77, outputTokens: 9 },
    stop: 'answered',
  },
  {
    name: 'string-arguments',
    calls: [
      { id: generated(0), name: 'read_file', arguments: '{"path": "a.md", "lines": 18446744073709551615}' },
      { id: generated(1), name: 'list_dir', arguments: '' },
    ],
    usage: { inputTokens: 12, outputTokens: 20 },
    stop: 'calls',
  },
  {
    name: 'whole',
    reasoning: 'Two files.',
    text: 'Both at once.',
    calls: [
      { id: 'call_w1w1w1w1', name: 'read_file', arguments: '{"path":"a.md"}' },
      { id: 'call_w2w2w2w2', name: 'read_file', arguments: '{"path":"b.md"}' },
    ],
    usage: { inputTokens: 412, outputTokens: 37 },
    stop: 'calls',
  },
];

describe.each(cases)('an answer as of $name', (wanted) => {
  const bytes = bytesOf(wanted.name);
  const expected = {
    text: wanted.text ?? '',
    reasoning: wanted.reasoning ?? '',
    calls: wanted.calls ?? [],
    usage: wanted.usage,
    stop: wanted.stop,
    failure: undefined,
  };

  test('gives its answer whole, at every split and byte by byte', () => {
    verifies('models.ollama.chat', 'local-harness.provider.ollama-chat', 'local-harness.provider.missing-id');
    const whole = read([bytes]);
    expect(whole).toMatchObject(expected);
    expect(gist(read([...bytes].map((byte) => Uint8Array.of(byte))))).toBe(gist(whole));
    const splits = Array.from({ length: bytes.length - 1 }, (_, at) => at + 1);
    const other = splits.filter((at) => gist(read([bytes.subarray(0, at), bytes.subarray(at)])) !== gist(whole));
    expect(other).toEqual([]);
  });

  test('gives no call and no stop when it is cut before its end', () => {
    verifies('models.ollama.chat');
    const cuts = Array.from({ length: bytes.lastIndexOf('}') + 1 }, (_, at) => at);
    for (const ended of [true, false]) {
      const wrong = cuts.filter((at) => {
        const { calls, stop, failure } = read([bytes.subarray(0, at)], ended);
        return calls.length > 0 || stop !== undefined || !/^(?:cut|protocol)$/.test(failure?.kind ?? '');
      });
      expect(wrong).toEqual([]);
    }
  });
});

/** All of an answer but ids, which may be made up. */
function gist({ text, reasoning, calls, usage, stop, failure }: ReadBody): string {
  const made = calls.map(({ name, arguments: args }) => [name, args]);
  return JSON.stringify([text, reasoning, made, usage, stop, failure]);
}

/** A line of an answer, and its end. */
const line = (message: object): string => `${JSON.stringify({ message, done: false })}\n`;
const end = (reason?: string): string =>
  `${JSON.stringify({ message: { role: 'assistant', content: '' }, done: true, ...(reason && { done_reason: reason }) })}\n`;
const called = (...calls: readonly object[]): string =>
  line({ role: 'assistant', content: '', tool_calls: calls.map((call) => ({ function: call })) });
const rawCall = (args: string): string =>
  `{"message":{"tool_calls":[{"function":{"name":"f","arguments":${args}}}]},"done":false}\n${end()}`;

describe('how an answer ends', () => {
  const one = called({ name: 'f', arguments: { a: 1 } });
  const rows: [string, string, object][] = [
    ['an error in the middle', bytesOf('error').toString(), { text: 'One mo', failure: { kind: 'overloaded' } }],
    [
      'an error with a status of its own',
      bytesOf('error-status').toString(),
      { failure: { kind: 'context-overflow', status: 400 } },
    ],
    [
      'the limit behind a call: what followed is not known',
      bytesOf('length-in-calls').toString(),
      { calls: [], stop: undefined, failure: { kind: 'cut' } },
    ],
    ['no reason: an older server', one + end(), { stop: 'calls', calls: [{ name: 'f' }] }],
    ['done without a message', `${line({ content: 'x' })}{"done":true}\n`, { text: 'x', stop: 'answered' }],
    ['nothing said', end('stop'), { text: '', stop: 'answered' }],
    ['a model that was only loaded', end('load'), { stop: undefined, failure: { kind: 'overloaded' } }],
    ['a model that was unloaded', end('unload'), { stop: undefined, failure: { kind: 'overloaded' } }],
    ['a line that is no JSON', `${one}{"message":\n${end()}`, { calls: [], failure: { kind: 'protocol' } }],
    ['no end', one, { calls: [], failure: { kind: 'cut' } }],
    ['the mark of another API', `${one}[DONE]\n`, { calls: [], failure: { kind: 'cut' } }],
    ['a web page', '<!doctype html><p>Sign in', { failure: { kind: 'protocol' } }],
    ['nothing at all', '', { failure: { kind: 'cut' } }],
    ['a call without a name', called({ arguments: {} }) + end(), { calls: [], failure: { kind: 'protocol' } }],
    ['what follows the end', one + end() + one + end(), { calls: [{ name: 'f' }], stop: 'calls' }],
    [
      'fields of other types',
      `{"message":7,"done":"yes"}\n{"message":{"content":[],"thinking":1,"tool_calls":{}}}\n${end()}`,
      { stop: 'answered' },
    ],
  ];
  test.each(rows)('%s', (_, text, wanted) => {
    verifies('models.ollama.chat');
    expect(read([text])).toMatchObject(wanted);
  });
});

describe('arguments', () => {
  test.each([
    ['an object', 'local-harness.provider.arguments-object', '{"a":1}'],
    ['an object with its spaces and keys twice', 'models.ollama.exact-arguments', '{ "a" : 1.0, "a": 2 }'],
    ['nested lists and objects', 'local-harness.provider.arguments-nested', '{"a":[[],{"b":[{"c":{}}]}]}'],
    ['scalars of each kind', 'local-harness.provider.arguments-scalars', '{"s":"1","i":-0,"b":false,"n":null}'],
    ['digits as text', 'local-harness.provider.arguments-digits', '{"zip":"00123","big":"99999999999999999999"}'],
  ] as const)('as %s', (_, id, written) => {
    verifies(id);
    const got = read([rawCall(written)]);
    expect(got.calls).toEqual([{ id: generated(0), name: 'f', arguments: written }]);
    expect(got.events.filter(({ type }) => type === 'problem')).toEqual([]);
  });

  test('as text', () => {
    verifies('local-harness.provider.arguments-string', 'models.ollama.exact-arguments');
    const got = read([rawCall('"{\\"n\\":9007199254740993}"')]);
    expect(got.calls).toEqual([{ id: generated(0), name: 'f', arguments: '{"n":9007199254740993}' }]);
    expect(got.events.filter(({ type }) => type === 'problem')).toEqual([]);
  });

  test.each([
    ['a number', '7'],
    ['null', 'null'],
    ['true', 'true'],
    ['a list', '[1,2]'],
  ])('as %s, which count as none', (_, written) => {
    verifies('local-harness.provider.arguments-other');
    const got = read([rawCall(written)]);
    expect(got.calls).toEqual([{ id: generated(0), name: 'f', arguments: '' }]);
    expect(got.events.filter(({ type }) => type === 'problem')).toEqual([
      { type: 'problem', code: 'arguments-not-object', message: expect.stringContaining('count as none') },
    ]);
  });

  test('calls with the same id or index stay apart', () => {
    const twice = line({
      tool_calls: [1, 2].map((n) => ({ id: 'c', function: { index: 0, name: 'f', arguments: { n } } })),
    });
    expect(read([twice + end()]).calls).toEqual([
      { id: 'c', name: 'f', arguments: '{"n":1}' },
      { id: generated(1), name: 'f', arguments: '{"n":2}' },
    ]);
  });

  test('too many calls, a huge answer and deep arguments are bounded', () => {
    const many = called(...Array.from({ length: 40_000 }, () => ({ name: 'f', arguments: 3 })));
    const flood = read([many + end()]);
    expect(flood).toMatchObject({ calls: [], failure: { kind: 'protocol' } });
    expect(flood.events.length).toBeLessThan(2000);
    const long = line({ content: 'x'.repeat(3_900_000) });
    expect(read([...Array.from({ length: 10 }, () => long), end()])).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringContaining('32 MB') },
    });
    expect(read([line({ content: 'x'.repeat(5_000_000) }) + end()])).toMatchObject({ failure: { kind: 'protocol' } });
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(read([rawCall(deep)]).calls[0]?.arguments).toBe(deep);
  });
});

test('any lines in any order: never an exception, exactly one end, calls only with a stop', () => {
  const anything = fc.oneof(fc.constantFrom(null, 0, '', 'x', true, [], {}), fc.jsonValue({ maxDepth: 2 }));
  const call = fc.record(
    { id: anything, function: fc.oneof(anything, fc.record({ name: anything, arguments: anything })) },
    { requiredKeys: [] },
  );
  const message = fc.record(
    { content: anything, thinking: anything, tool_calls: fc.oneof(anything, fc.array(fc.oneof(call, anything))) },
    { requiredKeys: [] },
  );
  const row = fc.record(
    {
      message: fc.oneof(message, anything),
      done: fc.constantFrom(true, false, 1),
      done_reason: anything,
      error: fc.constant(undefined),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.boolean(), (rows, whole) => {
      const got = read([rows.map((one) => `${JSON.stringify(one)}\n`).join('')], whole);
      expect((got.stop === undefined ? 0 : 1) + (got.failure === undefined ? 0 : 1)).toBe(1);
      if (got.stop !== 'calls') expect(got.calls).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
