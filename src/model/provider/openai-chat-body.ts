import { StringDecoder } from 'node:string_decoder';
import { firstLine } from '../../base/text.js';
import { parseTrusted } from '../../base/trusted-json.js';
import type { ModelEvent, ModelFailure } from '../model.js';
import type { Wait } from './http-post.js';
import { type Endpoint, failureOfError } from './openai-chat-failure.js';
import { createChatAnswer, maxAnswerLength } from './openai-chat-stream.js';
import { createSseReader, maxEventLength } from './sse.js';

export interface ChatBody {
  push(chunk: Uint8Array): Wait;
  /** Ends the answer, `whole` when the connection did not break. Emits what is left, or answers why it is no answer. */
  end(whole: boolean): ModelFailure | undefined;
}

/**
 * Reads the body of a chat completion: a stream of events, or one JSON object from a server that does not stream. Which
 * one is told by the first character, not by the content type, which many servers and proxies get wrong.
 */
export function createChatBody(endpoint: Endpoint, emit: (event: ModelEvent) => void): ChatBody {
  const decoder = new StringDecoder('utf8');
  let body: ChatBody | undefined;
  return {
    push(chunk) {
      if (body !== undefined) return body.push(chunk);
      const start = chunk.findIndex(isContent);
      if (start === -1) return 'more';
      const first = chunk[start];
      if (first === 0x7b) body = createWholeBody(endpoint, emit, decoder);
      else if (first === 0x3c) body = createWebPage(endpoint);
      else body = createEventBody(endpoint, emit);
      return body.push(chunk.subarray(start));
    },
    end: (whole) => (body ?? createEventBody(endpoint, emit)).end(whole),
  };
}

/** Neither white space nor part of a byte order mark. */
const isContent = (byte: number): boolean => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf;

function createEventBody(endpoint: Endpoint, emit: (event: ModelEvent) => void): ChatBody {
  const answer = createChatAnswer(emit);
  let failure: ModelFailure | undefined;
  let unread: string | undefined;
  let first = '';

  const sse = createSseReader((data, event) => {
    if (failure !== undefined || answer.state === 'done' || data.trim() === '') return;
    if (data.startsWith('[DONE]')) return answer.done();
    const chunk = parseTrusted(data);
    if (chunk === undefined) {
      unread = data;
      failure = notJson(endpoint, data);
      return;
    }
    if (typeof chunk !== 'object' || chunk === null) return;
    if (event === 'error' && !('error' in chunk)) failure = failureOfError(endpoint, chunk);
    else answer.push(chunk, data);
    const { failed } = answer;
    if (failed !== undefined) failure = 'failure' in failed ? failed.failure : failureOfError(endpoint, failed.error);
  });

  return {
    push(chunk) {
      if (sse.lines === 0 && first.length < 200) first += Buffer.from(chunk).toString('utf8', 0, 200);
      if (!sse.push(chunk)) failure ??= tooLong(endpoint);
      if (failure !== undefined || answer.state === 'done') return 'done';
      return answer.state === 'finished' ? 'closing' : 'more';
    },
    end(whole) {
      if (failure !== undefined) return failure;
      if (whole) sse.end();
      // The last event had no end: it was cut, not garbled.
      if (unread !== undefined) return answer.finish();
      if (failure !== undefined) return failure;
      if (whole && !answer.begun && answer.state === 'open' && sse.lines > 0) return notJson(endpoint, first);
      return answer.finish();
    },
  };
}

function createWholeBody(endpoint: Endpoint, emit: (event: ModelEvent) => void, decoder: StringDecoder): ChatBody {
  let text = '';
  return {
    push(chunk) {
      text += decoder.write(chunk as Buffer);
      return text.length > maxAnswerLength ? 'done' : 'more';
    },
    end() {
      if (text.length > maxAnswerLength) return tooLong(endpoint);
      const answer = createChatAnswer(emit);
      const json = text.trim();
      const chunk = parseTrusted(json);
      if (chunk === undefined && json.endsWith('}')) return notJson(endpoint, json);
      if (typeof chunk !== 'object' || chunk === null) return answer.finish();
      answer.push(chunk, json);
      const { failed } = answer;
      if (failed !== undefined) return 'failure' in failed ? failed.failure : failureOfError(endpoint, failed.error);
      answer.done();
      return answer.finish();
    },
  };
}

function createWebPage({ url }: Endpoint): ChatBody {
  const message = `${url} answered with a web page instead of a model's answer: a proxy or a login page answered in its place. Check --base-url (it usually ends in /v1) and the network's proxy.`;
  return { push: () => 'done', end: () => ({ kind: 'protocol', message }) };
}

function notJson({ url }: Endpoint, data: string): ModelFailure {
  const message = `${url} sent what is no chat completion: ${JSON.stringify(firstLine(data, 120))}. No call of it was run. Check that --base-url leads to an OpenAI-compatible server, then send again.`;
  return { kind: 'protocol', message };
}

function tooLong({ url }: Endpoint): ModelFailure {
  const message = `${url} sent an event over ${maxEventLength / 1024 / 1024} MB. No call of the answer was run; ask for smaller steps.`;
  return { kind: 'protocol', message };
}
