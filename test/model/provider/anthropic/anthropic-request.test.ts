import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import type { Message, ModelCall } from '../../../../src/model/message.js';
import type { ModelRequest, ToolChoice } from '../../../../src/model/model.js';
import { anthropicProtocol } from '../../../../src/model/provider/anthropic/anthropic.js';
import { checkAnthropicRequest } from '../../../../src/testing/fake-anthropic-check.js';
import { verifies } from '../../../requirements.js';

const cached = { cache_control: { type: 'ephemeral' as const } };
const tools = [
  {
    name: 'read_file',
    description: 'Reads.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
  { name: 'list_dir', description: 'Lists.', parameters: { type: 'object' } },
];
const calls: ModelCall[] = [
  { id: 'c1', name: 'read_file', arguments: '{"path":"a"}' },
  { id: 'c2', name: 'list_dir', arguments: '{}' },
];
const result = (callId: string, text: string, isError = false): Message => ({
  role: 'tool',
  callId,
  name: 'f',
  text,
  isError,
});
const user = (text: string): Message => ({ role: 'user', text });
const says = (text: string): Message => ({ role: 'assistant', text, calls: [] });
const text = (words: string, mark = false) => ({ type: 'text', text: words, ...(mark && cached) });

const protocol = anthropicProtocol();
type Request = Partial<Omit<ModelRequest, 'signal'>> & { readonly model?: string };

function render({ messages = [], tools: offered = [], toolChoice, model = 'claude-sonnet-4-5' }: Request): string {
  const request = {
    messages,
    tools: offered,
    signal: AbortSignal.any([]),
    ...(toolChoice !== undefined && { toolChoice }),
  };
  return protocol.render(request, { model, maxOutputTokens: undefined, thinking: undefined });
}

/** The request as the server reads it, after it was found to be one that it takes. */
function sent(request: Request) {
  const body = JSON.parse(render(request)) as Record<string, unknown> & {
    messages: { role: string; content: object[] }[];
  };
  expect(checkAnthropicRequest({ body, headers: { 'anthropic-version': '2023-06-01' } })).toBeUndefined();
  return body;
}
const wire = (...messages: Message[]) => sent({ messages }).messages;

test('a request carries system prompt, messages, calls, results and tools in the shape of the official client', () => {
  verifies('models.adapter.anthropic-request', 'models.adapter.anthropic-client');
  const messages: Message[] = [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'Read it.', images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }] },
    { role: 'assistant', text: 'Both.', reasoning: 'Hm.', calls },
    result('c1', '1: hello'),
    result('c2', 'no such folder', true),
    user('And?'),
    { role: 'system', text: 'Stay brief.' },
  ];
  const wanted = {
    model: 'claude-sonnet-4-5',
    max_tokens: 32_000,
    system: [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Stay brief.', ...cached },
    ],
    tools: [
      {
        name: 'read_file',
        description: 'Reads.',
        input_schema: { type: 'object', properties: { path: { type: 'string' } } },
      },
      { name: 'list_dir', description: 'Lists.', input_schema: { type: 'object' }, ...cached },
    ],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          { type: 'text', text: 'Read it.', ...cached },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Both.' },
          { type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'a' } },
          { type: 'tool_use', id: 'c2', name: 'list_dir', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: '1: hello' },
          { type: 'tool_result', tool_use_id: 'c2', content: 'no such folder', is_error: true },
          { type: 'text', text: 'And?', ...cached },
        ],
      },
    ],
    stream: true,
  } satisfies Anthropic.MessageCreateParamsStreaming;
  expect(sent({ messages, tools })).toEqual(wanted);
});

test('tools may, must not or must be called', () => {
  const chosen = (toolChoice?: ToolChoice) =>
    sent({ messages: [user('x')], tools, ...(toolChoice && { toolChoice }) })['tool_choice'];
  expect(chosen()).toBeUndefined();
  expect(chosen('auto')).toBeUndefined();
  expect(chosen('none')).toEqual({ type: 'none' });
  expect(chosen('required')).toEqual({ type: 'any' });
  expect(chosen({ name: 'list_dir' })).toEqual({ type: 'tool', name: 'list_dir' });
  // A conversation with calls is refused without tools.
  const messages: Message[] = [user('x'), { role: 'assistant', text: '', calls }, result('c1', 'a'), result('c2', 'b')];
  expect(sent({ messages })).toMatchObject({
    tools: [{ name: 'read_file' }, { name: 'list_dir' }],
    tool_choice: { type: 'none' },
  });
  expect(sent({ messages: [user('x')] })).not.toHaveProperty('tools');
});

