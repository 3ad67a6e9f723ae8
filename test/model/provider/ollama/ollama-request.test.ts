import type { ChatRequest } from 'ollama';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../../src/model/message.js';
import type { ModelRequest } from '../../../../src/model/model.js';
import { type OllamaSettings, renderOllamaRequest } from '../../../../src/model/provider/ollama/ollama-request.js';
import { checkOllamaRequest } from '../../../../src/testing/fake-ollama-check.js';
import { verifies } from '../../../requirements.js';

const settings: OllamaSettings = {
  model: 'qwen3',
  numCtx: 16_384,
  maxOutputTokens: 2048,
  think: true,
  keepAlive: '30m',
  format: undefined,
};
const tool = (name: string) => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
});
const tools = [tool('read_file'), tool('write_file')];

function render(request: Partial<Omit<ModelRequest, 'signal'>>, changed: Partial<OllamaSettings> = {}): string {
  const text = renderOllamaRequest({ messages: [], tools: [], ...request }, { ...settings, ...changed });
  expect(checkOllamaRequest(text, JSON.parse(text))).toBeUndefined();
  return text;
}
const sent = (...given: Parameters<typeof render>): ChatRequest => JSON.parse(render(...given)) as ChatRequest;

const conversation: Message[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'What is this?', images: [{ mediaType: 'image/png', data: 'aGVsbG8=' }] },
  {
    role: 'assistant',
    text: 'Let me see.',
    reasoning: 'Two files.',
    calls: [
      { id: 'c1', name: 'read_file', arguments: '{"path":"a"}' },
      { id: 'c2', name: 'read_file', arguments: '{"path":"b"}' },
    ],
  },
  { role: 'tool', callId: 'c1', name: 'read_file', text: '1: hello', isError: false },
  { role: 'tool', callId: 'c2', name: 'read_file', text: 'not found', isError: true },
  { role: 'assistant', text: 'It says hello.', reasoning: 'Done.', calls: [] },
];

