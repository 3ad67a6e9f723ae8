import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../src/base/json.js';
import { hermes } from '../../../src/dialect/format/hermes.js';
import type { Carry, Message } from '../../../src/model/message.js';
import type { ModelRequest } from '../../../src/model/model.js';
import { createPromptMessages } from '../../../src/model/prompt-messages.js';
import { anthropicProtocol } from '../../../src/model/provider/anthropic/anthropic.js';
import { createOllamaProtocol } from '../../../src/model/provider/ollama/ollama-protocol.js';
import { openAiChatProtocol } from '../../../src/model/provider/openai/openai-chat.js';
import type { Protocol } from '../../../src/model/provider/protocol.js';
import { checkChatRequest } from '../../../src/testing/chat-request-check.js';
import { checkAnthropicRequest } from '../../../src/testing/fake-anthropic-check.js';
import { checkOllamaRequest } from '../../../src/testing/fake-ollama-check.js';
import { verifies } from '../../requirements.js';

const text = fc.oneof(
  fc.constantFrom('', ' ', '\n\n', '\u0000', '\u001c', '\ufeff', '\ud800', 'a\udc00b', '😀', 'x'.repeat(3000)),
  fc.constantFrom('<tool_call>', '</tool_response>', '<|im_end|>', '"', '\\ud800'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const args = fc.oneof(
  fc.constantFrom('{}', '{"a":1}', '', ' ', '[1]', 'null', '5', '"x"', '{"a"', '\ufeff{}', '{"__proto__":1}'),
  fc.constantFrom('{"n":123456789012345678901234567890,"z":-0,"k":1,"k":2}', '{"huge":[1e400]}', '{"a":"\\ud800"}'),
  fc.constantFrom(`{"deep":${'['.repeat(900)}${']'.repeat(900)}}`, '{"a":\n"b"\t}', '{"a":"\ud800"}'),
  text,
);
const name = fc.oneof(
  fc.constantFrom('read', 'read file!', ' ', '\ud800', 'x'.repeat(255), '日本', '_', '"', '.x'),
  fc.string({ minLength: 1, maxLength: 8 }),
);
/** As collecting leaves them: short, whole, and none twice. */
const ids = fc.uniqueArray(fc.oneof(fc.constantFrom('c1', 'call.1', 'x'.repeat(300), 'é', ' ', '\u0000'), fc.uuid()), {
  minLength: 3,
  maxLength: 3,
});

/** What a provider is given back: its own, another's, or what somebody wrote into the store. */
const carry: fc.Arbitrary<Carry> = fc.record({
  api: fc.constantFrom('anthropic', 'openai-chat', 'ollama', 'gemini'),
  model: fc.constantFrom('claude-opus-5-5', 'gpt-5', 'other'),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
    fc.constantFrom<Json>(
      [{ type: 'redacted_thinking', data: '' }, { type: 'text', length: -5 }, { type: 'call' }],
      [
        { type: 'redacted_thinking', data: 'x', more: { deep: 1 } },
        { type: 'text', length: 1e308 },
      ],
      [{ type: 'call' }, { type: 'redacted_thinking', data: '\ud800' }, { type: 'call' }],
      [{ type: 'redacted_thinking', data: 'x' }],
      { reasoning_content: true, reasoning_details: [], signatures: ['x', null] },
    ),
  ),
});

type Round = readonly Message[];

const asked: fc.Arbitrary<Round> = fc
  .tuple(text, fc.boolean())
  .map(([said, seen]) => [
    seen
      ? { role: 'user', text: said, images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }] }
      : { role: 'user', text: said },
  ]);

const answered: fc.Arbitrary<Round> = fc
  .record({
    text,
    reasoning: fc.option(text),
    calls: fc.array(fc.record({ name, arguments: args, result: text, isError: fc.boolean() }), { maxLength: 3 }),
    ids,
    carry: fc.option(carry),
  })
  .filter(({ text: said, calls }) => said !== '' || calls.length > 0)
  .map((answer) => [
    {
      role: 'assistant',
      text: answer.text,
      calls: answer.calls.map((call, at) => ({ id: answer.ids[at] ?? '', name: call.name, arguments: call.arguments })),
      ...(answer.reasoning !== null && { reasoning: answer.reasoning }),
      ...(answer.carry !== null && { carry: answer.carry }),
    },
    ...answer.calls.map(
      (call, at): Message => ({
        role: 'tool',
        callId: answer.ids[at] ?? '',
        name: call.name,
        text: call.result,
        isError: call.isError,
      }),
    ),
  ]);

/** Ids are unique in a session, not only in an answer. */
const conversation = fc.array(fc.oneof(asked, answered), { minLength: 1, maxLength: 8 }).map((rounds): Message[] => [
  { role: 'system', text: 'Be brief.' },
  ...rounds.flatMap((round, at) =>
    round.map((message): Message => {
      if (message.role === 'tool') return { ...message, callId: `${at} ${message.callId}` };
      if (message.role !== 'assistant') return message;
      return { ...message, calls: message.calls.map((call) => ({ ...call, id: `${at} ${call.id}` })) };
    }),
  ),
]);

const tools: ModelRequest['tools'] = [
  { name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } },
];
const { signal } = new AbortController();
const rewrite = createPromptMessages(hermes);

function sent(protocol: Protocol, model: string, messages: readonly Message[], offered: ModelRequest['tools']): string {
  const settings = { model, maxOutputTokens: undefined, thinking: 'high' } as const;
  return protocol.render({ messages, tools: offered, signal }, settings);
}

const anthropic = anthropicProtocol();
const ollama = createOllamaProtocol(() => ({ numCtx: 8192, think: true, keepAlive: '30m', format: undefined }));
const refusedByAnthropic = (body: string): string | undefined =>
  checkAnthropicRequest({ body: JSON.parse(body), headers: { 'anthropic-version': '2023-06-01' } });

test('whatever a conversation holds, no strict server refuses it', () => {
  verifies('models.robust.any-conversation', 'models.adapter.anthropic-request', 'models.ollama.request');
  fc.assert(
    fc.property(conversation, fc.boolean(), (messages, offering) => {
      const offered = offering ? tools : [];
      const chat = JSON.parse(sent(openAiChatProtocol, 'gpt-5', messages, offered)) as unknown;
      const own = sent(ollama, 'qwen3', messages, offered);
      const written = rewrite({ messages, tools, signal });
      expect({
        opus: refusedByAnthropic(sent(anthropic, 'claude-opus-5-5', messages, offered)),
        haiku: refusedByAnthropic(sent(anthropic, 'claude-3-5-haiku-latest', messages, offered)),
        ollama: checkOllamaRequest(own, JSON.parse(own)),
        chat: checkChatRequest(chat),
        written: refusedByAnthropic(sent(anthropic, 'claude-opus-5-5', written, [])),
        twice: written.find(({ role }, at) => role === 'user' && written[at - 1]?.role === 'user'),
      }).toEqual({});
    }),
    { numRuns: 600 },
  );
});
