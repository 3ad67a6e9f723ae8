import { describe, expect, test } from 'vitest';
import { fakeAnthropic } from '../../src/testing/fake-anthropic.js';
import { checkAnthropicRequest } from '../../src/testing/fake-anthropic-check.js';
import { startFakeModelServer } from '../../src/testing/fake-model-server.js';
import { verifies } from '../requirements.js';

const headers = { 'anthropic-version': '2023-06-01' };
const base = { model: 'claude-sonnet-4-5', max_tokens: 100, messages: [{ role: 'user', content: 'x' }] };
const check = (over: object) => checkAnthropicRequest({ body: { ...base, ...over }, headers });
const talk = (...messages: object[]) => check({ messages, tools: [tool] });
const tool = { name: 'f', input_schema: { type: 'object' } };
const user = (...content: object[]) => ({ role: 'user', content });
const model = (...content: object[]) => ({ role: 'assistant', content });
const text = (words: string) => ({ type: 'text', text: words });
const call = (id: string, over: object = {}) => ({ type: 'tool_use', id, name: 'f', input: {}, ...over });
const result = (id: string, over: object = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'r', ...over });
const mark = { cache_control: { type: 'ephemeral' } };

describe('the fake server refuses what Anthropic refuses', () => {
  const refused: [string, string | undefined, RegExp][] = [
    ['no version', checkAnthropicRequest({ body: base, headers: {} }), /anthropic-version/],
    ['no JSON', checkAnthropicRequest({ body: undefined, headers }), /not valid JSON/],
    ['no model', check({ model: '' }), /model: Field required/],
    ['no output limit', check({ max_tokens: undefined }), /max_tokens: Field required/],
    ['too high an output limit', check({ model: 'claude-3-5-haiku-latest', max_tokens: 9000 }), /9000 > 8192/],
    ['no messages', check({ messages: [] }), /at least one message/],
    ['an unknown field', check({ tool_calls: [] }), /tool_calls: Extra inputs/],
    ['a system message in between', talk({ role: 'system', content: 'x' }), /role/],
    ['the model first', talk(model(text('x')), user(text('y'))), /first message/],
    ['an empty message', talk(user()), /non-empty content/],
    ['empty text', talk(user(text(''))), /must be non-empty/],
    ['blank text', talk(user(text('\n'))), /non-whitespace/],
    ['an unknown block', talk(user({ type: 'audio' })), /unexpected/],
    [
      'a bad picture',
      talk(user({ type: 'image', source: { type: 'base64', media_type: 'image/bmp', data: 'x' } })),
      /image/,
    ],
    ['a bad id', talk(user(text('x')), model(call('a.b')), user(result('a.b'))), /tool_use\.id/],
    ['a bad name', talk(user(text('x')), model(call('a', { name: 'a b' })), user(result('a'))), /tool_use\.name/],
    ['a list as input', talk(user(text('x')), model(call('a', { input: [] })), user(result('a'))), /input/],
    ['an id twice', talk(user(text('x')), model(call('a'), call('a')), user(result('a'))), /unique/],
    ['a call without result', talk(user(text('x')), model(call('a')), user(text('y'))), /without `tool_result`/],
    ['a call at the end', talk(user(text('x')), model(call('a'))), /without `tool_result`/],
    [
      'text before the result',
      talk(user(text('x')), model(call('a')), user(text('y'), result('a'))),
      /without `tool_result`/,
    ],
    ['a result without call', talk(user(result('a'))), /unexpected `tool_use_id`/],
    ['a result twice', talk(user(text('x')), model(call('a')), user(result('a'), result('a'))), /single result/],
    [
      'an empty error',
      talk(user(text('x')), model(call('a')), user(result('a', { content: '', is_error: true }))),
      /is_error/,
    ],
    [
      'calls without tools',
      check({ messages: [user(text('x')), model(call('a')), user(result('a'))] }),
      /must define tools/,
    ],
    [
      'an unsigned thought',
      talk(user(text('x')), model({ type: 'thinking', thinking: 'x', signature: 'y' }, text('y')), user(text('z'))),
      /signature/,
    ],
    [
      'a thought at the end',
      talk(user(text('x')), model({ type: 'redacted_thinking', data: 'x' }), user(text('z'))),
      /final block/,
    ],
    [
      'a marked thought',
      talk(user(text('x')), model({ type: 'redacted_thinking', data: 'x', ...mark }, text('y')), user(text('z'))),
      /cache_control/,
    ],
    ['white space at the end', talk(user(text('x')), model(text('y '))), /trailing whitespace/],
    [
      'an unfinished answer',
      check({ model: 'claude-opus-4-8', messages: [user(text('x')), model(text('y'))] }),
      /prefill/,
    ],
    [
      'five marks',
      check({ messages: [user(...[1, 2, 3, 4, 5].map((at) => ({ ...text(`${at}`), ...mark })))] }),
      /maximum of 4/,
    ],
    ['a tool twice', check({ tools: [tool, tool] }), /unique/],
    ['a bad name of a tool', check({ tools: [{ ...tool, name: 'a.b' }] }), /pattern/],
    ['a tool without schema', check({ tools: [{ name: 'f' }] }), /input_schema: Field required/],
    ['a schema without type', check({ tools: [{ name: 'f', input_schema: {} }] }), /type: Field required/],
    ['a schema of a list', check({ tools: [{ name: 'f', input_schema: { type: 'array' } }] }), /'object'/],
    ['a union', check({ tools: [{ name: 'f', input_schema: { type: 'object', oneOf: [] } }] }), /at the top level/],
    [
      'a bad property',
      check({ tools: [{ name: 'f', input_schema: { type: 'object', properties: { $a: {} } } }] }),
      /Property keys/,
    ],
    ['a choice without tools', check({ tool_choice: { type: 'auto' } }), /while providing tools/],
    ['a choice of no tool', check({ tools: [tool], tool_choice: { type: 'tool', name: 'g' } }), /not found/],
    [
      'a forced call',
      check({ model: 'claude-opus-5-5', tools: [tool], tool_choice: { type: 'any' } }),
      /not supported/,
    ],
    ['an effort for an old model', check({ thinking: { type: 'adaptive' } }), /thinking\.type\.adaptive/],
    [
      'a budget for a new model',
      check({ model: 'claude-opus-5', thinking: { type: 'enabled', budget_tokens: 2000 } }),
      /thinking\.type\.enabled/,
    ],
    [
      'thinking off where it cannot be',
      check({ model: 'claude-opus-5-5', thinking: { type: 'disabled' } }),
      /thinking\.type\.disabled/,
    ],
    ['too small a budget', check({ max_tokens: 9000, thinking: { type: 'enabled', budget_tokens: 100 } }), /1024/],
    [
      'a budget over the limit',
      check({ max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 2000 } }),
      /greater than/,
    ],
    [
      'a budget and a forced call',
      check({
        max_tokens: 9000,
        thinking: { type: 'enabled', budget_tokens: 2000 },
        tools: [tool],
        tool_choice: { type: 'any' },
      }),
      /forces tool use/,
    ],
  ];
  test.each(refused)('%s', (_, said, wanted) => {
    verifies('models.adapter.anthropic-fake');
    expect(said).toMatch(wanted);
  });

  test('and nothing else', () => {
    expect(check({ system: 'x', tools: [tool], tool_choice: { type: 'any' } })).toBeUndefined();
    const messages = [
      user(text('x')),
      model(text('y'), call('a'), call('b')),
      user(result('b'), result('a'), text('z')),
    ];
    expect(talk(...messages)).toBeUndefined();
    expect(
      check({
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: 'y' },
        ],
      }),
    ).toBeUndefined();
  });
});