describe('a request', () => {
  test('carries messages, calls, results, pictures, thoughts, tools and options', () => {
    verifies('models.ollama.request', 'local-harness.provider.tools-shape', 'local-harness.provider.options');
    const wanted: ChatRequest & { truncate: boolean; shift: boolean } = {
      model: 'qwen3',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is this?', images: ['aGVsbG8='] },
        {
          role: 'assistant',
          content: 'Let me see.',
          thinking: 'Two files.',
          tool_calls: [
            { id: 'c1', function: { name: 'read_file', arguments: { path: 'a' } } },
            { id: 'c2', function: { name: 'read_file', arguments: { path: 'b' } } },
          ] as never,
        },
        { role: 'tool', content: '1: hello', tool_name: 'read_file', tool_call_id: 'c1' } as never,
        { role: 'tool', content: 'not found', tool_name: 'read_file', tool_call_id: 'c2' } as never,
        { role: 'assistant', content: 'It says hello.' },
      ],
      tools: tools.map((one) => ({ type: 'function', function: one })),
      stream: true,
      truncate: false,
      shift: false,
      think: true,
      keep_alive: '30m',
      options: { num_ctx: 16_384, num_predict: 2048 },
    };
    expect(sent({ messages: conversation, tools })).toEqual(wanted);
  });

  test('leaves out what is not set, and takes every form of thinking, keeping and format', () => {
    verifies('local-harness.provider.options');
    const bare = { numCtx: undefined, maxOutputTokens: undefined, think: undefined };
    expect(Object.keys(sent({}, bare))).toEqual([
      'model',
      'messages',
      'stream',
      'truncate',
      'shift',
      'keep_alive',
      'options',
    ]);
    expect(sent({}, bare).options).toEqual({});
    expect(sent({}, { think: 'high' }).think).toBe('high');
    expect(sent({}, { think: false }).think).toBe(false);
    expect(sent({}, { format: 'json' }).format).toBe('json');
    expect(sent({}, { format: { type: 'object' } }).format).toEqual({ type: 'object' });
    expect(sent({}, { keepAlive: '-1' }).keep_alive).toBe(-1);
    expect(sent({}, { keepAlive: '300' }).keep_alive).toBe(300);
    expect(sent({}, { keepAlive: '1h30m' }).keep_alive).toBe('1h30m');
  });

  test('holds earlier arguments as the model wrote them, digit for digit', () => {
    verifies('models.ollama.exact-arguments');
    const args = '{"id": 12345678901234567890, "ratio":1.10, "id2":"007"}';
    const call = (text: string): Message[] => [
      { role: 'assistant', text: '', calls: [{ id: 'c', name: 'f', arguments: text }] },
    ];
    expect(render({ messages: call(args) })).toContain(`"arguments":${args}`);
    const again = (text: string) => sent({ messages: call(text) }).messages?.[0]?.tool_calls?.[0]?.function.arguments;
    expect(again('')).toEqual({});
    expect(again('{"a":')).toEqual({ malformed_arguments: '{"a":' });
    expect(again('[1]')).toEqual({ malformed_arguments: '[1]' });
    expect(again('7')).toEqual({ malformed_arguments: '7' });
    // What Go cannot read would make the server refuse every later request.
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    for (const text of [deep, '{"a":[-1e400]}', `{"a":${'9'.repeat(400)}}`]) {
      expect(again(text)).toEqual({ malformed_arguments: text });
    }
    expect(again('{"a":"1e400","b":1e-400}')).toEqual({ a: '1e400', b: 0 });
    const brackets = JSON.stringify({ text: '{['.repeat(5000), quote: '\\"{' });
    expect(again(brackets)).toEqual(JSON.parse(brackets));
  });

  test('replaces half a surrogate pair and keeps whole ones', () => {
    expect(sent({ messages: [{ role: 'user', text: 'a\ud83d b👋 \udc4b' }] }).messages?.[0]?.content).toBe(
      'a\ufffd b👋 \ufffd',
    );
  });

  test('writes a message once in its life', () => {
    let reads = 0;
    const counted: Message = {
      role: 'user',
      get text() {
        reads += 1;
        return 'hello';
      },
    };
    for (let round = 0; round < 5; round += 1) render({ messages: [counted], tools });
    expect(reads).toBe(1);
  });
});

describe('a choice of tools', () => {
  const names = (request: ChatRequest) => request.tools?.map(({ function: { name } }) => name);

  test('is made by what is offered', () => {
    verifies('models.ollama.tool-choice');
    const of = (toolChoice: NonNullable<ModelRequest['toolChoice']>) =>
      names(sent({ messages: conversation, tools, toolChoice }));
    expect(of('auto')).toEqual(['read_file', 'write_file']);
    expect(of('required')).toEqual(['read_file', 'write_file']);
    expect(of('none')).toBeUndefined();
    expect(of({ name: 'write_file' })).toEqual(['write_file']);
    expect(of({ name: 'unknown' })).toBeUndefined();
  });

  test('is asked for in the system message', () => {
    verifies('models.ollama.tool-choice');
    const first = (request: Partial<ModelRequest>) => sent({ tools, ...request }).messages?.[0];
    expect(first({ messages: conversation, toolChoice: 'required' })).toEqual({
      role: 'system',
      content: 'Be brief.\n\nAnswer with a call of one of your tools, not with text.',
    });
    const user: Message = { role: 'user', text: 'Go.' };
    expect(sent({ messages: [user], tools, toolChoice: { name: 'read_file' } }).messages).toEqual([
      { role: 'system', content: 'Answer with a call of the tool read_file, not with text.' },
      { role: 'user', content: 'Go.' },
    ]);
    expect(first({ messages: conversation, toolChoice: 'none' })?.content).toBe('Be brief.');
    expect(first({ messages: conversation, tools: [], toolChoice: 'required' })?.content).toBe('Be brief.');
  });
});
