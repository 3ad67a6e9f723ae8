import type { ResponseCreateParamsStreaming, ResponseInputItem } from 'openai/resources/responses/responses';
import { describe, expect, test } from 'vitest';
import type { Carry, Message } from '../../../../src/model/message.js';
import type { ModelRequest } from '../../../../src/model/model.js';
import { renderResponsesRequest } from '../../../../src/model/provider/openai/openai-responses-request.js';
import type { RequestSettings } from '../../../../src/model/provider/protocol.js';
import { checkResponsesRequest } from '../../../../src/testing/fake-openai-responses-check.js';
import { verifies } from '../../../requirements.js';

const tools = [
  {
    name: 'read_file',
    description: 'Reads.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
];
type Given = Partial<Omit<ModelRequest, 'signal'>>;
const send = (request: Given, settings: Partial<RequestSettings> = {}): ResponseCreateParamsStreaming =>
  JSON.parse(
    renderResponsesRequest(
      { messages: [{ role: 'user', text: 'Hi' }], tools: [], ...request },
      { model: 'gpt-5.1', maxOutputTokens: undefined, thinking: undefined, ...settings },
    ),
  );
const inputOf = (messages: Message[], model = 'gpt-5.1') => send({ messages }, { model }).input;

const carry = (value: Carry['value'], model = 'gpt-5.1'): Carry => ({ api: 'openai-responses', model, value });
const sealed = { kind: 'reasoning', id: 'rs_1', summary: ['Hm.'], encrypted: 'gAAAA' };
const reasoning: ResponseInputItem = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  encrypted_content: 'gAAAA',
};

test('a request carries instructions, items and tools, and keeps nothing at the server', () => {
  verifies('models.adapter.openai-responses-request');
  const messages: Message[] = [
    { role: 'system', text: 'Be brief.\n"Now".' },
    { role: 'user', text: 'Read it.' },
    { role: 'assistant', text: 'Reading.', calls: [{ id: 'c1', name: 'read_file', arguments: '{"path":"a"}' }] },
    { role: 'tool', callId: 'c1', name: 'read_file', text: '1: hello', isError: false },
    { role: 'assistant', text: 'It says hello.', calls: [] },
    { role: 'system', text: 'Now in verse.' },
    { role: 'user', text: 'Again.' },
  ];
  const wanted: ResponseCreateParamsStreaming = {
    model: 'gpt-5.1',
    instructions: 'Be brief.\n"Now".',
    input: [
      { role: 'user', content: 'Read it.' },
      { role: 'assistant', content: 'Reading.' },
      { type: 'function_call', call_id: 'c1', name: 'read_file', arguments: '{"path":"a"}' },
      { type: 'function_call_output', call_id: 'c1', output: '1: hello' },
      { role: 'assistant', content: 'It says hello.' },
      { role: 'system', content: 'Now in verse.' },
      { role: 'user', content: 'Again.' },
    ],
    tools: [
      {
        type: 'function',
        name: 'read_file',
        description: 'Reads.',
        parameters: { type: 'object', properties: { path: { type: 'string' } } },
        strict: false,
      },
    ],
    include: ['reasoning.encrypted_content'],
    store: false,
    stream: true,
  };
  expect(send({ messages, tools })).toEqual(wanted);
  expect(checkResponsesRequest(send({ messages, tools }))).toBeUndefined();
  expect(send({})).not.toHaveProperty('tools');
  expect(send({})).not.toHaveProperty('instructions');
  const two: Message[] = [
    { role: 'system', text: 'a' },
    { role: 'system', text: 'b' },
    { role: 'user', text: 'c' },
  ];
  expect(send({ messages: two })).toMatchObject({ instructions: 'a\n\nb', input: [{ role: 'user', content: 'c' }] });
});

test('images go with the text, or alone', () => {
  verifies('models.adapter.openai-responses-request');
  const images = [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }];
  const image: ResponseInputItem = {
    role: 'user',
    content: [
      { type: 'input_text', text: 'What is it?' },
      { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
    ],
  };
  const request = send({ messages: [{ role: 'user', text: 'What is it?', images }] });
  expect(request.input).toEqual([image]);
  expect(checkResponsesRequest(request)).toBeUndefined();
  expect(inputOf([{ role: 'user', text: '', images }])).toEqual([{ role: 'user', content: [image.content[1]] }]);
  expect(inputOf([{ role: 'user', text: 'x', images: [] }])).toEqual([{ role: 'user', content: 'x' }]);
});

test('tool choice, limit and effort are said in words of the API', () => {
  verifies('models.adapter.openai-responses-request');
  const choice = (toolChoice: ModelRequest['toolChoice']) =>
    send({ tools, ...(toolChoice !== undefined && { toolChoice }) }).tool_choice;
  expect([undefined, 'auto', 'none', 'required', { name: 'read_file' }].map((one) => choice(one as never))).toEqual([
    undefined,
    undefined,
    'none',
    'required',
    { type: 'function', name: 'read_file' },
  ]);
  expect(send({}, { maxOutputTokens: 4096 }).max_output_tokens).toBe(4096);
  expect(send({}, { thinking: 'high' })).toMatchObject({ reasoning: { effort: 'high', summary: 'auto' } });
  expect(send({}, { thinking: 'off' }).reasoning).toEqual({ effort: 'none' });
  expect(send({}, { thinking: 'off', model: 'gpt-5' }).reasoning).toEqual({ effort: 'minimal', summary: 'auto' });
  const old = send({}, { thinking: 'high', model: 'gpt-4.1' });
  expect([old.reasoning, old.include]).toEqual([undefined, undefined]);
  expect(checkResponsesRequest(old)).toBeUndefined();
});