test('it lists its models as Anthropic does to those who ask that way', async () => {
  verifies('models.adapter.anthropic-fake');
  const server = await startFakeModelServer({
    rounds: [],
    models: [{ name: 'claude-opus-5', contextTokens: 1_000_000 }],
  });
  try {
    const list = await (await fetch(`${server.url}/models`, { headers })).json();
    expect(list).toEqual({
      data: [
        {
          type: 'model',
          id: 'claude-opus-5',
          display_name: 'claude-opus-5',
          created_at: '2026-01-01T00:00:00Z',
          max_input_tokens: 1_000_000,
          max_tokens: 64_000,
        },
      ],
      has_more: false,
      first_id: 'claude-opus-5',
      last_id: 'claude-opus-5',
    });
    expect(await (await fetch(`${server.url}/models`)).json()).toMatchObject({ object: 'list' });
  } finally {
    await server.close();
  }
});

test('its errors have the shape of Anthropic', () => {
  const body = (status: number, code?: string) =>
    JSON.parse(fakeAnthropic.error(status, 'm', code).pieces.join('')) as object;
  expect(body(529)).toEqual({
    type: 'error',
    error: { type: 'overloaded_error', message: 'm' },
    request_id: 'req_fake',
  });
  expect(body(400, 'context_length_exceeded')).toMatchObject({ error: { message: 'prompt is too long: m' } });
  expect(body(503)).toMatchObject({ error: { type: 'api_error' } });
});
