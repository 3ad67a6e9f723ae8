import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openAiResponsesProtocol } from '../../../../src/model/provider/openai/openai-responses.js';
import { verifies } from '../../../requirements.js';
import { readBody } from '../read-body.js';

const stream = (...events: readonly (object | string)[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
const read = (text: string, whole = true) => readBody([text], whole, openAiResponsesProtocol);

const created = { type: 'response.created', response: { status: 'in_progress', output: [] } };
const completed = (output: readonly unknown[] = [], more = {}) => ({
  type: 'response.completed',
  response: { status: 'completed', output, ...more },
});
const callItem = (callId: string | undefined, name: string, args: unknown, more = {}) => ({
  type: 'function_call',
  ...(callId !== undefined && { call_id: callId }),
  name,
  arguments: args,
  ...more,
});
const added = (index: number | undefined, item: object) => ({
  type: 'response.output_item.added',
  output_index: index,
  item,
});
const done = (index: number | undefined, item: object) => ({
  type: 'response.output_item.done',
  output_index: index,
  item,
});
const argued = (index: number | undefined, delta: string, more = {}) => ({
  type: 'response.function_call_arguments.delta',
  output_index: index,
  delta,
  ...more,
});
const said = (index: number | undefined, delta: string) => ({
  type: 'response.output_text.delta',
  output_index: index,
  delta,
});
const message = (...texts: string[]) => ({
  type: 'message',
  content: texts.map((text) => ({ type: 'output_text', text })),
});

describe('a call is read once', () => {
  const call = callItem('c1', 'f', '{"a":1}', { id: 'fc_1' });
  const one = [{ id: 'c1', name: 'f', arguments: '{"a":1}' }];
  const open = added(0, { ...call, arguments: '' });
  const cases: [string, readonly (object | string)[]][] = [
    ['only at its own end', [done(0, call), completed()]],
    ['only at the end of it all', [completed([call])]],
    ['at both ends', [done(0, call), completed([call])]],
    ['in deltas alone', [open, argued(0, '{"a"'), argued(0, ':1}'), completed()]],
    [
      'in deltas and at every end',
      [
        open,
        argued(0, '{"a":1}'),
        { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"a":1}', name: 'f' },
        done(0, call),
        completed([call]),
      ],
    ],
    ['with its announcement alone', [added(0, call), completed()]],
    ['announced twice', [open, open, argued(0, '{"a":1}'), done(0, call), done(0, call), completed([call])]],
    ['in deltas before its announcement', [argued(0, '{"a":'), open, argued(0, '1}'), completed([call])]],
    ['with other item ids at the end', [open, argued(0, '{"a":1}'), completed([{ ...call, id: 'other' }])]],
    ['with another call id at the end', [done(0, call), completed([{ ...call, call_id: 'other' }])]],
    ['without any index', [{ ...open, output_index: undefined }, argued(undefined, '{"a":1}'), completed([call])]],
    [
      'by item id alone',
      [{ ...open, output_index: undefined }, argued(undefined, '{"a":1}', { item_id: 'fc_1' }), completed([call])],
    ],
    ['behind an item that is not listed at the end', [done(0, message('')), done(1, call), completed([call])]],
    ['with its arguments put right at its end', [open, argued(0, '{"a":'), done(0, call), completed()]],
    ['with [DONE] in the place of an end', [created, open, argued(0, '{"a":1}'), '[DONE]']],
  ];
  test.each(cases)('%s', (_, events) => {
    verifies('models.adapter.openai-responses-stream');
    expect(read(stream(...events))).toMatchObject({ calls: one, stop: 'calls', failure: undefined });
  });

  test('and each of several, in the order of the output', () => {
    const b = callItem('c2', 'f', '{}');
    const ids = (...events: object[]) => read(stream(...events)).calls.map(({ id }) => id);
    expect(ids(done(1, b), done(0, call), completed([call, b]))).toEqual(['c1', 'c2']);
    expect(ids(done(1, b), completed([call, b]))).toEqual(['c1', 'c2']);
    expect(ids(done(0, call), done(0, b), completed([call, b]))).toEqual(['c1', 'c2']);
    expect(ids(added(0, call), added(0, b), done(0, b), completed())).toEqual(['c1', 'c2']);
    // Two of one name and without ids are two, and stay two.
    const twin = callItem(undefined, 'f', '{}');
    expect(ids(done(undefined, twin), done(undefined, twin), completed([twin, twin]))).toHaveLength(2);
    expect(ids(done(0, twin), done(1, twin), completed([twin, twin]))).toHaveLength(2);
    expect(ids(done(0, twin), completed([twin, twin]))).toHaveLength(2);
  });
});

describe('arguments', () => {
  test('as an object keep what was written, wherever they come', () => {
    verifies('models.adapter.openai-responses-exact');
    const raw = '{"n": 12345678901234567890, "n": 1.10, "deep": [{"x": null}]}';
    const item = `{"type":"function_call","call_id":"c","name":"f","arguments":${raw}}`;
    for (const text of [
      stream(`{"type":"response.output_item.done","output_index":0,"item":${item}}`, completed()),
      stream(`{"type":"response.output_item.added","output_index":0,"item":${item}}`, completed()),
      stream(`{"type":"response.function_call_arguments.done","arguments":${raw},"name":"f"}`, completed()),
      stream(`{"type":"response.completed","response":{"output":[{"type":"message"},${item}]}}`),
      `{"object":"response","status":"completed","output":[{"type":"message"},${item}]}`,
    ]) {
      expect(read(text)).toMatchObject({ stop: 'calls', calls: [{ name: 'f', arguments: raw }] });
    }
  });

  test.each([
    ['null', null],
    ['a list', [1]],
    ['a number', 7],
    ['a boolean', true],
  ])('as %s count as none and are reported', (kind, args) => {
    verifies('models.adapter.openai-responses-exact');
    const got = read(stream(done(0, callItem('c', 'f', args)), completed([callItem('c', 'f', args)])));
    expect(got.calls).toEqual([{ id: 'c', name: 'f', arguments: '' }]);
    expect(got.events.filter((event) => event.type === 'problem')).toEqual([
      { type: 'problem', code: 'arguments-not-object', message: expect.stringContaining(kind) },
    ]);
  });

  test('a missing id is made up, a missing name fails the answer', () => {
    verifies('models.adapter.openai-responses-exact');
    expect(read(stream(done(4, callItem(undefined, 'f', '{}')), completed())).calls[0]?.id).toMatch(/^call_4_\w{12}$/);
    expect(read(stream(done(0, { type: 'function_call', arguments: '{}' }), completed()))).toMatchObject({
      calls: [],
      failure: { kind: 'protocol', message: expect.stringContaining('names no tool') },
    });
  });
});

describe('text and reasoning are read once', () => {
  const thought = (index: number, delta: string, part = 0) => ({
    type: 'response.reasoning_summary_text.delta',
    output_index: index,
    summary_index: part,
    delta,
  });
  const summary = (...texts: string[]) => ({
    type: 'reasoning',
    summary: texts.map((text) => ({ type: 'summary_text', text })),
  });
  const cases: [string, readonly object[], { text?: string; reasoning?: string }][] = [
    [
      'a message in deltas and at the ends',
      [said(0, 'Hel'), said(0, 'lo'), done(0, message('Hello')), completed([message('Hello')])],
      { text: 'Hello' },
    ],
    [
      'a message whose last part came whole',
      [said(0, 'Hel'), done(0, message('Hel', 'lo')), completed()],
      { text: 'Hello' },
    ],
    [
      'a part without deltas',
      [{ type: 'response.output_text.done', output_index: 0, text: 'Hi' }, completed([message('Hi')])],
      { text: 'Hi' },
    ],
    [
      'messages as paragraphs',
      [said(0, 'One.'), said(1, 'Two.\n'), said(2, 'Three.'), completed()],
      { text: 'One.\n\nTwo.\nThree.' },
    ],
    ['a content that is a text', [done(0, { type: 'message', content: 'Hi' }), completed()], { text: 'Hi' }],
    [
      'parts of a summary as paragraphs',
      [thought(0, 'a'), thought(0, 'b', 1), thought(1, 'c'), completed([summary('a', 'b'), summary('c')])],
      { reasoning: 'a\n\nb\n\nc' },
    ],
    [
      'a summary that came whole',
      [done(0, summary('a', 'b')), completed([summary('a', 'b')])],
      { reasoning: 'a\n\nb' },
    ],
    [
      'reasoning without deltas',
      [{ type: 'response.reasoning_text.done', output_index: 0, content_index: 0, text: 'x' }, completed()],
      { reasoning: 'x' },
    ],
    [
      'audio, images and what nobody knows',
      [
        { type: 'response.audio.delta', delta: 'AAAA' },
        done(0, { type: 'web_search_call', id: 'ws' }),
        { type: 'response.new_thing' },
        { type: 5 },
        said(1, 'x'),
        completed(),
      ],
      { text: 'x' },
    ],
  ];
  test.each(cases)('%s', (_, events, { text = '', reasoning = '' }) => {
    verifies('models.adapter.openai-responses-stream');
    expect(read(stream(...events))).toMatchObject({ text, reasoning, calls: [], stop: 'answered' });
  });

  test('a refusal is text and refused, in deltas, as a part or whole', () => {
    const refusal = { type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] };
    for (const events of [
      [{ type: 'response.refusal.delta', output_index: 0, delta: 'No.' }, completed([refusal])],
      [{ type: 'response.refusal.done', output_index: 0, refusal: 'No.' }, completed()],
      [completed([refusal])],
    ]) {
      expect(read(stream(...events))).toMatchObject({ text: 'No.', stop: 'refused', calls: [] });
    }
  });
});

describe('how an answer ends', () => {
  const call = done(0, callItem('c', 'f', '{}'));
  const incomplete = (reason: string | undefined) => ({
    type: 'response.incomplete',
    response: { status: 'incomplete', incomplete_details: reason === undefined ? null : { reason }, output: [] },
  });
  const error = { code: 'server_error', message: 'boom' };
  const cases: [string, string, object][] = [
    ['text and its end', stream(said(0, 'x'), completed()), { stop: 'answered', text: 'x' }],
    ['nothing but its end', stream(created, completed()), { stop: 'answered', text: '' }],
    ['a limit in text', stream(said(0, 'x'), incomplete('max_output_tokens')), { stop: 'length' }],
    [
      'a limit after a call is a cut',
      stream(call, incomplete('max_output_tokens')),
      { calls: [], failure: { kind: 'cut' } },
    ],
    ['a filter runs nothing', stream(call, incomplete('content_filter')), { calls: [], stop: 'refused' }],
    [
      'a reason nobody knows is a cut',
      stream(call, incomplete('tired')),
      { calls: [], failure: { kind: 'cut', message: expect.stringContaining('tired') } },
    ],
    ['no reason at all is a cut', stream(call, incomplete(undefined)), { calls: [], failure: { kind: 'cut' } }],
    [
      'a completed event with an incomplete response',
      stream(call, {
        type: 'response.completed',
        response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
      }),
      { calls: [], failure: { kind: 'cut' } },
    ],
    [
      'a completed event whose status was forgotten',
      stream(call, { type: 'response.completed', response: { status: 'in_progress', output: [] } }),
      { stop: 'calls' },
    ],
    [
      'a cancelled response is a cut',
      stream(call, { type: 'response.cancelled', response: { status: 'cancelled' } }),
      { calls: [], failure: { kind: 'cut' } },
    ],
    [
      'a failed one tells why',
      stream(call, { type: 'response.failed', response: { status: 'failed', error } }),
      { calls: [], failure: { kind: 'overloaded', message: expect.stringContaining('boom') } },
    ],
    [
      'a failed one may not tell',
      stream(call, { type: 'response.failed', response: { error: null } }),
      { calls: [], failure: { kind: 'overloaded', message: expect.stringContaining('no reason') } },
    ],
    [
      'an error in the documented form',
      stream(call, { type: 'error', ...error, param: null }),
      { calls: [], failure: { kind: 'overloaded', message: expect.stringContaining('boom') } },
    ],
    [
      'an error named by its event only',
      `event: error\n${stream({ message: 'out of memory' })}`,
      { failure: { kind: 'overloaded' } },
    ],
    [
      'an error of a router',
      stream(call, { error: { code: 502, message: 'gone' } }),
      { calls: [], failure: { kind: 'overloaded', status: 502 } },
    ],
    [
      "an error that is the request's",
      stream({ type: 'error', error: { code: 'invalid_image_format', message: 'no image' } }),
      { failure: { kind: 'bad-request' } },
    ],
    [
      'an overflow',
      stream({
        type: 'error',
        error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' },
      }),
      { failure: { kind: 'context-overflow' } },
    ],
    [
      'no quota',
      stream({
        type: 'error',
        error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your current quota' },
      }),
      { failure: { kind: 'rate-limited', lasting: true } },
    ],
    ['no end is a cut', stream(created, call), { calls: [], failure: { kind: 'cut' } }],
    ['nothing but its beginning is a cut', stream(created), { failure: { kind: 'cut' } }],
    ['[DONE] alone completes text', stream(said(0, 'x'), '[DONE]'), { stop: 'answered' }],
    [
      '[DONE] does not complete half a call',
      stream(argued(0, '{"a'), '[DONE]'),
      { calls: [], failure: { kind: 'cut' } },
    ],
    ['[DONE] after a beginning is no answer', stream(created, '[DONE]'), { failure: { kind: 'protocol' } }],
    ['nothing counts after the end', stream(completed(), call, completed()), { calls: [], stop: 'answered' }],
    [
      'events named only outside',
      `event: response.output_text.delta\n${stream({ delta: 'x' })}event: response.completed\n${stream({ response: {} })}`,
      { text: 'x', stop: 'answered' },
    ],
    [
      'garbage',
      stream(said(0, 'x'), '{broken'),
      { failure: { kind: 'protocol', message: expect.stringContaining('{broken') } },
    ],
    [
      'a chat completion is no response',
      stream({ choices: [{ delta: { content: 'x' }, finish_reason: 'stop' }] }),
      { text: '', failure: { kind: 'protocol', message: expect.stringContaining('openai-responses') } },
    ],
    ['a whole error', '{"error":{"message":"no such model","code":404}}', { failure: { status: 404 } }],
    [
      'a whole response that is still queued',
      '{"object":"response","status":"queued","output":[]}',
      { failure: { kind: 'cut' } },
    ],
  ];
  test.each(cases)('%s', (_, text, wanted) => {
    verifies('models.adapter.openai-responses-errors');
    expect(read(text)).toMatchObject(wanted);
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    expect(readBody(bytes, true, openAiResponsesProtocol)).toMatchObject(wanted);
  });

  test('a name that cannot be turned into text is none', () => {
    const output = [{ type: 'function_call', name: { toString: 1 } }];
    expect(read(stream({ type: 'response.completed', response: { output } })).failure?.kind).toBe('protocol');
  });

  test('a whole response from a server that does not stream', () => {
    const json = JSON.stringify(
      {
        object: 'response',
        status: 'completed',
        error: null,
        output: [
          { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: 'enc' },
          message('Hi'),
          callItem('c', 'f', '{}'),
        ],
        usage: { input_tokens: 1, output_tokens: 2 },
      },
      null,
      2,
    );
    expect(read(`\ufeff${json}\n`)).toMatchObject({
      text: 'Hi',
      reasoning: 'Hm',
      calls: [{ id: 'c', name: 'f', arguments: '{}' }],
      usage: { inputTokens: 1, outputTokens: 2 },
      stop: 'calls',
    });
    for (let at = 1; at < json.length; at += 1) {
      expect(read(json.slice(0, at))).toMatchObject({
        calls: [],
        failure: { kind: /}\s*$/.test(json.slice(0, at)) ? 'protocol' : 'cut' },
      });
    }
  });

  test('an answer without end is given up, in text, arguments, items or secrets', () => {
    const long = 'x'.repeat(1024 * 1024);
    const flood = (event: (at: number) => object, times: number) =>
      readBody(
        Array.from({ length: times }, (_, at) => stream(event(at))),
        true,
        openAiResponsesProtocol,
      );
    for (const event of [
      () => said(0, long),
      () => argued(0, long),
      (at: number) => done(at, { type: 'reasoning', id: `rs_${at}`, encrypted_content: long }),
    ]) {
      expect(flood(event, 34)).toMatchObject({
        failure: { kind: 'protocol', message: expect.stringContaining('32 MB') },
      });
    }
    const many = stream(...Array.from({ length: 3000 }, () => done(undefined, { type: 'reasoning' })));
    const items = readBody(
      Array.from({ length: 120 }, () => many),
      true,
      openAiResponsesProtocol,
    );
    expect(items).toMatchObject({ failure: { kind: 'protocol', message: expect.stringContaining('32 MB') } });
  });

  test('a list of very many items at the end takes no longer than reading it', () => {
    const list = Array.from({ length: 40_000 }, (_, at) => ({ type: 'message', id: `m${at}`, content: [] }));
    const calls = Array.from(
      { length: 500 },
      () => `{"type":"function_call","name":"f","arguments":{"a":[${'1,'.repeat(2000)}1]}}`,
    );
    const open = stream(...Array.from({ length: 20_000 }, (_, at) => said(at, 'x')));
    expect(read(open + stream(completed(list)))).toMatchObject({ stop: 'answered' });
    const got = read(`{"object":"response","status":"completed","output":[${calls.join(',')}]}`);
    expect(got.calls).toHaveLength(500);
  });
});

