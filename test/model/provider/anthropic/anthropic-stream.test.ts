import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anthropicProtocol } from '../../../../src/model/provider/anthropic/anthropic.js';
import { verifies } from '../../../requirements.js';
import { fixture, readBody, stream } from '../read-body.js';

const protocol = anthropicProtocol();
const read = (chunks: readonly (Uint8Array | string)[], whole = true) => readBody(chunks, whole, protocol);
const carried = (value: readonly object[]) => ({ type: 'carry', carry: { api: 'anthropic', model: 'm', value } });
const generated = expect.stringMatching(/^call_\d_[0-9a-z]{12}$/);

/** What each fixture comes to. */
const cases = [
  { name: 'text', text: 'Grüße, 世界 👋🏽!', stop: 'answered', usage: { inputTokens: 14, outputTokens: 12 } },
  {
    name: 'thinking-text',
    text: 'Yes, 17 is prime.',
    reasoning: '17 is odd and no small prime divides it.',
    stop: 'answered',
    usage: { inputTokens: 47, outputTokens: 61, reasoningTokens: 38 },
    carry: carried([
      {
        type: 'thinking',
        thinking: '17 is odd and no small prime divides it.',
        signature: 'RXhhbXBsZVNpZ25hdHVyZU9uZQ==',
      },
      { type: 'text', length: 17 },
    ]),
  },
  {
    name: 'call',
    text: 'Let me read it.',
    calls: [{ id: 'toolu_01ExampleRead00000001', name: 'read_file', arguments: '{"path": "notes.md"}' }],
    stop: 'calls',
    usage: { inputTokens: 565, outputTokens: 48 },
  },
  {
    name: 'call-without-arguments',
    calls: [{ id: 'toolu_01ExampleBare00000001', name: 'list_tools', arguments: '{}' }],
    stop: 'calls',
    usage: { inputTokens: 565, outputTokens: 20 },
  },
  {
    name: 'parallel-calls',
    text: 'I will look at both.',
    reasoning: 'Two cities, two calls.',
    calls: [
      { id: 'toolu_01ExampleParis0000001', name: 'get_weather', arguments: '{"city": "Paris"}' },
      { id: 'toolu_01ExampleOslo00000001', name: 'get_weather', arguments: '{"city": "Oslo"}' },
    ],
    stop: 'calls',
    usage: { inputTokens: 812, outputTokens: 131, reasoningTokens: 24 },
    carry: carried([
      { type: 'thinking', thinking: 'Two cities, two calls.', signature: 'RXhhbXBsZVNpZ25hdHVyZVR3bw==' },
      { type: 'text', length: 20 },
      { type: 'call' },
      { type: 'call' },
    ]),
  },
  {
    name: 'exact-arguments',
    calls: [
      {
        id: 'toolu_01ExampleExact0000001',
        name: 'store',
        arguments:
          '{"id": 12345678901234567890, "ratio": 1.00, "name": "雪 🧊 \\"x\\"", "nest": {"list": [1, {"deep": [[true, null]]}]}, "esc": "\\u00e9\\n"}',
      },
    ],
    stop: 'calls',
    usage: { inputTokens: 700, outputTokens: 66 },
  },
  {
    name: 'interleaved',
    text: 'Listing.',
    reasoning: 'First the list.',
    calls: [{ id: 'toolu_01ExampleList00000001', name: 'list_dir', arguments: '{"path": "src"}' }],
    stop: 'calls',
    usage: { inputTokens: 1033, outputTokens: 90 },
    carry: carried([
      { type: 'thinking', thinking: 'First the list.', signature: 'RXhhbXBsZVNpZ25hdHVyZUE=' },
      { type: 'redacted_thinking', data: 'RXhhbXBsZVJlZGFjdGVkRGF0YQ==' },
      { type: 'text', length: 8 },
      { type: 'thinking', thinking: '', signature: 'RXhhbXBsZVNpZ25hdHVyZUI=' },
      { type: 'call' },
    ]),
  },
  {
    name: 'refusal',
    text: 'I can explain ',
    stop: 'refused',
    usage: { inputTokens: 18, outputTokens: 5 },
    problem: { type: 'problem', code: 'refusal-explained', message: 'An example of why this was declined.' },
  },
  { name: 'length', text: 'One, two, three', stop: 'length', usage: { inputTokens: 30, outputTokens: 16 } },
  {
    name: 'length-in-call',
    text: 'Writing.',
    failure: { kind: 'cut', message: expect.stringContaining('output limit') },
  },
  {
    name: 'error',
    text: 'Working on',
    failure: { kind: 'overloaded', status: 529, message: expect.stringContaining('Overloaded') },
  },
  {
    name: 'cached-usage',
    text: 'From the cache.',
    stop: 'answered',
    usage: { inputTokens: 18_622, outputTokens: 9, cachedInputTokens: 18_204 },
  },
];

