import type { ModelFailure } from '../model/model.js';
import type { FakeApi, FakeIds, FakeReply } from './fake-api.js';
import type { FakeModelRequest, FakeModelRound } from './fake-model-round.js';

/** The reply a round stands for: `hang` and `reset` when there is none. */
export function planReply(
  api: FakeApi,
  scripted: FakeModelRound,
  { request, ids }: { readonly request: FakeModelRequest; readonly ids: FakeIds },
): FakeReply | 'hang' | 'reset' {
  const round = withFailure(api, scripted);
  const { faults = {} } = round;
  if (faults.hang === 'before-headers') return 'hang';
  if (faults.reset === true && faults.cutAfterBytes === undefined) return 'reset';
  if (faults.html !== undefined && faults.html !== false) {
    const page = faults.html === true ? '<!doctype html><title>Sign in</title><p>Sign in first.' : faults.html;
    return { status: faults.status ?? 200, headers: { 'content-type': 'text/html; charset=utf-8' }, pieces: [page] };
  }
  if (faults.status !== undefined && faults.status !== 200) {
    const { headers, pieces } = api.error(faults.status, 'The fake server was told to fail.');
    const wait: Record<string, string> = faults.retryAfter === undefined ? {} : { 'retry-after': faults.retryAfter };
    return {
      status: faults.status,
      headers: { ...headers, ...wait },
      pieces: faults.body === undefined ? pieces : [faults.body],
    };
  }
  const reply = api.render(round, request, ids);
  return faults.body === undefined ? reply : { ...reply, pieces: [faults.body] };
}

/** A scripted failure as the fault that makes a client see it. */
function withFailure(api: FakeApi, round: FakeModelRound): FakeModelRound {
  const { failure } = round;
  if (failure === undefined || round.faults !== undefined) return round;
  if (failure.kind === 'protocol') return { ...round, faults: { garbage: 'data: {garbled\n\n' } };
  if (failure.kind === 'cut') return { ...round, faults: { noFinish: true, noDone: true } };
  const [usual, code] = wireForms[failure.kind];
  const status = failure.status ?? usual;
  if (status === 0) return { ...round, faults: { reset: true } };
  const body = api.error(status, failure.message, code).pieces.join('');
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