test('any events in any order: never an exception, exactly one end, calls only with a stop, once each', () => {
  const anything = fc.oneof(
    fc.constantFrom(null, 0, -1, 1.5, 1e300, '', 'x', '{}', true, [], {}),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const index = fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: anything });
  const item = fc.record(
    {
      type: fc.constantFrom('message', 'reasoning', 'function_call', 'x'),
      id: fc.oneof(anything, fc.constantFrom('a', 'b')),
      call_id: fc.oneof(anything, fc.constantFrom('c', 'd')),
      name: fc.oneof(anything, fc.constantFrom('f', 'g')),
      arguments: anything,
      content: fc.oneof(anything, fc.array(fc.record({ text: anything, refusal: anything }, { requiredKeys: [] }))),
      summary: anything,
      encrypted_content: anything,
    },
    { requiredKeys: [] },
  );
  const type = fc.constantFrom(
    'response.created',
    'response.output_item.added',
    'response.output_item.done',
    'response.output_text.delta',
    'response.refusal.delta',
    'response.reasoning_text.delta',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.completed',
    'response.incomplete',
    'x',
  );
  const event = fc.record(
    {
      type,
      output_index: index,
      item_id: anything,
      delta: anything,
      arguments: anything,
      item: fc.oneof(item, anything),
      response: fc.record(
        {
          status: fc.constantFrom('completed', 'incomplete', 'x'),
          output: fc.oneof(fc.array(item), anything),
          usage: anything,
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );
  const line = fc.oneof(
    { weight: 9, arbitrary: event.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('[DONE]', '{', 'null', '') },
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), fc.boolean(), (lines, whole) => {
      const got = read(stream(...lines), whole);
      expect((got.stop === undefined ? 0 : 1) + (got.failure === undefined ? 0 : 1)).toBe(1);
      if (got.stop === undefined) expect(got.calls).toEqual([]);
      expect(new Set(got.calls.map(({ id }) => id)).size).toBe(got.calls.length);
    }),
    { numRuns: 2000 },
  );
});

test('a megabyte of arguments in eight-character deltas is put together once, not again at each delta', () => {
  const args = JSON.stringify({ content: 'line of text 12\n'.repeat(1 << 16) });
  const deltas = Array.from({ length: Math.ceil(args.length / 8) }, (_, at) =>
    argued(0, args.slice(at * 8, at * 8 + 8)),
  );
  const item = callItem('c', 'f', args);
  const events = [added(0, { ...item, arguments: '' }), ...deltas, done(0, item), completed([item])];
  const text = events.map((event) => stream(event)).join('');
  // A reader that starts over at each of the 130,000 deltas would need many minutes: the time limit of a test shows it.
  expect(readBody([Buffer.from(text)], true, openAiResponsesProtocol).calls[0]?.arguments).toBe(args);
});
