import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../requirements.js';
import { delta, readBody, stream } from '../read-body.js';

const call = (index: number | undefined, piece: { id?: string; name?: string; arguments?: unknown }) => {
  const { id, ...rest } = piece;
  return {
    tool_calls: [{ ...(index === undefined ? {} : { index }), ...(id === undefined ? {} : { id }), function: rest }],
  };
};
const finish = delta({}, 'tool_calls');
const named = (text: string) => readBody([text]).calls.map(({ name, arguments: args }) => [name, args]);

describe('calls from their pieces', () => {
  test('by index, interleaved and out of order', () => {
    verifies('core.model.openai-calls', 'core.model.openai-parallel-calls');
    const text = stream(
      delta(call(1, { id: 'b', name: 'two', arguments: '{"x"' })),
      delta(call(0, { id: 'a', name: 'one', arguments: '{' })),
      delta(call(1, { arguments: ':1}' })),
      delta(call(0, { arguments: '}' })),
      finish,
      '[DONE]',
    );
    const got = readBody([text]);
    expect(got.calls).toEqual([
      { id: 'a', name: 'one', arguments: '{}' },
      { id: 'b', name: 'two', arguments: '{"x":1}' },
    ]);
    expect(got.events.filter((event) => event.type === 'call-open')).toEqual([
      { type: 'call-open', index: 1, name: 'two' },
      { type: 'call-open', index: 0, name: 'one' },
    ]);
  });

  test('with an id and a name that come late or again and again', () => {
    const late = stream(
      delta(call(0, { arguments: '{"a"' })),
      delta(call(0, { id: 'x' })),
      delta(call(0, { name: 'late', arguments: ':' })),
      delta(call(0, { id: 'x', name: 'late', arguments: '1}' })),
      finish,
    );
    expect(readBody([late])).toMatchObject({ calls: [{ id: 'x', name: 'late', arguments: '{"a":1}' }] });
    // Some servers make up a new id for every piece: only a named one starts another call.
    const renamed = stream(
      delta(call(0, { id: 'x', name: 'f', arguments: '{' })),
      delta(call(0, { id: 'y', arguments: '}' })),
      finish,
    );
    expect(readBody([renamed]).calls).toEqual([{ id: 'x', name: 'f', arguments: '{}' }]);
  });

  test('without an index: whole ones are apart, nameless pieces go on, known ids too', () => {
    const text = stream(
      delta(call(undefined, { name: 'a', arguments: '{}' })),
      delta(call(undefined, { id: 'i', name: 'b', arguments: '{"x"' })),
      delta(call(undefined, { arguments: ':1' })),
      delta(call(undefined, { id: 'i', name: 'b', arguments: '}' })),
      finish,
    );
    expect(named(text)).toEqual([
      ['a', '{}'],
      ['b', '{"x":1}'],
    ]);
  });

  test('two on one index: told apart by id, by name, or where a new object begins', () => {
    const twice = (first: object, second: object) => named(stream(delta(first), delta(second), finish));
    const both = [
      ['a', '{"n":1}'],
      ['a', '{"n":2}'],
    ];
    expect(
      twice(
        call(0, { id: '1', name: 'a', arguments: '{"n":1}' }),
        call(0, { id: '2', name: 'a', arguments: '{"n":2}' }),
      ),
    ).toEqual(both);
    expect(twice(call(0, { name: 'a', arguments: '{"n":1}' }), call(0, { name: 'a', arguments: '{"n":2}' }))).toEqual(
      both,
    );
    expect(twice(call(0, { name: 'a' }), call(0, { name: 'b' }))).toEqual([
      ['a', ''],
      ['b', ''],
    ]);
  });

  test('ids that repeat or are missing are made unique', () => {
    const text = stream(
      delta(call(0, { id: 'same', name: 'a', arguments: '{}' })),
      delta(call(1, { id: 'same', name: 'b', arguments: '{}' })),
      delta(call(2, { id: '', name: 'c', arguments: '{}' })),
      finish,
    );
    const ids = readBody([text]).calls.map(({ id }) => id);
    expect(ids[0]).toBe('same');
    expect(ids[1]).toMatch(/^call_1_/);
    expect(ids[2]).toMatch(/^call_2_/);
  });

  test('as one object instead of a list, and with the function in the call itself', () => {
    const flat = { tool_calls: [{ id: 'x', name: 'f', arguments: { n: 1 } }] };
    expect(readBody([stream(delta(flat), finish)]).calls).toEqual([{ id: 'x', name: 'f', arguments: '{"n":1}' }]);
    const one = { tool_calls: { id: 'x', function: { name: 'f', arguments: { n: 1 } } } };
    expect(readBody([stream(delta(one), finish)]).calls).toEqual([{ id: 'x', name: 'f', arguments: '{"n":1}' }]);
    const legacy = { function_call: { name: 'f', arguments: { n: 1 } } };
    expect(named(stream(delta(legacy), delta({}, 'function_call')))).toEqual([['f', '{"n":1}']]);
  });

  test('a call without a name fails the answer', () => {
    expect(readBody([stream(delta(call(0, { id: 'x', arguments: '{}' })), finish)])).toMatchObject({
      calls: [],
      failure: { kind: 'protocol' },
    });
  });

  test('arguments as an object, 100,000 levels deep', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const chunk = `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"d","function":{"name":"f","arguments":${deep}}}]},"finish_reason":"tool_calls"}]}`;
    expect(readBody([stream(chunk)]).calls).toEqual([{ id: 'd', name: 'f', arguments: deep }]);
  });
});

