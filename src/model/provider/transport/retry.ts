import type { ModelEvent, ModelFailure, ModelRequest } from '../../model.js';
import { answerFailures } from '../answer-failure.js';

export interface RetryOptions {
  /** How often a request that gave nothing is sent again; default 4. */
  readonly retries?: number;
  /** The first wait, about; each further one is about twice as long. Default 500 ms. */
  readonly firstWaitMs?: number;
  /** The longest wait. A server that wants more is not waited for: the failure says how long. Default 60 s. */
  readonly maxWaitMs?: number;
}

type Emit = (event: ModelEvent) => void;
type Ask = (request: ModelRequest, emit: Emit) => Promise<ModelFailure | undefined>;

/** Asks again while nothing of an answer came and the failure may pass; a cancel ends the wait at once. */
export function createRetries({ retries = 4, firstWaitMs = 500, maxWaitMs = 60_000 }: RetryOptions) {
  return async (ask: Ask, request: ModelRequest, emit: Emit): Promise<ModelFailure | undefined> => {
    for (let attempt = 1; ; attempt += 1) {
      let silent = true;
      const failure = await ask(request, (event) => {
        if (event.type !== 'progress') silent = false;
        emit(event);
      });
      if (failure === undefined || !silent || !mayPass(failure)) return failure;
      const waitMs = failure.retryAfterMs ?? backOff(firstWaitMs, attempt, maxWaitMs);
      if (attempt > retries || waitMs > maxWaitMs) return afterRetries(failure, attempt);
      emit({ type: 'retry', retry: { attempt, waitMs, failure } });
      if ((await pause(waitMs, request.signal)) === 'cancelled') return answerFailures.cancelled;
    }
  };
}

/** Whether the same request may succeed in a moment. Nothing listening, or an unknown host, will not pass that soon. */
function mayPass({ kind, lasting }: ModelFailure): boolean {
  return lasting !== true && passing.has(kind);
}

const passing: ReadonlySet<ModelFailure['kind']> = new Set(['rate-limited', 'overloaded', 'unreachable', 'cut']);

/** Between half and the whole of the doubled wait, so that many clients do not come back at the same moment. */
function backOff(firstWaitMs: number, attempt: number, maxWaitMs: number): number {
  const whole = Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
  return Math.round(whole * (0.5 + Math.random() / 2));
}

function afterRetries(failure: ModelFailure, attempts: number): ModelFailure {
  const { retryAfterMs } = failure;
  const tried = attempts > 1 ? ` It was tried ${attempts} times.` : '';
  const wait = retryAfterMs === undefined ? '' : ` The server asks to wait ${waitWords(retryAfterMs)}.`;
  return tried === '' && wait === '' ? failure : { ...failure, message: `${failure.message}${wait}${tried}` };
}

const waitWords = (ms: number): string =>
  ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} minutes`;

function pause(ms: number, signal: AbortSignal): Promise<'over' | 'cancelled'> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('cancelled');
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve('cancelled');
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve('over');
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
