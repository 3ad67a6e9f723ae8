import type { IncomingHttpHeaders } from 'node:http';
import { messageOf } from '../../../base/error.js';
import { firstLine } from '../../../base/text.js';
import type { ModelEvent, ModelFailure, ModelRequest } from '../../model.js';
import { answerFailures } from '../answer-failure.js';
import { createAnswerBody } from './answer-body.js';
import { connectionFailure } from './connection-failure.js';
import { failureOfStatus } from './failure.js';
import { sendRequest } from './http-request.js';
import type { Target } from './target.js';

const maxErrorBody = 64 * 1024;

/** One request. Emits what comes and answers why it was no whole answer, if it was none. Never rejects. */
export async function converse(
  target: Target,
  request: ModelRequest,
  emit: (event: ModelEvent) => void,
): Promise<ModelFailure | undefined> {
  const rendered = render(target, request);
  if (typeof rendered !== 'string') return rendered;
  try {
    return await exchange(target, { rendered, signal: request.signal }, emit);
  } catch (thrown) {
    const message = `What ${target.url} sent could not be read: ${messageOf(thrown)}. No call of it was run. Send again; if it happens again, report it as a defect of Toolwright.`;
    return { kind: 'protocol', message };
  }
}

async function exchange(
  target: Target,
  { rendered, signal }: { readonly rendered: string; readonly signal: AbortSignal },
  emit: (event: ModelEvent) => void,
): Promise<ModelFailure | undefined> {
  const body = createAnswerBody(target, emit);
  const error = createErrorBody();
  let status = 0;
  let headers: IncomingHttpHeaders = {};

  const end = await sendRequest({
    method: 'POST',
    url: target.address,
    headers: target.headers,
    body: rendered,
    signal,
    idleTimeoutMs: target.idleTimeoutMs,
    onHead(answered, answeredHeaders) {
      status = answered;
      headers = answeredHeaders;
      if (answered !== 200) return 'closing';
      return encodingOf(headers) === undefined ? 'more' : 'done';
    },
    onData: (chunk) => (status === 200 ? body.push(chunk) : error.push(chunk)),
  });

  if (end.state === 'cancelled') return answerFailures.cancelled;
  if (status === 0) return connectionFailure(target, end);
  if (status !== 200) return failureOfStatus(target, { status, headers, body: error.text() });
  const encoding = encodingOf(headers);
  if (encoding !== undefined) return compressed(target, encoding);
  const failure = body.end(end.state === 'ended');
  return failure?.kind === 'cut' && end.state === 'idle' ? silent(target, end.limitMs) : failure;
}

function render(target: Target, request: ModelRequest): string | ModelFailure {
  try {
    const { settings } = target;
    const maxOutputTokens = settings.maxOutputTokens ?? request.maxTokens;
    return target.protocol.render(request, { ...settings, maxOutputTokens });
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

/** How a body is compressed, which was not asked for. */
function encodingOf({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): string | undefined {
  return /^(?:identity)?$/i.test(encoding.trim()) ? undefined : encoding;
}

function compressed({ url }: Target, encoding: string): ModelFailure {
  const message = `${url} sent a compressed answer (${firstLine(encoding, 40)}), although it was asked for a plain one. Turn compression off in the server or in the proxy before it.`;
  return { kind: 'protocol', message };
}

function silent({ url, idleTimeoutMs }: Target, quietMs: number | undefined): ModelFailure {
  const what =
    quietMs === undefined
      ? `fell silent in the middle of an answer for ${idleTimeoutMs / 1000} s`
      : `sent signs of life for ${quietMs / 1000} s, but nothing of an answer`;
  return { kind: 'cut', message: `${url} ${what}. No call of it was run; send again.`, lasting: true };
}