describe('encrypted reasoning', () => {
  const call = { id: 'c1', name: 'f', arguments: '{}' };
  const wireCall: ResponseInputItem = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' };
  const answer = (value: Carry['value'], more: Partial<Message> = {}): Message =>
    ({ role: 'assistant', text: '', calls: [call], carry: carry(value), ...more }) as Message;

  test('stands where it stood', () => {
    verifies('models.adapter.openai-responses-carry');
    expect(inputOf([answer([sealed, { kind: 'call' }])])).toEqual([reasoning, wireCall]);
    const second = { ...sealed, id: 'rs_2' };
    const items = [
      sealed,
      { kind: 'message', from: 0, to: 8, phase: 'commentary' },
      second,
      { kind: 'call' },
      { kind: 'message', from: 10, to: 15, phase: 'final_answer' },
    ];
    expect(inputOf([answer(items, { text: 'Looking.\n\nDone.' })])).toEqual([
      reasoning,
      { role: 'assistant', content: 'Looking.', phase: 'commentary' },
      { ...reasoning, id: 'rs_2' },
      wireCall,
      { role: 'assistant', content: 'Done.', phase: 'final_answer' },
    ]);
  });

  test('is dropped for another model, another API and where nothing follows it', () => {
    verifies('models.adapter.openai-responses-carry');
    const items = [sealed, { kind: 'call' }];
    expect(inputOf([answer(items)], 'gpt-5')).toEqual([wireCall]);
    expect(inputOf([answer([], { carry: { api: 'anthropic', model: 'gpt-5.1', value: items } })])).toEqual([wireCall]);
    expect(inputOf([{ role: 'user', text: 'x' }, answer([sealed], { calls: [] })])).toEqual([
      { role: 'user', content: 'x' },
    ]);
    // The same message is written anew for each model it is sent to.
    const message = answer(items);
    expect([inputOf([message]), inputOf([message], 'gpt-5'), inputOf([message])].map((one) => one?.length)).toEqual([
      2, 1, 2,
    ]);
  });

  test('whatever became of the message, nothing of it is lost or said twice', () => {
    const items = [sealed, { kind: 'message', from: 0, to: 4 }, { kind: 'call' }, { kind: 'call' }];
    const text = (given: string, calls = [call]) => inputOf([answer(items, { text: given, calls })]);
    expect(text('Long text')).toEqual([
      reasoning,
      { role: 'assistant', content: 'Long' },
      wireCall,
      { role: 'assistant', content: ' text' },
    ]);
    expect(text('L', [])).toEqual([reasoning, { role: 'assistant', content: 'L' }]);
    const more = [call, { ...call, id: 'c2' }, { ...call, id: 'c3' }];
    expect(text('Text', more)).toHaveLength(5);
    const nameless = { kind: 'reasoning', summary: [], encrypted: 'gAAAA' };
    for (const odd of [
      null,
      1,
      'x',
      {},
      [null],
      [1],
      [{}],
      [{ kind: 'reasoning' }],
      [nameless],
      [{ kind: 'message' }],
    ]) {
      expect(inputOf([answer(odd as never, { text: 'Hi' })])).toEqual([{ role: 'assistant', content: 'Hi' }, wireCall]);
    }
  });
});

test('what the API refuses is mapped: names, ids, malformed arguments, half surrogates, empty answers', () => {
  verifies('models.adapter.openai-names');
  const call = { id: 'functions.read file:0', name: 'read file!', arguments: '{"a":' };
  const messages: Message[] = [
    { role: 'user', text: 'a\ud83d b' },
    { role: 'assistant', text: '', calls: [call] },
    { role: 'tool', callId: call.id, name: call.name, text: 'no', isError: true },
    { role: 'assistant', text: '', calls: [] },
    { role: 'user', text: 'x' },
  ];
  const id = expect.stringMatching(/^call_[0-9a-f]{32}$/);
  const request = send({ messages });
  expect(request.input).toEqual([
    { role: 'user', content: 'a\ufffd b' },
    { type: 'function_call', call_id: id, name: 'read_file_', arguments: '{"malformed_arguments":"{\\"a\\":"}' },
    { type: 'function_call_output', call_id: id, output: 'no' },
    { role: 'user', content: 'x' },
  ]);
  expect(checkResponsesRequest(request)).toBeUndefined();
});

test('a conversation in which nothing was said yet is still one the server takes', () => {
  verifies('models.adapter.openai-responses-request');
  for (const messages of [[], [{ role: 'system' as const, text: 'Be brief.' }]]) {
    const request = send({ messages });
    expect(request.input).toEqual([{ role: 'user', content: 'Go on.' }]);
    expect(checkResponsesRequest(request)).toBeUndefined();
  }
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
  for (let round = 0; round < 5; round += 1) send({ messages });
  expect(reads).toBe(1);
});
