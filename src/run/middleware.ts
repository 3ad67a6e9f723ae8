import { messageOf, ToolwrightError } from '../base/error.js';
import type { MaybePromise } from '../base/maybe-promise.js';
import type { Outcome, ToolFailure } from '../tool/outcome.js';

/**
 * Stands around every call of a session, whatever its tool is: before it is planned, and before its result is put into
 * words.
 */
export interface Middleware {
  /** For the record and for messages; no other of the session has it. */
  readonly name: string;
  /** Those with a lower one come first, before the call and after it; 0 when absent. Else the order they were given in. */
  readonly priority?: number;
  /** How long it may take each time: 10,000 when absent. */
  readonly timeoutMs?: number;
  /**
   * Answers nothing and the call goes on, or refuses it, or gives it other arguments: those are checked, planned and
   * decided about as if the model had written them. When it throws or takes too long the call is not run.
   */
  before?(call: MiddlewareCall): MaybePromise<BeforeAnswer | undefined>;
  /**
   * Sees how a call ended that was started. Answers nothing, or another end. When it throws or takes too long that is
   * recorded, and the result stays what it was.
   */
  after?(call: EndedCall): MaybePromise<CallResult | undefined>;
}

/** A call as middleware sees it. */
export interface MiddlewareCall {
  readonly id: string;
  readonly tool: string;
  /** A copy, as the schema check let them through. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly session: { readonly id: string; readonly actor: string };
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** `refuse`: why, for the model to read. */
export type BeforeAnswer = { readonly refuse: string } | { readonly arguments: Readonly<Record<string, unknown>> };

export interface EndedCall extends MiddlewareCall {
  readonly outcome: Outcome;
  /** A copy. */
  readonly result: CallResult;
}

/** What a tool answered, or how it failed: see `fail`. */
export type CallResult = { readonly value: unknown } | { readonly failure: ToolFailure };

const defaultTimeoutMs = 10_000;

export const timeOf = ({ timeoutMs = defaultTimeoutMs }: Pick<Middleware, 'timeoutMs'>): number => timeoutMs;

/** In the order in which they are asked; undefined when there are none, so that a call need not look. */
export function orderMiddleware<One extends Pick<Middleware, 'name' | 'priority'>>(
  given: readonly One[],
): readonly One[] | undefined {
  const names = new Set<string>();
  for (const { name } of given) {
    if (typeof name !== 'string' || name.trim() === '')
      throw new ToolwrightError('bad-option', 'Every middleware has a name: give each one of its own.');
    if (names.has(name))
      throw new ToolwrightError('bad-option', `Two middlewares are named ${name}: give each a name of its own.`);
    names.add(name);
  }
  if (given.length === 0) return undefined;
  return given.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
}

/** What came of asking a middleware. */
export type Asked<Answer> =
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'failed'; readonly late: boolean; readonly message: string }
  | { readonly type: 'stopped' };

/** Asks one, however it fails. */
export async function askOne<Answer>(put: () => MaybePromise<Answer>): Promise<Asked<Answer>> {
  try {
    return { type: 'answered', answer: await put() };
  } catch (error) {
    return { type: 'failed', late: false, message: `it failed: ${messageOf(error)}` };
  }
}

export const tooLate = (timeoutMs: number): Extract<Asked<never>, { type: 'failed' }> => ({
  type: 'failed',
  late: true,
  message: `it did not end within ${timeoutMs} ms`,
});