describe('arguments', () => {
  const one = (args: string) =>
    readBody([
      stream(
        `{"choices":[{"delta":{"tool_calls":[{"function":{"name":"f","arguments":${args}}}]},"finish_reason":"tool_calls"}]}`,
      ),
    ]);

  test('as an object and as text, with nesting, scalars and every digit', () => {
    verifies(
      'local-harness.provider.arguments-object',
      'local-harness.provider.arguments-string',
      'local-harness.provider.arguments-nested',
      'local-harness.provider.arguments-scalars',
      'local-harness.provider.arguments-digits',
    );
    const text =
      '{"nested": {"list": [1, [2, {"x": []}]]}, "text": "0012", "int": 12345678901234567890, "yes": true, "no": null, "ratio": 1.10}';
    expect(one(text).calls[0]?.arguments).toBe(text);
    expect(one(JSON.stringify(text)).calls[0]?.arguments).toBe(text);
    expect(one(text).events.filter((event) => event.type === 'problem')).toEqual([]);
  });

  test.each([
    ['null', 'null'],
    ['a list', '[1,2]'],
    ['a number', '7'],
    ['a boolean', 'true'],
  ])('as %s count as none and are reported', (kind, args) => {
    verifies('local-harness.provider.arguments-other');
    const { calls, events, stop } = one(args);
    expect([stop, calls[0]?.name, calls[0]?.arguments]).toEqual(['calls', 'f', '']);
    expect(events.filter((event) => event.type === 'problem')).toEqual([
      { type: 'problem', code: 'arguments-not-object', message: expect.stringContaining(kind) },
    ]);
  });

  test('null before the first piece says nothing, and none at all are none', () => {
    const late = stream(delta(call(0, { name: 'f', arguments: null })), delta(call(0, { arguments: '{}' })), finish);
    for (const text of [late, stream(delta(call(0, { name: 'f' })), finish)]) {
      expect(readBody([text]).events.filter((event) => event.type === 'problem')).toEqual([]);
    }
  });

  test('a missing id becomes call_ and the index, with a suffix that keeps it unique in a session; a type is not needed', () => {
    verifies('local-harness.provider.missing-id');
    const text = stream(
      delta(call(0, { name: 'f', arguments: '{}' })),
      delta(call(1, { name: 'g', arguments: '{}' })),
      finish,
    );
    const ids = readBody([text]).calls.map(({ id }) => id);
    expect(ids[0]).toMatch(/^call_0_[0-9a-z]{12}$/);
    expect(ids[1]).toMatch(/^call_1_[0-9a-z]{12}$/);
    expect(readBody([text]).calls[0]?.id).not.toBe(ids[0]);
  });
});

