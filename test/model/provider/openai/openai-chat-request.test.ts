import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import type { Carry, Message } from '../../../../src/model/message.js';
import type { ModelRequest } from '../../../../src/model/model.js';
import { renderChatRequest } from '../../../../src/model/provider/openai/openai-chat-request.js';
import type { RequestSettings } from '../../../../src/model/provider/protocol.js';
import { checkChatRequest } from '../../../../src/testing/chat-request-check.js';
import { verifies } from '../../../requirements.js';

const tools = [
  {
    name: 'read_file',
    description: 'Reads.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
];
const settings = (model: string) => ({ model, maxOutputTokens: undefined, thinking: undefined });
const wire = (messages: Message[], model = 'm') =>
  JSON.parse(renderChatRequest({ messages, tools: [] }, settings(model))).messages;
const send = (
  request: Partial<Omit<ModelRequest, 'signal'>>,
  more: Partial<RequestSettings> = {},
): ChatCompletionCreateParamsStreaming =>
  JSON.parse(
    renderChatRequest(
      { messages: [{ role: 'user', text: 'Hi' }], tools: [], ...request },
      { ...settings('gpt-4.1'), ...more },
    ),
  );

test('a request carries messages, calls, results and tools in the OpenAI shape', () => {
  verifies('y-agent.results.native', 'core.model.openai-request');
  const messages: Message[] = [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'Read it.' },
    {
      role: 'assistant',
      text: '',
      reasoning: 'Hm.',
      calls: [{ id: 'c1', name: 'read_file', arguments: '{"path":"a"}' }],
    },
    { role: 'tool', callId: 'c1', name: 'read_file', text: '1: hello', isError: false },
    { role: 'assistant', text: 'It says hello.', calls: [] },
  ];
  expect(JSON.parse(renderChatRequest({ messages, tools }, settings('gpt')))).toEqual({
    model: 'gpt',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Read it.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '1: hello' },
      { role: 'assistant', content: 'It says hello.' },
    ],
    tools: [{ type: 'function', function: tools[0] }],
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(JSON.parse(renderChatRequest({ messages, tools: [] }, settings('gpt')))).not.toHaveProperty('tools');
});

test('a call that was malformed does not poison the requests after it', () => {
  const sent = (args: string) =>
    wire([{ role: 'assistant', text: '', calls: [{ id: 'c', name: 'f', arguments: args }] }])[0].tool_calls[0].function
      .arguments;
  expect(sent('')).toBe('{}');
  expect(sent('{"a":1}')).toBe('{"a":1}');
  expect(JSON.parse(sent('{"a":'))).toEqual({ malformed_arguments: '{"a":' });
  expect(JSON.parse(sent('[1]'))).toEqual({ malformed_arguments: '[1]' });
  expect(sent('{"n":12345678901234567890}')).toBe('{"n":12345678901234567890}');
});

test('half a surrogate pair is replaced, whole ones stay', () => {
  expect(wire([{ role: 'user', text: 'a\ud83d b👋 \udc4b' }])[0].content).toBe('a\ufffd b👋 \ufffd');
});

test('a message is written once in its life', () => {
  let reads = 0;
  const counted: Message = {
    role: 'user',
    get text() {
      reads += 1;
      return 'hello';
    },
  };
  const messages = [counted];
  for (let round = 0; round < 5; round += 1) renderChatRequest({ messages, tools: [] }, settings('m'));
  expect(reads).toBe(1);
});

test('images go with the text, or alone', () => {
  verifies('models.adapter.openai-chat-request');
  const images = [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }];
  const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
  const wanted: ChatCompletionMessageParam = { role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] };
  const request = send({ messages: [{ role: 'user', text: 'What is it?', images }] });
  expect(request.messages).toEqual([wanted]);
  expect(checkChatRequest(request)).toBeUndefined();
  expect(wire([{ role: 'user', text: '', images }])).toEqual([{ role: 'user', content: [image] }]);
});

test('tool choice, limit and thinking are said in words of the server', () => {
  verifies('models.adapter.openai-chat-request', 'models.adapter.openai-effort');
  const choice = (toolChoice: unknown) => send({ tools, toolChoice } as never).tool_choice;
  expect([undefined, 'auto', 'none', 'required', { name: 'read_file' }].map(choice)).toEqual([
    undefined,
    undefined,
    'none',
    'required',
    { type: 'function', function: { name: 'read_file' } },
  ]);
  const limit = (model: string) => Object.keys(send({}, { model, maxOutputTokens: 9 })).find((key) => /^max/.test(key));
  const names = {
    new: ['gpt-5', 'openai/gpt-5.1', 'o3', 'o4-mini', 'gpt-10', 'codex-mini-latest'],
    old: ['gpt-4o', 'gpt-oss:20b', 'qwen3', 'o1js', 'llama'],
  };
  expect(names.new.map(limit)).toEqual(names.new.map(() => 'max_completion_tokens'));
  expect(names.old.map(limit)).toEqual(names.old.map(() => 'max_tokens'));
  const effort = (model: string, thinking: RequestSettings['thinking']) => {
    const { reasoning_effort: word, ...rest } = send({}, { model, thinking });
    return [word, (rest as Record<string, unknown>)['thinking']];
  };
  expect(effort('gpt-5.1', 'off')).toEqual(['none', undefined]);
  expect(effort('gpt-5', 'off')).toEqual(['minimal', undefined]);
  expect(effort('gpt-4.1', 'high')).toEqual([undefined, undefined]);
  expect(effort('deepseek-v4-pro', 'off')).toEqual([undefined, { type: 'disabled' }]);
  expect(effort('deepseek-v4-pro', 'high')).toEqual(['high', undefined]);
  for (const model of ['gpt-4.1', 'gpt-5.1', 'o3']) {
    expect(checkChatRequest(send({ tools }, { model, thinking: 'low', maxOutputTokens: 9 }))).toBeUndefined();
  }
});

