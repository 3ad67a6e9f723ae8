import { expect, test } from 'vitest';
import type { Message } from '../../../src/model/message.js';
import { renderChatRequest } from '../../../src/model/provider/openai-chat-request.js';
import { verifies } from '../../requirements.js';

const tools = [
  {
    name: 'read_file',
    description: 'Reads.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
];
const wire = (messages: Message[]) => JSON.parse(renderChatRequest('m', { messages, tools: [] })).messages;

test('a request carries messages, calls, results and tools in the OpenAI shape', () => {
  verifies('core.model.openai-request');
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
  expect(JSON.parse(renderChatRequest('gpt', { messages, tools }))).toEqual({
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
  expect(JSON.parse(renderChatRequest('gpt', { messages, tools: [] }))).not.toHaveProperty('tools');
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
  for (let round = 0; round < 5; round += 1) renderChatRequest('m', { messages, tools: [] });
  expect(reads).toBe(1);
});
