import type { ModelFailure } from '../model/model.js';
import { type CallIds, type CompletionHead, renderCompletion, renderEvents } from './chat-completion.js';
import type { FakeModelRequest, FakeModelRound } from './fake-model-round.js';

/** What goes over the wire for one request. */
export interface FakeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly string[];
}

/** The reply a round stands for: `hang` and `reset` when there is none. */
export function planReply(
  round: FakeModelRound,
  request: FakeModelRequest,
  options: { readonly answerId: string; readonly callId: CallIds },
): FakeReply | 'hang' | 'reset' {
  const { faults = {} } = round;
  if (faults.hang === 'before-headers') return 'hang';
  if (faults.reset === true && faults.cutAfterBytes === undefined) return 'reset';
  if (faults.html !== undefined && faults.html !== false) {
    const page = faults.html === true ? '<!doctype html><title>Sign in</title><p>Sign in first.' : faults.html;
    return { status: faults.status ?? 200, headers: { 'content-type': 'text/html; charset=utf-8' }, pieces: [page] };
  }
  if (faults.status !== undefined && faults.status !== 200) {
    const { headers, pieces } = errorReply(faults.status, 'The fake server was told to fail.');
    const wait: Record<string, string> = faults.retryAfter === undefined ? {} : { 'retry-after': faults.retryAfter };
    return {
      status: faults.status,
      headers: { ...headers, ...wait },
      pieces: faults.body === undefined ? pieces : [faults.body],
    };
  }
  const wanted = (request.body ?? {}) as WantedBody;
  const streamed = wanted.stream === true;
  const headers = { 'content-type': streamed ? 'text/event-stream; charset=utf-8' : 'application/json' };
  if (faults.body !== undefined) return { status: 200, headers, pieces: [faults.body] };
  const head: CompletionHead = {
    id: options.answerId,
    created: 1_760_000_000,
    model: String(wanted.model ?? 'fake-model'),
  };
  const pieces = streamed
    ? renderEvents(head, round, options.callId, wanted.stream_options?.include_usage === true)
    : [renderCompletion(head, round, options.callId)];
  return { status: 200, headers, pieces };
}

interface WantedBody {
  readonly model?: unknown;
  readonly stream?: unknown;
  readonly stream_options?: { readonly include_usage?: unknown };
}

export function errorReply(status: number, message: string): FakeReply {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  return jsonReply(status, { error: { message, type, param: null, code: null } });
}

export function jsonReply(status: number, body: object): FakeReply {
  return { status, headers: { 'content-type': 'application/json' }, pieces: [JSON.stringify(body)] };
}

/** A scripted failure as the fault that makes a client see it. */
export function withFailure(round: FakeModelRound): FakeModelRound {
  const { failure } = round;
  if (failure === undefined || round.faults !== undefined) return round;
  if (failure.kind === 'protocol') return { ...round, faults: { garbage: 'data: {garbled\n\n' } };
  if (failure.kind === 'cut') return { ...round, faults: { noFinish: true, noDone: true } };
  const [usual, code] = wireForms[failure.kind];
  const status = failure.status ?? usual;
  if (status === 0) return { ...round, faults: { reset: true } };
  const body = JSON.stringify({ error: { message: failure.message, type: 'fake_error', param: null, code } });
  const wait = failure.retryAfterMs === undefined ? {} : { retryAfter: String(failure.retryAfterMs / 1000) };
  return { ...round, faults: { status, body, ...wait } };
}

const wireForms: Readonly<Record<Exclude<ModelFailure['kind'], 'protocol' | 'cut'>, readonly [number, string | null]>> =
  {
    unauthorized: [401, 'invalid_api_key'],
    'unknown-model': [404, 'model_not_found'],
    'rate-limited': [429, 'rate_limit_exceeded'],
    overloaded: [503, null],
    'bad-request': [400, null],
    'context-overflow': [400, 'context_length_exceeded'],
    unreachable: [0, null],
    cancelled: [0, null],
  };