test('usage is read where each server puts it', () => {
  verifies('models.adapter.openai-chat-usage');
  const usage = (chunk: object) => readBody([stream(delta({ content: 'x' }, 'stop'), chunk, '[DONE]')]).usage;
  const base = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const plain = { inputTokens: 10, outputTokens: 5 };
  expect(usage({ usage: base })).toEqual(plain);
  expect(usage({ usage: { ...base, prompt_tokens_details: { cached_tokens: 4 } } })).toEqual({
    ...plain,
    cachedInputTokens: 4,
  });
  expect(usage({ usage: { ...base, cached_tokens: 4 } })).toEqual({ ...plain, cachedInputTokens: 4 });
  expect(usage({ usage: { ...base, prompt_cache_hit_tokens: 4 } })).toEqual({ ...plain, cachedInputTokens: 4 });
  expect(usage({ x_groq: { usage: base } })).toEqual(plain);
  expect(usage({ choices: [{ index: 0, delta: {}, usage: base }] })).toEqual(plain);
  const thought = { completion_tokens_details: { reasoning_tokens: 3 } };
  expect(usage({ usage: { ...base, ...thought } })).toEqual({ ...plain, reasoningTokens: 3 });
  // xAI counts the reasoning apart.
  expect(usage({ usage: { ...base, total_tokens: 18, ...thought } })).toEqual({
    inputTokens: 10,
    outputTokens: 8,
    reasoningTokens: 3,
  });
  for (const odd of [{ usage: 5 }, { usage: {} }, { usage: { prompt_tokens: 'x' } }, { x_groq: {} }]) {
    expect(usage(odd)).toBeUndefined();
  }
});

describe('reasoning that is wanted back', () => {
  const carried = (...deltas: object[]) =>
    readBody([stream(...deltas.map((one) => delta(one)), delta({}, 'stop'), '[DONE]')]).events.flatMap((event) =>
      event.type === 'carry' ? [event.carry.value] : [],
    );
  const block = (more: object) => ({ reasoning_details: [{ type: 'reasoning.text', ...more }] });

  test('is carried by its name, even empty, and not at all when it has another', () => {
    verifies('models.adapter.openai-chat-carry');
    expect(carried({ reasoning_content: '' }, { content: 'x' })).toEqual([{ reasoning_content: true }]);
    expect(carried({ reasoning_content: null, content: 'x' })).toEqual([]);
    expect(carried({ reasoning: 'Hm.' })).toEqual([]);
  });

  test('in blocks: fragments of one are put together, others stay apart', () => {
    verifies('models.adapter.openai-chat-carry');
    const blocks = (...deltas: object[]) =>
      carried(...deltas).flatMap((value) => (value as { reasoning_details: object[] }).reasoning_details);
    expect(
      blocks(block({ text: 'a', index: 0 }), block({ text: 'b', index: 0 }), block({ text: 'c', index: 1 })),
    ).toEqual([
      { type: 'reasoning.text', index: 0, text: 'ab' },
      { type: 'reasoning.text', index: 1, text: 'c' },
    ]);
    expect(blocks(block({ text: 'a' }), block({ text: 'b' }))).toHaveLength(2);
    expect(blocks(block({ text: 'a', index: 0, id: 'x' }), block({ text: 'b', index: 0, id: 'y' }))).toHaveLength(2);
    expect(blocks({ reasoning_details: [null, 1, {}, { type: 'x', odd: { deep: [1] }, text: 5 }] })).toEqual([
      { type: 'x' },
    ]);
  });

  test('in blocks alone is shown too, and a flood of them is given up', () => {
    expect(readBody([stream(delta(block({ text: 'Hm.', index: 0 })), delta({}, 'stop'))]).reasoning).toBe('Hm.');
    const flood = stream(delta({ reasoning_details: Array.from({ length: 20_000 }, () => ({ type: 'x' })) }));
    expect(readBody(Array.from({ length: 20 }, () => flood))).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringContaining('32 MB') },
    });
  });
});

test('audio and parts of other kinds pass by', () => {
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'image_url', image_url: {} },
    { type: 'audio', data: 'AAAA' },
    null,
    5,
  ];
  expect(readBody([stream(delta({ content: parts, audio: { data: 'AAAA' } }), delta({}, 'stop'))])).toMatchObject({
    text: 'a',
    stop: 'answered',
  });
});

