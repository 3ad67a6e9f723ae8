import { type Json, parseJson } from '../base/json.js';
import { bareAddress } from '../base/web-address.js';
import type { ModelFailure } from './model.js';
import { answerFailures } from './provider/answer-failure.js';
import type { Protocol } from './provider/protocol.js';
import { connectionFailure } from './provider/transport/connection-failure.js';
import { failureOfStatus } from './provider/transport/failure.js';
import { sendRequest } from './provider/transport/http-request.js';

export interface JsonQuestion {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is asked, as JSON, with POST; without it the question is a GET. */
  readonly body?: string;
  /** The whole answer must be there by then. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** For messages: what was asked for. */
  readonly model?: string;
  readonly protocol?: Pick<Protocol, 'answerName' | 'usualPath'>;
}

const maxBytes = 8 * 1024 * 1024;
/** Reading an answer takes time too: whoever has little of it reads less. */
const maxQuickBytes = 1024 * 1024;
const list: Pick<Protocol, 'answerName' | 'usualPath'> = { answerName: 'list of models', usualPath: '/v1' };

/** Asks a server for a small JSON answer, such as the list of its models. Never throws. */
export async function getJson(
  question: JsonQuestion,
): Promise<{ readonly value: Json } | { readonly failure: ModelFailure }> {
  const { url, timeoutMs, headers = {}, body: asked } = question;
  const deadline = createDeadline(timeoutMs);
  const signal = question.signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, question.signal]);
  const most = timeoutMs < 1000 ? maxQuickBytes : maxBytes;
  const chunks: Buffer[] = [];
  let size = 0;
  let status = 0;
  let answeredHeaders = {};
  const end = await sendRequest({
    method: asked === undefined ? 'GET' : 'POST',
    url,
    headers: {
      accept: 'application/json',
      ...(asked !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: asked ?? '',
    signal,
    idleTimeoutMs: timeoutMs,
    onHead(answered, received) {
      status = answered;
      answeredHeaders = received;
      return 'more';
    },
    onData(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      return size > most ? 'done' : 'more';
    },
  });
  deadline.clear();
  const shown = bareAddress(url);
  if (end.state === 'cancelled' && !deadline.signal.aborted) return { failure: answerFailures.cancelled };
  const peer = { url: shown, address: url, idleTimeoutMs: timeoutMs };
  if (end.state === 'cancelled') return { failure: connectionFailure(peer, { state: 'idle', headSeen: false }) };
  if (status === 0) return { failure: connectionFailure(peer, end) };
  const body = Buffer.concat(chunks).toString('utf8');
  if (status !== 200) {
    const endpoint = { url: shown, model: question.model ?? 'the model', protocol: question.protocol ?? list };
    return { failure: failureOfStatus(endpoint, { status, headers: answeredHeaders, body }) };
  }
  const parsed = parseJson(body, { maxLength: most });
  if (parsed.ok && end.state === 'ended') return { value: parsed.value };
  const message = `${shown} sent what is no list of models. Check that the address leads to a model server.`;
  return { failure: { kind: 'protocol', message } };
}

/** What has come in while this process was busy is read before the time is called up. */
function createDeadline(ms: number): { readonly signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => setImmediate(() => controller.abort()), ms);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