function told({ events, failure, ...got }: ReturnType<typeof read>) {
  const carry = events.find(({ type }) => type === 'carry');
  const problem = events.find(({ type }) => type === 'problem');
  const { text, reasoning, calls, usage, stop } = got;
  return { text, reasoning, calls, usage, stop, failure, carry, problem };
}

describe('a stream of Anthropic', () => {
  test.each(cases)('$name is read, however its bytes are cut', ({ name, ...wanted }) => {
    verifies('models.adapter.anthropic-answer', 'models.adapter.anthropic-chunks', 'models.adapter.anthropic-digits');
    const bytes = fixture(name, 'anthropic');
    const nothing = { text: '', reasoning: '', calls: [], usage: undefined, stop: undefined };
    const all = { ...nothing, failure: undefined, carry: undefined, problem: undefined, ...wanted };
    expect(told(read([bytes]))).toEqual(all);
    expect(told(read([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(all);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(told(read([bytes.subarray(0, at), bytes.subarray(at)])), `cut at ${at}`).toEqual(all);
    }
    const crlf = bytes.toString('utf8').replaceAll('\n', '\r\n');
    expect(told(read([crlf]))).toEqual(all);
  });

  test('that stops anywhere before its stop reason gives no call and no thought', () => {
    verifies('models.adapter.anthropic-ends');
    const bytes = fixture('parallel-calls', 'anthropic');
    const finish = bytes.indexOf('"stop_reason":"tool_use"');
    const firstEvent = bytes.indexOf('\n\n') + 2;
    for (let at = 0; at < finish; at += 7) {
      for (const whole of [true, false]) {
        const got = told(read([bytes.subarray(0, at)], whole));
        expect(got).toMatchObject({ calls: [], stop: undefined, carry: undefined });
        // Nothing but the name of an event cannot be told from what is no answer at all.
        expect(got.failure?.kind).toMatch(at < firstEvent ? /^(?:cut|protocol)$/ : /^cut$/);
      }
    }
  });

  test('is shown as it comes: a call is open before its arguments', () => {
    const types = read([fixture('parallel-calls', 'anthropic')]).events.map(({ type }) => type);
    expect(types.filter((type, at) => type !== types[at - 1])).toEqual([
      'reasoning',
      'text',
      'call-open',
      'call-arguments',
      'call-open',
      'call-arguments',
      'call',
      'carry',
      'usage',
      'stop',
    ]);
  });
});

test('a whole message is read like a stream', () => {
  verifies('models.adapter.anthropic-answer', 'models.adapter.anthropic-digits');
  const json = fixture('whole', 'anthropic', 'json').toString('utf8');
  const wanted = {
    text: 'Storing.',
    reasoning: 'One call will do.',
    calls: [
      {
        id: 'toolu_01ExampleWhole0000001',
        name: 'store',
        arguments: '{"id": 12345678901234567890, "ratio": 1.00, "id": 2}',
      },
    ],
    usage: { inputTokens: 150, outputTokens: 40, cachedInputTokens: 50 },
    stop: 'calls',
    failure: undefined,
    problem: undefined,
    carry: carried([
      { type: 'thinking', thinking: 'One call will do.', signature: 'RXhhbXBsZVNpZ25hdHVyZVc=' },
      { type: 'text', length: 8 },
      { type: 'call' },
    ]),
  };
  expect(told(read([json]))).toEqual(wanted);
  for (let at = 1; at < json.length; at += 3) {
    expect(told(read([json.slice(0, at), json.slice(at)]))).toEqual(wanted);
    expect(told(read([json.slice(0, at)]))).toMatchObject({ calls: [], stop: undefined, carry: undefined });
  }
  // Some servers put all of it into the first event.
  const early = stream(`{"type":"message_start","message":${json}}`, { type: 'message_stop' });
  expect(told(read([early]))).toEqual(wanted);
});

const start = { type: 'message_start', message: { content: [], usage: { input_tokens: 3, output_tokens: 1 } } };
const open = (block: object, index = 0) => ({ type: 'content_block_start', index, content_block: block });
const delta = (piece: object, index = 0) => ({ type: 'content_block_delta', index, delta: piece });
const words = (text: string, index = 0) => delta({ type: 'text_delta', text }, index);
const json = (text: string, index = 0) => delta({ type: 'input_json_delta', partial_json: text }, index);
const tool = (fields: object, index = 0) => open({ type: 'tool_use', id: 'toolu_x', name: 'f', ...fields }, index);
const finish = (reason: string | null, more: object = {}) => ({
  type: 'message_delta',
  delta: { stop_reason: reason, ...more },
  usage: { output_tokens: 5 },
});
const stopped = { type: 'message_stop' };
const whole = [start, tool({ input: {} }), json('{"a":1}'), { type: 'content_block_stop', index: 0 }];

describe('how an answer ends', () => {
  const call = { id: 'toolu_x', name: 'f', arguments: '{"a":1}' };
  const endings: [string, string, object][] = [
    ['end_turn after text is an answer', stream(start, words('x'), finish('end_turn'), stopped), { stop: 'answered' }],
    [
      'end_turn after a call is a call',
      stream(...whole, finish('end_turn'), stopped),
      { stop: 'calls', calls: [call] },
    ],
    ['tool_use without a call is an answer', stream(start, words('x'), finish('tool_use')), { stop: 'answered' }],
    ['a stop sequence is an answer', stream(start, words('x'), finish('stop_sequence')), { stop: 'answered' }],
    ['a reason nobody knows is an answer', stream(start, words('x'), finish('compaction')), { stop: 'answered' }],
    [
      'max_tokens after a whole call is a cut',
      stream(...whole, finish('max_tokens')),
      { calls: [], failure: { kind: 'cut' } },
    ],
    [
      'a paused turn says that it is not all',
      stream(start, words('x'), finish('pause_turn')),
      { stop: 'length', text: 'x' },
    ],
    ['a refusal runs nothing', stream(...whole, finish('refusal'), stopped), { calls: [], stop: 'refused' }],
    [
      'a full context is told',
      stream(start, words('x'), finish('model_context_window_exceeded'), stopped),
      { failure: { kind: 'context-overflow', message: expect.stringContaining('new session') } },
    ],
    ['message_stop alone completes text', stream(start, words('x'), stopped), { stop: 'answered' }],
    ['message_stop alone completes whole calls', stream(...whole, stopped), { stop: 'calls', calls: [call] }],
    [
      'message_stop alone does not complete half a call',
      stream(start, tool({}), json('{"a'), stopped),
      { calls: [], failure: { kind: 'cut' } },
    ],
    ['message_stop after nothing is no answer', stream(stopped), { failure: { kind: 'protocol' } }],
    ['no stop reason is a cut', stream(...whole, finish(null)), { calls: [], failure: { kind: 'cut' } }],
    ['the stop reason alone is enough', stream(...whole, finish('tool_use')), { stop: 'calls' }],
    [
      'a call that goes on after the end must end again',
      stream(...whole, finish('tool_use'), tool({ id: 'y' }, 1)),
      { calls: [], failure: { kind: 'cut' } },
    ],
    [
      'the end twice counts once',
      stream(...whole, finish('tool_use'), finish('tool_use'), stopped, stopped, ...whole),
      { stop: 'calls', calls: [call] },
    ],
    [
      'events of other kinds pass by',
      `: comment\n\n${stream('{"type": "ping"}', { type: 'later' }, '[]', 'null', ...whole, finish('tool_use'), stopped)}`,
      { stop: 'calls' },
    ],
    [
      'garbage fails the answer',
      stream(...whole, '{broken', finish('tool_use')),
      { calls: [], failure: { kind: 'protocol' } },
    ],
    [
      'another API is told as such',
      stream({ choices: [{ delta: { content: 'x' } }] }, '[DONE]'),
      { failure: { kind: 'protocol', message: expect.stringContaining('speaks the API') } },
    ],
    [
      'a start twice counts once',
      stream(start, start, words('x'), finish('end_turn')),
      { text: 'x', usage: { inputTokens: 3, outputTokens: 5 } },
    ],
  ];
  test.each(endings)('%s', (_, text, wanted) => {
    verifies('models.adapter.anthropic-ends');
    expect(read([text])).toMatchObject(wanted);
    expect(read([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)))).toMatchObject(wanted);
  });

  const errors: [type: string, kind: string, status: number][] = [
    ['overloaded_error', 'overloaded', 529],
    ['api_error', 'overloaded', 500],
    ['timeout_error', 'overloaded', 504],
    ['rate_limit_error', 'rate-limited', 429],
    ['authentication_error', 'unauthorized', 401],
    ['permission_error', 'unauthorized', 403],
    ['billing_error', 'unauthorized', 402],
    ['invalid_request_error', 'bad-request', 400],
    ['request_too_large', 'context-overflow', 413],
  ];
  test.each(errors)('%s in the middle is %s', (type, kind, status) => {
    verifies('models.adapter.anthropic-errors');
    const error = { type: 'error', error: { type, message: 'said so' } };
    const got = read([`${stream(...whole)}event: error\n${stream(error)}${stream(finish('tool_use'), stopped)}`]);
    expect(got).toMatchObject({ calls: [], stop: undefined, failure: { kind, status } });
    expect(got.failure?.message).toContain('said so');
  });
});

describe('what other servers do differently', () => {
  const named = (...events: object[]) =>
    read([stream(start, ...events, finish('tool_use'), stopped)]).calls.map(({ name, arguments: args }) => [
      name,
      args,
    ]);

  test('the input whole at the start, as an object or as text, digit for digit', () => {
    const block = '{"type":"tool_use","id":"x","name":"f","input":{"n": 12345678901234567890, "n": 1.0}}';
    const got = read([
      stream(start, `{"type":"content_block_start","index":0,"content_block":${block}}`, finish('tool_use')),
    ]);
    expect(got.calls).toEqual([{ id: 'x', name: 'f', arguments: '{"n": 12345678901234567890, "n": 1.0}' }]);
    expect(named(tool({ input: '{"a": 1}' }))).toEqual([['f', '{"a": 1}']]);
    expect(named(tool({ input: { a: 1 } }), json('{"a":2}'))).toEqual([['f', '{"a":2}']]);
    expect(named(tool({}))).toEqual([['f', '']]);
  });

  test.each([[null], [7], [true], [[1]]])('an input that is %j is left out, and that is told', (input) => {
    const got = read([stream(start, tool({ input }), finish('tool_use'), stopped)]);
    expect(got.calls).toEqual([{ id: 'toolu_x', name: 'f', arguments: '' }]);
    expect(got.events.filter(({ type }) => type === 'problem')).toMatchObject([{ code: 'arguments-not-object' }]);
  });

  test('no ids, the same ids, one index for all, no index, no start', () => {
    const ids = (...events: object[]) => read([stream(start, ...events, finish('tool_use'))]).calls.map(({ id }) => id);
    expect(ids(tool({ id: undefined }), tool({ id: '' }, 1))).toEqual([generated, generated]);
    expect(ids(tool({}), tool({}, 1))).toEqual(['toolu_x', generated]);
    expect(named(tool({ name: 'a' }), json('{}'), tool({ name: 'b', id: 'y' }), json('{"b":1}'))).toEqual([
      ['a', '{}'],
      ['b', '{"b":1}'],
    ]);
    const bare = { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{"c":1}' } };
    expect(named(tool({ name: 'c' }), bare)).toEqual([['c', '{"c":1}']]);
    expect(
      read([stream(start, words('a'), delta({ type: 'thinking_delta', thinking: 'b' }, 1), finish('end_turn'))]),
    ).toMatchObject({
      text: 'a',
      reasoning: 'b',
      stop: 'answered',
    });
    expect(read([stream(start, json('{}'), finish('tool_use'))])).toMatchObject({ failure: { kind: 'protocol' } });
  });

  test('blocks of tools the server runs are passed by', () => {
    const server = open({ type: 'server_tool_use', id: 's', name: 'web_search', input: {} });
    const found = open({ type: 'web_search_tool_result', tool_use_id: 's', content: [] }, 1);
    const got = read([
      stream(start, server, json('{"query":"x"}'), found, words('Found.', 2), finish('end_turn'), stopped),
    ]);
    expect(told(got)).toMatchObject({ text: 'Found.', calls: [], stop: 'answered' });
  });

  test('a thought that is not signed is shown and not carried', () => {
    const got = read([stream(start, open({ type: 'thinking', thinking: 'Hm.' }), words('x', 1), finish('end_turn'))]);
    expect(told(got)).toMatchObject({ reasoning: 'Hm.', carry: undefined, stop: 'answered' });
  });

  test('the thoughts of a refused answer are not carried', () => {
    const signed = open({ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' });
    const ending = (reason: string) =>
      told(read([stream(start, signed, words('x', 1), finish(reason), stopped)])).carry;
    expect(ending('end_turn')).toBeDefined();
    expect(ending('refusal')).toBeUndefined();
  });

  test('usage told late, and never', () => {
    const late = {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: 70, output_tokens: 8 },
    };
    expect(read([stream({ type: 'message_start', message: {} }, words('x'), late)]).usage).toEqual({
      inputTokens: 70,
      outputTokens: 8,
    });
    const never = { type: 'message_delta', delta: { stop_reason: 'end_turn' } };
    expect(read([stream({ type: 'message_start', message: {} }, words('x'), never)]).usage).toBeUndefined();
  });
});

describe('limits', () => {
  test('an answer without end is given up, of text or of empty blocks', () => {
    const piece = stream(words('x'.repeat(1024 * 1024)));
    expect(read(Array.from({ length: 34 }, () => piece))).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringContaining('32 MB') },
    });
    const empty = stream(...Array.from({ length: 1000 }, () => open({ type: 'text', text: '' })));
    expect(read(Array.from({ length: 350 }, () => empty))).toMatchObject({ failure: { kind: 'protocol' } });
  });

  test('a megabyte of arguments in eight-character deltas, and hundreds of calls in a whole message', () => {
    const args = JSON.stringify({ content: 'line of text 12\n'.repeat(1 << 16) });
    const pieces = Array.from({ length: Math.ceil(args.length / 8) }, (_, at) => json(args.slice(at * 8, at * 8 + 8)));
    const body = [start, tool({ input: {} }), ...pieces, finish('tool_use')].map((event) => stream(event)).join('');
    expect(read([Buffer.from(body)]).calls[0]?.arguments).toBe(args);
    // Looking each input up from the start of the body would take minutes.
    const input = { list: Array.from({ length: 5000 }, () => 1) };
    const content = Array.from({ length: 500 }, (_, at) => ({ type: 'tool_use', id: `c${at}`, name: 'f', input }));
    const got = read([JSON.stringify({ type: 'message', content, stop_reason: 'tool_use' })]);
    expect(got.calls.at(-1)).toEqual({ id: 'c499', name: 'f', arguments: JSON.stringify(input) });
  });
});

test('any events in any order: never an exception, exactly one end, calls only with a stop', () => {
  const anything = fc.oneof(
    fc.constantFrom(null, 0, -1, 1.5, '', 'x', '{}', true, [], {}),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const kinds = fc.constantFrom('text', 'thinking', 'redacted_thinking', 'tool_use', 'other');
  const block = fc.record(
    {
      type: kinds,
      text: anything,
      thinking: anything,
      signature: anything,
      data: anything,
      id: anything,
      name: anything,
      input: anything,
    },
    { requiredKeys: ['type'] },
  );
  const pieces = fc.constantFrom('text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta', 'x');
  const piece = fc.record(
    { type: pieces, text: anything, thinking: anything, signature: anything, partial_json: anything },
    { requiredKeys: ['type'] },
  );
  const index = fc.oneof(fc.nat(2), anything);
  const reason = fc.record({
    stop_reason: fc.constantFrom(null, 'end_turn', 'tool_use', 'max_tokens', 'refusal', 1),
    stop_details: anything,
  });
  const event = fc.oneof(
    fc.record({
      type: fc.constant('message_start'),
      message: fc.oneof(anything, fc.record({ content: fc.array(block, { maxLength: 2 }), usage: anything })),
    }),
    fc.record({ type: fc.constant('content_block_start'), index, content_block: fc.oneof(anything, block) }),
    fc.record({ type: fc.constant('content_block_delta'), index, delta: fc.oneof(anything, piece) }),
    fc.record({ type: fc.constant('message_delta'), delta: fc.oneof(anything, reason), usage: anything }),
    fc.record({ type: fc.constantFrom('message_stop', 'ping', 'content_block_stop') }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 10 }), fc.boolean(), (events, ended) => {
      const got = read([stream(...events)], ended);
      expect((got.stop === undefined ? 0 : 1) + (got.failure === undefined ? 0 : 1)).toBe(1);
      if (got.stop === undefined) expect(got.calls).toEqual([]);
      expect(new Set(got.calls.map(({ id }) => id)).size).toBe(got.calls.length);
    }),
    { numRuns: 3000 },
  );
});