describe('what the server refuses is never sent', () => {
  test('two messages of the user are one, results first; two answers stay two', () => {
    verifies('models.adapter.anthropic-request');
    const odd: Message[] = [
      user('a'),
      user('b'),
      { role: 'assistant', text: '', calls },
      user('wait'),
      result('c1', 'x'),
      result('c2', 'y'),
    ];
    expect(wire(...odd)).toMatchObject([
      { role: 'user', content: [text('a'), text('b', true)] },
      { role: 'assistant', content: [{ id: 'c1' }, { id: 'c2' }] },
      { role: 'user', content: [{ tool_use_id: 'c1' }, { tool_use_id: 'c2' }, text('wait', true)] },
    ]);
    expect(wire(user('a'), says('b'), says('c'), user('d'))).toMatchObject([
      { role: 'user', content: [text('a')] },
      { role: 'assistant', content: [text('b')] },
      { role: 'user', content: [{ text: 'Go on.' }] },
      { role: 'assistant', content: [text('c')] },
      { role: 'user', content: [{ text: 'd' }] },
    ]);
  });

  test('empty text, and messages that are nothing else', () => {
    expect(wire(user('a'), says(' \n'), user('\u001c'), user('b'))).toEqual([
      { role: 'user', content: [text('a'), text('b', true)] },
    ]);
    expect(sent({ messages: [{ role: 'system', text: ' ' }, user('a')] })).not.toHaveProperty('system');
    const empty = wire(
      user('a'),
      { role: 'assistant', text: '\n\n', calls },
      result('c1', ''),
      result('c2', ' ', true),
    );
    expect(empty[1]?.content).toMatchObject([{ type: 'tool_use' }, { type: 'tool_use' }]);
    expect(empty[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'c1' },
      {
        type: 'tool_result',
        tool_use_id: 'c2',
        content: 'The call failed and said nothing.',
        is_error: true,
        ...cached,
      },
    ]);
  });

  test('a conversation that the model begins or ends', () => {
    const goOn = { role: 'user', content: [text('Go on.', true)] };
    expect(wire(says('Hello. '))).toEqual([goOn, { role: 'assistant', content: [text('Hello. ')] }, goOn]);
    expect(sent({ messages: [user('a'), says('half an ans')], model: 'claude-opus-5-5' }).messages.at(-1)).toEqual(
      goOn,
    );
    expect(wire({ role: 'system', text: 'x' })).toEqual([goOn]);
  });

  test('ids and names of other providers', () => {
    const made = ['call.1', 'call:1', 'x'.repeat(300), 'ok-1'].map((id) => ({
      id,
      name: 'read file!',
      arguments: '{}',
    }));
    const [, answer, results] = wire(
      user('a'),
      { role: 'assistant', text: '', calls: made },
      ...made.map(({ id }) => result(id, 'r')),
    );
    const ids = (answer?.content as { id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids[3]).toBe('ok-1');
    expect((results?.content as { tool_use_id: string }[]).map(({ tool_use_id: id }) => id)).toEqual(ids);
    expect(answer?.content[0]).toMatchObject({ name: 'read_file_' });
  });

  test('arguments that are none', () => {
    const input = (args: string) => {
      const call = { id: 'c', name: 'f', arguments: args };
      const [, answer] = wire(user('a'), { role: 'assistant', text: '', calls: [call] }, result('c', 'r'));
      return (answer?.content[0] as { input: unknown }).input;
    };
    expect(input('')).toEqual({});
    expect(input('{"a":')).toEqual({ malformed_arguments: '{"a":' });
    expect(input('[1]')).toEqual({ malformed_arguments: '[1]' });
    expect(input('null')).toEqual({ malformed_arguments: 'null' });
    expect(input('{"a":"\\ud83d \\ud83d\\udc4b \\udc4b \\\\ud800"}')).toEqual({ a: '\ufffd 👋 \ufffd \\ud800' });
    expect(input('{"a":"\ud83d"}')).toEqual({ a: '\ufffd' });
  });

  test('half surrogate pairs', () => {
    expect(wire(user('a\ud83d b👋 \udc4b'))).toEqual([{ role: 'user', content: [text('a\ufffd b👋 \ufffd', true)] }]);
  });
});

test('arguments go back digit for digit', () => {
  verifies('models.adapter.anthropic-digits');
  const args = '{"n": 12345678901234567890, "r": 1.00, "n": 2}';
  const messages: Message[] = [
    user('a'),
    { role: 'assistant', text: '', calls: [{ id: 'c', name: 'f', arguments: args }] },
    result('c', 'r'),
  ];
  expect(render({ messages, tools })).toContain(`"input":${args}}`);
});