describe('how an answer ends', () => {
  const open = delta(call(0, { id: 'x', name: 'f', arguments: '{"a":' }));
  const whole = delta(call(0, { id: 'x', name: 'f', arguments: '{"a":1}' }));
  const cases: [string, string, object][] = [
    ['calls with finish_reason stop are calls', stream(whole, delta({}, 'stop')), { stop: 'calls' }],
    [
      'finish_reason tool_calls without a call is an answer',
      stream(delta({ content: 'x' }, 'tool_calls')),
      { stop: 'answered' },
    ],
    ['length in text stops at the length', stream(delta({ content: 'x' }, 'length')), { stop: 'length', text: 'x' }],
    [
      'length in a call is a cut',
      stream(open, delta({}, 'length'), '[DONE]'),
      { calls: [], failure: { kind: 'cut', message: expect.stringContaining('output limit') } },
    ],
    ['length after a call is a cut too', stream(whole, delta({}, 'length')), { calls: [], failure: { kind: 'cut' } }],
    [
      'a filtered answer is refused and runs nothing',
      stream(whole, delta({}, 'content_filter')),
      { calls: [], stop: 'refused' },
    ],
    [
      'a refusal is text and refused',
      stream(delta({ refusal: 'No.' }), delta({}, 'stop')),
      { text: 'No.', stop: 'refused' },
    ],
    ['an aborted answer is a cut', stream(whole, delta({}, 'abort')), { calls: [], failure: { kind: 'cut' } }],
    ['[DONE] alone completes text', stream(delta({ content: 'x' }), '[DONE]'), { stop: 'answered' }],
    ['[DONE] alone completes whole calls', stream(whole, '[DONE]'), { stop: 'calls', calls: [{ name: 'f' }] }],
    ['[DONE] alone does not complete half a call', stream(open, '[DONE]'), { calls: [], failure: { kind: 'cut' } }],
    ['[DONE] after nothing is no answer', stream('[DONE]'), { failure: { kind: 'protocol' } }],
    ['neither is a cut', stream(whole), { calls: [], stop: undefined, failure: { kind: 'cut' } }],
    [
      'a call that goes on after the finish must finish again',
      stream(whole, finish, delta(call(1, { name: 'g', arguments: '{' }))),
      { calls: [], failure: { kind: 'cut' } },
    ],
    [
      'the end twice counts once',
      stream(whole, finish, finish, '[DONE]', '[DONE]', whole, finish),
      { stop: 'calls', calls: [{ id: 'x' }] },
    ],
    [
      'usage after the finish counts',
      stream(whole, finish, { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } }),
      { usage: { inputTokens: 3, outputTokens: 4 } },
    ],
    [
      'events of other kinds pass by',
      `event: ping\ndata: {}\n\n${stream('null', '1', '""', '[]', '{"x":1}')}data:\n\n${stream(whole, finish)}`,
      { stop: 'calls' },
    ],
    [
      'garbage fails the answer',
      stream(whole, '{broken', finish),
      { calls: [], failure: { kind: 'protocol', message: expect.stringContaining('{broken') } },
    ],
    [
      'an error event fails the answer',
      `event: error\n${stream({ message: 'out of memory' })}`,
      { failure: { kind: 'overloaded', message: expect.stringContaining('out of memory') } },
    ],
    [
      'a rate limit in the stream is one',
      stream({ error: { message: 'slow down', type: 'rate_limit_error' } }),
      { failure: { kind: 'rate-limited' } },
    ],
    [
      'a context overflow in the stream is one',
      stream({ error: { message: 'maximum context length is 8192 tokens' } }),
      { failure: { kind: 'context-overflow' } },
    ],
    [
      'a last event without its blank line counts',
      `${stream(whole)}data: ${JSON.stringify(finish)}`,
      { stop: 'calls' },
    ],
    [
      'plain text is no stream',
      'upstream connect error\nreset\n',
      { failure: { kind: 'protocol', message: expect.stringContaining('upstream connect error') } },
    ],
    ['nothing at all is a cut', '', { failure: { kind: 'cut' } }],
    [
      'a web page is not an answer',
      '  \n<html><body>Sign in</body></html>',
      { failure: { kind: 'protocol', message: expect.stringContaining('web page') } },
    ],
  ];
  test.each(cases)('%s', (_, text, wanted) => {
    expect(readBody([text])).toMatchObject(wanted);
    expect(readBody([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)))).toMatchObject(wanted);
  });

  test('a last event without its blank line does not count when the connection broke', () => {
    expect(readBody([`${stream(whole)}data: ${JSON.stringify(finish)}`], false)).toMatchObject({
      calls: [],
      failure: { kind: 'cut' },
    });
  });

  test('a whole answer from a server that does not stream', () => {
    const message = {
      role: 'assistant',
      content: 'Hi',
      reasoning_content: 'Hm',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    };
    const json = JSON.stringify(
      {
        choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
        usage: { prompt_tokens: 1, completion_tokens: 2 },
      },
      null,
      2,
    );
    const wanted = {
      text: 'Hi',
      reasoning: 'Hm',
      calls: [{ id: 'c', name: 'f', arguments: '{}' }],
      usage: { inputTokens: 1, outputTokens: 2 },
      stop: 'calls',
    };
    expect(readBody([`\ufeff\n${json}\n`])).toMatchObject(wanted);
    for (let at = 1; at < json.length; at += 1)
      expect(readBody([json.slice(0, at)])).toMatchObject({
        calls: [],
        failure: { kind: /}\s*$/.test(json.slice(0, at)) ? 'protocol' : 'cut' },
      });
    expect(readBody(['{"error":{"message":"no such model","code":404}}'])).toMatchObject({ failure: { status: 404 } });
  });

  test('an answer without end is given up', () => {
    const piece = stream(delta({ content: 'x'.repeat(1024 * 1024) }));
    expect(readBody(Array.from({ length: 34 }, () => piece))).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringContaining('32 MB') },
    });
    expect(readBody([`data: ${'x'.repeat(5 * 1024 * 1024)}`])).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringContaining('4 MB') },
    });
  });
});

