import { readFileSync } from 'node:fs';
import type { ModelEvent, ModelFailure } from '../../../src/model/model.js';
import { openAiChatProtocol } from '../../../src/model/provider/openai/openai-chat.js';
import type { Protocol } from '../../../src/model/provider/protocol.js';
import { createAnswerBody } from '../../../src/model/provider/transport/answer-body.js';

export interface ReadBody {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly usage: unknown;
  readonly stop: string | undefined;
  readonly failure: ModelFailure | undefined;
  readonly events: readonly ModelEvent[];
}

export const fixture = (name: string, folder = 'openai-chat', extension = 'sse'): Buffer =>
  readFileSync(new URL(`../../fixtures/${folder}/${name}.${extension}`, import.meta.url));

/** Feeds a body to the reader as the connection would, without a connection. */
export function readBody(
  chunks: readonly (Uint8Array | string)[],
  whole = true,
  protocol: Protocol = openAiChatProtocol,
): ReadBody {
  const events: ModelEvent[] = [];
  const target = { url: 'http://127.0.0.1/v1/chat/completions', model: 'm', protocol };
  const body = createAnswerBody(target, (event) => events.push(event));
  for (const chunk of chunks) if (body.push(Buffer.from(chunk)) === 'done') break;
  const failure = body.end(whole);
  const joined = (type: 'text' | 'reasoning') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const stop = events.find((event) => event.type === 'stop');
  const usage = events.find((event) => event.type === 'usage');
  return {
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: events
      .filter((event) => event.type === 'call')
      .map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
    usage: usage?.usage,
    stop: stop?.reason,
    failure,
    events,
  };
}

/** A stream of the given chunk objects or raw lines. */
export const stream = (...chunks: readonly (object | string)[]): string =>
  chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('');

export const delta = (content: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: content, finish_reason: finish }],
});