describe('caching', () => {
  const marks = (body: { messages: { content: object[] }[] }) =>
    body.messages.map(({ content }) => content.map((block) => 'cache_control' in block));

  test('the end of this request and that of the one before are marked, with tools and system prompt four in all', () => {
    verifies('models.adapter.anthropic-cache');
    const messages: Message[] = [{ role: 'system', text: 's' }, user('a')];
    const before = sent({ messages, tools });
    expect(marks(before)).toEqual([[true]]);
    messages.push({ role: 'assistant', text: 'b', calls }, result('c1', 'x'), result('c2', 'y'));
    expect(marks(sent({ messages, tools }))).toEqual([[true], [false, false, false], [false, true]]);
    messages.push(says('c'), user('d'));
    const after = sent({ messages, tools });
    expect(marks(after)).toEqual([[false], [false, false, false], [false, true], [false], [true]]);
    expect(JSON.stringify(after).match(/cache_control/g)).toHaveLength(4);
    expect(JSON.stringify(sent({ messages: [user('a')] })).match(/cache_control/g)).toHaveLength(1);
  });

  test('but for the marks, every request begins with the whole of the one before', () => {
    const bare = (messages: Message[]) => {
      const body = render({ messages, tools }).replaceAll(',"cache_control":{"type":"ephemeral"}', '');
      return body.slice(0, body.indexOf(']}],"stream":true}'));
    };
    const messages: Message[] = [{ role: 'system', text: 's' }, user('a')];
    let last = bare(messages);
    for (const round of [1, 2, 3]) {
      messages.push(
        { role: 'assistant', text: `t${round}`, calls: [{ id: `c${round}`, name: 'f', arguments: '{}' }] },
        result(`c${round}`, 'r'),
      );
      const next = bare(messages);
      expect(next.startsWith(last)).toBe(true);
      last = next;
    }
  });

  test('a message is written once in its life, the tools and the system prompt too', () => {
    verifies('models.adapter.anthropic-cache');
    let reads = 0;
    const counted = (role: 'system' | 'user' | 'assistant') =>
      ({
        role,
        calls: [],
        get text() {
          reads += 1;
          return 'hello';
        },
      }) as unknown as Message;
    const messages = [counted('system'), counted('user'), counted('assistant'), user('x')];
    render({ messages, tools });
    const once = reads;
    for (let round = 0; round < 5; round += 1) {
      messages.push(says('y'), user('z'));
      render({ messages, tools });
    }
    expect(reads).toBe(once);
  });
});

describe('thoughts', () => {
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' };
  const redacted = { type: 'redacted_thinking', data: 'eA==' };
  const parts = [
    thinking,
    { type: 'text', length: 4 },
    redacted,
    { type: 'call' },
    { type: 'text', length: 5 },
    { type: 'call' },
  ];
  const answer = (over: object = {}, carry: object = {}): Message => ({
    role: 'assistant',
    text: 'One.Two..',
    calls,
    carry: { api: 'anthropic', model: 'claude-sonnet-4-5', value: parts, ...carry },
    ...over,
  });
  const content = (message: Message) => {
    const messages = [
      user('a'),
      message,
      ...(message.role === 'assistant' ? message.calls.map(({ id }) => result(id, 'r')) : []),
    ];
    return (JSON.parse(render({ messages })) as { messages: { content: object[] }[] }).messages[1]?.content;
  };
  const [first, second] = [
    { type: 'tool_use', id: 'c1' },
    { type: 'tool_use', id: 'c2' },
  ];

  test('go back unchanged, where they stood between text and calls', () => {
    verifies('models.adapter.anthropic-thoughts');
    expect(content(answer())).toMatchObject([thinking, text('One.'), redacted, first, text('Two..'), second]);
    expect(content(answer())?.[0]).toEqual(thinking);
  });

  test('stay away from another model, another API and where they cannot be read', () => {
    verifies('models.adapter.anthropic-thoughts');
    const plain = [text('One.Two..'), first, second];
    expect(content(answer({}, { model: 'claude-opus-5' }))).toMatchObject(plain);
    expect(content(answer({}, { api: 'gemini' }))).toMatchObject(plain);
    for (const value of [
      null,
      'x',
      {},
      [null],
      [{ type: 'thinking' }],
      [{ type: 'text', length: 'x' }],
      [{ type: 'new' }],
    ]) {
      expect(content(answer({}, { value }))).toMatchObject(plain);
    }
  });

  test('come before a text or calls that are not those they came with', () => {
    expect(content(answer({ text: 'Other.' }))).toMatchObject([thinking, redacted, text('Other.'), first, second]);
    expect(content(answer({ calls: calls.slice(0, 1) }))).toMatchObject([thinking, redacted, text('One.Two..'), first]);
  });

  test('are left out at the end of a message, and so is blank text between them', () => {
    const value = [thinking, { type: 'text', length: 2 }, redacted];
    expect(content(answer({ text: 'Hi', calls: [] }, { value }))).toEqual([thinking, text('Hi')]);
    const blank = { text: '\n\n', calls: calls.slice(0, 1) };
    const between = [thinking, { type: 'text', length: 2 }, { type: 'call' }];
    expect(content(answer(blank, { value: between }))).toMatchObject([thinking, first]);
    // Nothing but thoughts is nothing to say.
    expect(content(answer({ text: '\n\n', calls: [] }, { value }))).toBeUndefined();
  });
});
