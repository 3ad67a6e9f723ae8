import type { IncomingHttpHeaders } from 'node:http';
import { messageOf } from '../../base/error.js';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../model.js';
import { type PostEnd, post } from './http-post.js';
import { createChatBody } from './openai-chat-body.js';
import { failureOfStatus } from './openai-chat-failure.js';
import { renderChatRequest } from './openai-chat-request.js';
import { type ChatTarget, createChatTarget, type OpenAiChatOptions } from './openai-chat-target.js';

/** A model behind OpenAI's chat completions API, or behind any of the many servers that speak it. */
export function openAiChat(options: OpenAiChatOptions): Model {
  const target = createChatTarget(options);
  return {
    name: options.name ?? `openai/${options.model}`,
    async stream(request, emit) {
      const failure = request.signal.aborted ? cancelled : await converse(target, request, emit);
      if (failure !== undefined)
        emit({ type: 'failure', failure: { ...failure, message: target.clean(failure.message) } });
    },
  };
}

const cancelled: ModelFailure = { kind: 'cancelled', message: 'The request was cancelled.' };
const maxErrorBody = 64 * 1024;

/** One request. Emits what comes and answers why it was no whole answer, if it was none. */
async function converse(
  target: ChatTarget,
  request: ModelRequest,
  emit: (event: ModelEvent) => void,
): Promise<ModelFailure | undefined> {
  const rendered = render(target, request);
  if (typeof rendered !== 'string') return rendered;
  const body = createChatBody(target, emit);
  const error = createErrorBody();
  let status = 0;
  let headers: IncomingHttpHeaders = {};

  const end = await post({
    url: target.address,
    headers: target.headers,
    body: rendered,
    signal: request.signal,
    idleTimeoutMs: target.idleTimeoutMs,
    onHead(answered, answeredHeaders) {
      status = answered;
      headers = answeredHeaders;
      return answered === 200 ? 'more' : 'closing';
    },
    onData: (chunk) => (status === 200 ? body.push(chunk) : error.push(chunk)),
  });

  if (end.state === 'cancelled') return cancelled;
  if (status === 0) return unreachable(target, end);
  if (status !== 200) return failureOfStatus(target, { status, headers, body: error.text() });
  const failure = body.end(end.state === 'ended');
  return failure?.kind === 'cut' && end.state === 'idle' ? silent(target) : failure;
}

function render(target: ChatTarget, request: ModelRequest): string | ModelFailure {
  try {
    return renderChatRequest(target.model, request);
  } catch (thrown) {
    const message = `The request cannot be written as JSON: ${messageOf(thrown)}. Check the schemas of the tools.`;
    return { kind: 'bad-request', message };
  }
}

function createErrorBody() {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    push(chunk: Buffer): 'closing' | 'done' {
      chunks.push(chunk);
      size += chunk.length;
      return size > maxErrorBody ? 'done' : 'closing';
    },
    text: () => Buffer.concat(chunks).toString('utf8', 0, maxErrorBody),
  };
}

function silent({ url, idleTimeoutMs }: ChatTarget): ModelFailure {
  const message = `${url} fell silent in the middle of an answer for ${idleTimeoutMs / 1000} s. No call of it was run; send again.`;
  return { kind: 'cut', message };
}

function unreachable({ url, address, idleTimeoutMs }: ChatTarget, end: PostEnd): ModelFailure {
  const failure = (kind: 'unreachable' | 'protocol' | 'bad-request', message: string): ModelFailure => ({
    kind,
    message,
  });
  if (end.state === 'idle') {
    return failure(
      'unreachable',
      `${url} did not answer within ${idleTimeoutMs / 1000} s. Check that the server is up and not overloaded, then send again.`,
    );
  }
  if (end.state !== 'broken')
    return failure('unreachable', `${url} closed the connection without an answer. Send again.`);
  const code = end.code ?? '';
  if (code === 'ECONNREFUSED') {
    return failure(
      'unreachable',
      `Nothing listens at ${url} (ECONNREFUSED). Start the model server, or correct --base-url.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return failure(
      'unreachable',
      `The name ${address.hostname} was not found (${code}). Check --base-url and the network: ${url}`,
    );
  }
  if (code.startsWith('HPE_')) {
    return failure(
      'protocol',
      `What answered at ${url} does not speak HTTP (${code}). Check the port and http/https in --base-url.`,
    );
  }
  if (code === 'ERR_INVALID_CHAR') {
    return failure(
      'bad-request',
      `The API key or a header holds a character that cannot be sent. Check the key's variable: ${end.message}`,
    );
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code.includes('CERT')) {
    return failure(
      'unreachable',
      `No secure connection to ${url} (${code}). Check http/https in --base-url and the server's certificate.`,
    );
  }
  return failure(
    'unreachable',
    `The connection to ${url} failed before an answer (${code || end.message}). Check the server and the network, then send again.`,
  );
}
