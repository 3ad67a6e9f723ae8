import { expect, test } from 'vitest';
import { anthropicProtocol } from '../../../src/model/provider/anthropic/anthropic.js';
import { geminiProtocol } from '../../../src/model/provider/gemini/gemini.js';
import { createOllamaProtocol } from '../../../src/model/provider/ollama/ollama-protocol.js';
import { openAiChatProtocol } from '../../../src/model/provider/openai/openai-chat.js';
import { openAiResponsesProtocol } from '../../../src/model/provider/openai/openai-responses.js';
import type { Protocol } from '../../../src/model/provider/protocol.js';
import { createAnswerBody } from '../../../src/model/provider/transport/answer-body.js';
import { verifies } from '../../requirements.js';

const settings = { numCtx: undefined, think: undefined, keepAlive: '', format: undefined };
const ollama = createOllamaProtocol(() => settings);
const anthropic = anthropicProtocol();
const megabyte = 'a'.repeat(1024 * 1024);

const start = (block: object) => (at: number) => ({ type: 'content_block_start', index: at, content_block: block });
const chatCall = (call: object) => (at: number) => ({
  choices: [{ index: 0, delta: { tool_calls: [{ index: at, ...call }] } }],
});
const item = (kind: 'added' | 'done', fields: object) => (at: number) => ({
  type: `response.output_item.${kind}`,
  output_index: at,
  item: fields,
});
const geminiParts = (parts: readonly object[]) => () => ({ candidates: [{ content: { parts } }] });
const ollamaCall = (call: object) => () => ({ message: { tool_calls: [call] } });

const floods: readonly (readonly [string, Protocol, (at: number) => object])[] = [
  ['ids of calls (chat)', openAiChatProtocol, chatCall({ id: megabyte, function: { name: 'f', arguments: '' } })],
  ['names of calls (chat)', openAiChatProtocol, chatCall({ id: 'c', function: { name: megabyte, arguments: '' } })],
  ['ids of calls (Ollama)', ollama, ollamaCall({ id: megabyte, function: { name: 'f', arguments: {} } })],
  ['names of calls (Ollama)', ollama, ollamaCall({ function: { name: megabyte, arguments: {} } })],
  ['redacted thoughts', anthropic, start({ type: 'redacted_thinking', data: megabyte })],
  ['signatures at the start', anthropic, start({ type: 'thinking', thinking: '', signature: megabyte })],
  [
    'signatures that follow',
    anthropic,
    (at) => ({ type: 'content_block_delta', index: at, delta: { type: 'signature_delta', signature: megabyte } }),
  ],
  ['whole arguments', anthropic, start({ type: 'tool_use', id: 'c', name: 'f', input: { a: megabyte } })],
  ['ids of calls (Anthropic)', anthropic, start({ type: 'tool_use', id: megabyte, name: 'f', input: {} })],
  ['ids of calls (Gemini)', geminiProtocol, geminiParts([{ functionCall: { id: megabyte, name: 'f', args: {} } }])],
  [
    'small signed parts (Gemini)',
    geminiProtocol,
    geminiParts(Array.from({ length: 12_000 }, () => ({ text: '', thoughtSignature: 'S' }))),
  ],
  [
    'announced arguments (responses)',
    openAiResponsesProtocol,
    item('added', { type: 'function_call', call_id: 'c', name: 'f', arguments: megabyte }),
  ],
  ['ids of items (responses)', openAiResponsesProtocol, item('added', { type: 'message', id: megabyte })],
  ['phases (responses)', openAiResponsesProtocol, item('added', { type: 'message', phase: megabyte })],
  ['names of other items (responses)', openAiResponsesProtocol, item('done', { type: 'custom', name: megabyte })],
];

test.each(floods)('a flood of %s is given up at the size an answer may have', (_, protocol, frame) => {
  verifies('models.robust.bounded-answer');
  const answer = createAnswerBody({ url: 'http://x/v1', model: 'm', protocol }, () => {});
  let frames = 0;
  for (let over = false; !over && frames < 100; frames += 1) {
    const text = JSON.stringify(frame(frames));
    over = answer.push(Buffer.from(protocol.framing === 'lines' ? `${text}\n` : `data: ${text}\n\n`)) === 'done';
  }
  expect(frames).toBeLessThan(40);
  expect(answer.end(true)).toMatchObject({ kind: 'protocol', message: expect.stringContaining('32 MB') });
});

test('arguments that end longer than they began count as they ended', () => {
  verifies('models.robust.bounded-answer');
  const answer = createAnswerBody({ url: 'http://x/v1', model: 'm', protocol: openAiResponsesProtocol }, () => {});
  const push = (event: object) => answer.push(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
  let calls = 0;
  for (let over = false; !over && calls < 100; calls += 1) {
    push({ type: 'response.function_call_arguments.delta', output_index: calls, delta: '{' });
    const end = { type: 'response.function_call_arguments.done', output_index: calls, arguments: megabyte };
    over = push(end) === 'done';
  }
  expect(calls).toBeLessThan(40);
});
