import type { MaybePromise } from '../base/maybe-promise.js';
import type { HistoryCompacted } from '../history/event.js';
import type { Answer } from '../model/collect.js';
import type { Message } from '../model/message.js';
import { type Asked, askOne, type Middleware, timeOf, tooLate } from '../run/middleware.js';
import { answerOrCancel } from './answer-or-cancel.js';
import type { Chains, SeenRequest } from './chains.js';
import type { TurnEnv } from './turn-env.js';

type Ordered = Pick<Middleware, 'name' | 'timeoutMs'>;

/** The messages that go out, or why none do. */
export async function beforeRequest(
  given: readonly Message[],
  { context = [], model = [] }: Chains,
  env: TurnEnv,
): Promise<{ readonly messages: readonly Message[] } | { readonly refused: string }> {
  let messages = given;
  for (const one of context) {
    const asked = await ask(one, env, (seen) => one.before({ ...seen, messages: structuredClone(messages) }));
    const refused = refusalOf(one, asked);
    if (refused !== undefined) return { refused };
    if (asked.type !== 'answered' || asked.answer === undefined) continue;
    const { messages: others } = asked.answer as { readonly messages?: unknown };
    if (!isMessages(others)) return { refused: notLooked(one, 'it answered neither { refuse } nor { messages }') };
    messages = others.map((message) => ({ ...message, text: env.secrets.mask.text(message.text).text }));
  }
  for (const one of model) {
    const asked = await ask(one, env, (seen) => one.before?.({ ...seen, messages: structuredClone(messages) }));
    const refused = refusalOf(one, asked);
    if (refused !== undefined) return { refused };
  }
  return { messages };
}

export async function afterAnswer(answer: Answer, { model = [] }: Chains, env: TurnEnv): Promise<void> {
  const { text, reasoning, calls, usage, stop } = answer;
  const told = structuredClone({ text, reasoning, calls, usage, stop });
  for (const one of model) logFailure(one, await ask(one, env, (seen) => one.after?.({ ...seen, ...told })), env);
}

/** Why the conversation stays as it is; undefined when it may be made shorter. */
export async function beforeCompaction(
  why: HistoryCompacted['why'],
  { compaction = [] }: Chains,
  env: TurnEnv,
): Promise<string | undefined> {
  for (const one of compaction) {
    const refused = refusalOf(one, await ask(one, env, (seen) => one.before?.({ ...seen, why })));
    if (refused !== undefined) return refused;
  }
  return undefined;
}

export async function afterCompaction(
  given: HistoryCompacted,
  { compaction = [] }: Chains,
  env: TurnEnv,
): Promise<void> {
  const compacted = structuredClone(given);
  const { why } = compacted;
  for (const one of compaction)
    logFailure(one, await ask(one, env, (seen) => one.after?.({ ...seen, why, compacted })), env);
}

type Seen = Pick<SeenRequest, 'session' | 'signal'>;

/** Asks one within its time; never rejects. */
async function ask<T>(one: Ordered, env: TurnEnv, put: (seen: Seen) => MaybePromise<T>): Promise<Asked<T>> {
  const controller = new AbortController();
  const timeoutMs = timeOf(one);
  const work = askOne(() => put({ session: env.session, signal: controller.signal }));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Asked<T>>((resolve) => {
    timer = setTimeout(() => resolve(tooLate(timeoutMs)), timeoutMs);
  });
  const asked = (await answerOrCancel(Promise.race([work, late]), env.cancellation)) ?? { type: 'stopped' };
  clearTimeout(timer);
  if (asked.type === 'stopped' || (asked.type === 'failed' && asked.late)) {
    controller.abort();
    env.pace.trackDetached(work);
  }
  return asked;
}

/** A turn that was stopped ends by itself. One that failed has not let it pass. */
function refusalOf(one: Ordered, asked: Asked<unknown>): string | undefined {
  if (asked.type === 'failed') return notLooked(one, asked.message);
  if (asked.type === 'stopped') return undefined;
  const { refuse } = (asked.answer ?? {}) as { readonly refuse?: unknown };
  return typeof refuse === 'string' ? `refused by ${one.name}: ${refuse}` : undefined;
}

const notLooked = ({ name }: Ordered, what: string): string => `${name} has to look at it first, and ${what}`;

function logFailure({ name }: Ordered, asked: Asked<unknown>, { ports }: TurnEnv): void {
  if (asked.type === 'failed') ports.log.warn(`the middleware ${name}: ${asked.message}`);
}

const isMessages = (given: unknown): given is readonly Message[] =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.every((one) => typeof one?.role === 'string' && typeof one.text === 'string');