test('any chunks in any order: never an exception, exactly one end, calls only with a stop', () => {
  const anything = fc.oneof(
    fc.constantFrom(null, 0, -1, 1.5, 1e300, '', 'x', '{}', true, [], {}),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const piece = fc.record(
    { index: anything, id: anything, function: fc.oneof(anything, fc.record({ name: anything, arguments: anything })) },
    { requiredKeys: [] },
  );
  const body = fc.record(
    {
      content: anything,
      reasoning: anything,
      refusal: anything,
      tool_calls: fc.oneof(anything, fc.array(piece, { maxLength: 3 })),
      function_call: anything,
    },
    { requiredKeys: [] },
  );
  const choice = fc.record(
    {
      index: anything,
      delta: fc.oneof(anything, body),
      finish_reason: fc.constantFrom(null, 'stop', 'length', 'tool_calls', 'x'),
    },
    { requiredKeys: [] },
  );
  const chunk = fc.record(
    { choices: fc.oneof(anything, fc.array(choice, { maxLength: 2 })), usage: anything, error: fc.constant(undefined) },
    { requiredKeys: [] },
  );
  const line = fc.oneof(
    { weight: 8, arbitrary: chunk.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('[DONE]', '{', 'null', '') },
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), fc.boolean(), (lines, whole) => {
      const got = readBody([stream(...lines)], whole);
      expect((got.stop === undefined ? 0 : 1) + (got.failure === undefined ? 0 : 1)).toBe(1);
      if (got.stop === undefined) expect(got.calls).toEqual([]);
      expect(new Set(got.calls.map(({ id }) => id)).size).toBe(got.calls.length);
    }),
    { numRuns: 10_000 },
  );
});

test('a megabyte of arguments in eight-character deltas is put together once, not again at each delta', () => {
  verifies('core.model.delta-linear');
  const args = JSON.stringify({ content: 'line of text 12\n'.repeat(1 << 16) });
  const deltas = Array.from({ length: Math.ceil(args.length / 8) }, (_, at) =>
    delta(call(0, { arguments: args.slice(at * 8, at * 8 + 8) })),
  );
  const chunks = [delta(call(0, { id: 'x', name: 'f' })), ...deltas, finish].map((chunk) => stream(chunk));
  // A reader that starts over at each of the 130,000 deltas would need many minutes: the time limit of a test shows it.
  expect(readBody([Buffer.from(chunks.join(''))]).calls[0]?.arguments).toBe(args);
});