test('tools whose schema OpenAI refuses go out in its form, with a note', () => {
  verifies('models.adapter.openai-schema');
  const parameters = { type: 'object', anyOf: [{ properties: { a: { type: 'array' } } }] };
  const tool = (description: string) => send({ tools: [{ name: 'f', description, parameters }] }).tools?.[0];
  expect(tool('Does.')).toEqual({
    type: 'function',
    function: {
      name: 'f',
      description: expect.stringMatching(/^Does\.\n\nThe arguments must also match .*anyOf/),
      parameters: { type: 'object', properties: { a: { type: 'array', items: {} } } },
    },
  });
  const long = tool('x'.repeat(950)) as { function: { description: string } };
  expect(long.function.description.length).toBeLessThan(1050);
});

describe('what a server wants back', () => {
  const call = { id: 'c1', name: 'f', arguments: '{}' };
  const answer = (value: Carry['value'], model = 'm', api = 'openai-chat'): Message => ({
    role: 'assistant',
    text: '',
    reasoning: 'Hm.',
    calls: [call],
    carry: { api, model, value },
  });
  const blocks = [{ type: 'reasoning.text', text: 'Hm.', signature: 'sig', index: 0 }];

  test('goes with the message it came with: reasoning, signed blocks, signatures of calls', () => {
    verifies('models.adapter.openai-chat-carry');
    expect(wire([answer({ reasoning_content: true })])[0]).toMatchObject({ reasoning_content: 'Hm.' });
    expect(wire([answer({ reasoning_details: blocks })])[0]).toMatchObject({ reasoning_details: blocks });
    expect(wire([answer({ signatures: ['sig'] })])[0].tool_calls[0]).toEqual({
      id: 'c1',
      type: 'function',
      function: { name: 'f', arguments: '{}' },
      extra_content: { google: { thought_signature: 'sig' } },
    });
    const tampered = [{}, [], [1], [...blocks, null], [[]], [{}], [{ type: 'x', text: { deep: 1 } }]];
    const others = tampered.map((details) => ({ reasoning_details: details }));
    const odds = [null, 1, [], {}, { reasoning_content: 'x' }, { signatures: 'x' }, { signatures: [1] }, ...others];
    for (const odd of odds) {
      expect(Object.keys(wire([answer(odd as never)])[0])).toEqual(['role', 'content', 'tool_calls']);
    }
  });

  test('goes to the same model of the same API only', () => {
    verifies('models.adapter.openai-chat-carry');
    const bare = ['role', 'content', 'tool_calls'];
    const value = { reasoning_content: true, reasoning_details: blocks };
    expect(Object.keys(wire([answer(value, 'other')])[0])).toEqual(bare);
    expect(Object.keys(wire([answer(value, 'm', 'ollama')])[0])).toEqual(bare);
    const message = answer(value);
    expect(wire([message])[0]).toHaveProperty('reasoning_content');
    expect(wire([message], 'other')[0]).not.toHaveProperty('reasoning_content');
  });

  test('DeepSeek gets a trace of reasoning with every answer, also with those of other models', () => {
    verifies('models.adapter.openai-chat-carry');
    const messages: Message[] = [
      { role: 'user', text: 'x' },
      answer({ reasoning_content: true }, 'deepseek-v4-pro'),
      { role: 'tool', callId: 'c1', name: 'f', text: 'ok', isError: false },
      { role: 'assistant', text: 'From another model.', calls: [] },
      { role: 'user', text: 'y' },
      answer({ reasoning_details: blocks }, 'deepseek-v4-pro'),
      { role: 'tool', callId: 'c1', name: 'f', text: 'ok', isError: false },
    ];
    const request = send({ messages }, { model: 'deepseek-v4-pro' });
    expect(request.messages.map((message) => (message as { reasoning_content?: string }).reasoning_content)).toEqual([
      undefined,
      'Hm.',
      undefined,
      '',
      undefined,
      '',
      undefined,
    ]);
    expect(checkChatRequest(request)).toBeUndefined();
  });
});

test('names and ids that a server refuses are mapped, alike for a call and its result', () => {
  verifies('models.adapter.openai-names');
  const ids = (model: string, id: string, name = 'f') => {
    const [, { tool_calls: calls }, result] = wire(
      [
        { role: 'user', text: 'x' },
        { role: 'assistant', text: '', calls: [{ id, name, arguments: '{}' }] },
        { role: 'tool', callId: id, name, text: 'ok', isError: false },
      ],
      model,
    );
    expect(result.tool_call_id).toBe(calls[0].id);
    return [calls[0].id, calls[0].function.name];
  };
  const long = `chatcmpl-tool-${'0'.repeat(32)}`;
  expect(ids('qwen3', long)).toEqual([long, 'f']);
  expect(ids('gpt-oss-20b', long)).toEqual([long, 'f']);
  expect(ids('gpt-4o', long)).toEqual([expect.stringMatching(/^call_[0-9a-f]{32}$/), 'f']);
  expect(ids('gpt-4o', 'call_short')).toEqual(['call_short', 'f']);
  expect(ids('mistral-large-latest', 'call_short')).toEqual([expect.stringMatching(/^[0-9a-f]{9}$/), 'f']);
  expect(ids('devstral', 'aB3dE6gH9')).toEqual(['aB3dE6gH9', 'f']);
  expect(ids('gpt-4o', 'c', 'read file!')).toEqual(['c', 'read_file_']);
  expect(ids('gpt-4o', 'c', '')).toEqual(['c', 'unnamed']);
  expect(ids('gpt-4o', 'c', 'ü'.repeat(200))[1]).toHaveLength(1);
});
