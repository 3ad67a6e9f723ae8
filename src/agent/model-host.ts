import { cutEnd } from '../base/text.js';
import type { History } from '../history/history.js';
import { type Answer, collectAnswer, type Unanswered } from '../model/collect.js';
import { messagesTokens, textTokens } from '../model/estimate-tokens.js';
import type { Message } from '../model/message.js';
import type { Model, Usage } from '../model/model.js';
import type { Mask } from '../policy/secret/mask.js';
import type { Recorder } from '../run/recorder.js';
import type { ModelHost, ModelQuestion, SpokenMessage } from '../tool/model-port.js';
import { fail, type ToolFailure } from '../tool/outcome.js';
import { findPrice, spentBy } from './price.js';
import type { Spending } from './spending.js';

export interface ModelHostOptions {
  model(): Model;
  readonly history: Pick<History, 'messages'>;
  readonly mask: Pick<Mask, 'text'>;
  readonly spending: Pick<Spending, 'current' | 'prices'>;
  readonly recorder: Pick<Recorder, 'record'>;
}

/** The model of a session, as its tools may ask it. */
export function createModelHost({ model, history, mask, spending, recorder }: ModelHostOptions): ModelHost {
  const masked = (text: string): string => mask.text(text).text;

  const ask = async (question: ModelQuestion, callId: string): Promise<{ readonly text: string } | ToolFailure> => {
    const reached = spending.current.reached();
    if (reached !== undefined) return fail('rate_limited', `The model was not asked: ${reached.what} is reached.`);
    const asked = model();
    const messages: readonly Message[] = [
      { role: 'system', text: masked(question.system) },
      ...question.messages.map(({ role, text }) => spoken(role, masked(text))),
    ];
    const answer = await answerInTime(asked, messages, question);
    const usage = answer?.usage ?? estimate(messages, answer?.text ?? '');
    spending.current.add(spentBy(usage, findPrice(spending.prices, asked.name)));
    recorder.record([{ type: 'model-asked', body: { callId, model: asked.name, usage } }]);
    return answerText(answer, question);
  };

  return {
    forCall: (callId) => ({
      contextTokens: model().contextTokens,
      recent: (count) => recentMessages(history.messages, count),
      mask: masked,
      ask: (question) => ask(question, callId),
    }),
  };
}

const spoken = (role: SpokenMessage['role'], text: string): Message =>
  role === 'user' ? { role, text } : { role, text, calls: [] };

function recentMessages(messages: readonly Message[], count: number): readonly SpokenMessage[] {
  const recent: SpokenMessage[] = [];
  for (let at = messages.length - 1; at >= 0 && recent.length < count; at -= 1) {
    const message = messages[at];
    if (message === undefined || message.role === 'tool' || message.role === 'system') continue;
    if (message.text.trim() !== '') recent.unshift({ role: message.role, text: message.text });
  }
  return recent;
}

/** Undefined when the call was ended, or there was no whole answer in time, or within the length. */
async function answerInTime(
  model: Model,
  messages: readonly Message[],
  { maxTokens, timeoutMs, signal: ended }: ModelQuestion,
): Promise<Answer | Unanswered | undefined> {
  const enough = new AbortController();
  const signal = AbortSignal.any([ended, enough.signal, AbortSignal.timeout(timeoutMs)]);
  if (signal.aborted) return undefined;
  let said = 0;
  const work = collectAnswer(model, { messages, tools: [], signal }, (delta) => {
    if (delta.type !== 'text') return;
    said += delta.text.length;
    if (said > maxTokens * maxCharsPerToken) enough.abort();
  });
  const stopped = new Promise<undefined>((resolve) => {
    // No model can hold a call: one that does not stop is not waited for.
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([work, stopped]);
}

/** No text that is short enough has as many characters. */
const maxCharsPerToken = 8;

function answerText(
  answer: Answer | Unanswered | undefined,
  { signal, maxTokens }: ModelQuestion,
): { readonly text: string } | ToolFailure {
  if (signal.aborted) return fail('cancelled', 'The model was not waited for: the call was ended.');
  if (answer === undefined) return fail('timeout', `The model gave no answer of ${maxTokens} tokens in time.`);
  if (answer.failure !== undefined) return fail('io_error', `The model did not answer: ${answer.failure.message}`);
  if (answer.stop !== 'answered' || answer.calls.length > 0 || answer.text.trim() === '')
    return fail('parse_error', `The model gave no whole answer (${cutEnd(answer.stop, 20)}).`);
  return { text: answer.text };
}

const estimate = (messages: readonly Message[], text: string): Usage => ({
  inputTokens: messagesTokens(messages),
  outputTokens: textTokens(text),
  estimated: true,
});
