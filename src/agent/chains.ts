import { defined } from '../base/defined.js';
import type { MaybePromise } from '../base/maybe-promise.js';
import type { HistoryCompacted } from '../history/event.js';
import type { Answer } from '../model/collect.js';
import type { Message } from '../model/message.js';
import { type Middleware, orderMiddleware } from '../run/middleware.js';

type Refusal = { readonly refuse: string };
type Ordered = Pick<Middleware, 'name' | 'priority' | 'timeoutMs'>;

/** What stands around requests to the model and around compactions. What stands around calls is `Middleware`. */
export interface Chains {
  readonly context?: readonly ContextMiddleware[];
  readonly model?: readonly ModelMiddleware[];
  readonly compaction?: readonly CompactionMiddleware[];
}

/** A request to the model as middleware sees it. */
export interface SeenRequest {
  /** A copy. */
  readonly messages: readonly Message[];
  readonly session: { readonly id: string; readonly actor: string };
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface ContextMiddleware extends Ordered {
  /**
   * Answers nothing, or refuses the request, or gives it other messages: those of this one request, never the record. When
   * it throws or takes too long the request is not sent.
   */
  before(request: SeenRequest): MaybePromise<Refusal | { readonly messages: readonly Message[] } | undefined>;
}

export interface ModelMiddleware extends Ordered {
  /** Sees what the context chain made of the request. Answers nothing, or refuses it; the same when it throws. */
  before?(request: SeenRequest): MaybePromise<Refusal | undefined>;
  /** Sees an answer that is whole. What it throws is only logged. */
  after?(answer: SeenAnswer): MaybePromise<void>;
}

export interface SeenAnswer
  extends Pick<Answer, 'text' | 'reasoning' | 'calls' | 'usage' | 'stop'>,
    Pick<SeenRequest, 'session' | 'signal'> {}

export interface CompactionMiddleware extends Ordered {
  /** Answers nothing, or refuses: then the conversation stays as it is. The same when it throws. */
  before?(compaction: SeenCompaction): MaybePromise<Refusal | undefined>;
  /** Sees what was made shorter. What it throws is only logged. */
  after?(compaction: SeenCompaction & { readonly compacted: HistoryCompacted }): MaybePromise<void>;
}

export interface SeenCompaction extends Pick<SeenRequest, 'session' | 'signal'> {
  readonly why: HistoryCompacted['why'];
}

/** Each in the order in which it is asked; undefined when all are empty. */
export function orderChains({ context = [], model = [], compaction = [] }: Chains = {}): Chains | undefined {
  const [first, second, third] = [orderMiddleware(context), orderMiddleware(model), orderMiddleware(compaction)];
  if (first === undefined && second === undefined && third === undefined) return undefined;
  return defined({ context: first, model: second, compaction: third });
}
