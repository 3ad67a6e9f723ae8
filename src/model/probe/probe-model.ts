import { parseJson } from '../../base/json.js';
import { defaultDialect } from '../../dialect/dialect.js';
import { type Answer, collectAnswer, type Unanswered } from '../collect.js';
import type { Message, ModelCall } from '../message.js';
import type { Model, Usage } from '../model.js';
import type { Finding, ProbeReport } from './probe-report.js';
import { exactNote, noteCall, oneCall, probeTools, secretCode, twoCalls, withResult } from './probe-task.js';
import { writtenDialect } from './written-dialect.js';

export interface ProbeOptions {
  /** Opens the model so that it makes calls in this way. */
  open(toolCalls: WayName): Promise<Model>;
  /** The dialect of prompt mode, for the report; default that of prompt mode itself. */
  readonly dialect?: string;
  readonly signal: AbortSignal;
  /** How long one answer may take in all: some models never come to an end. Default ten minutes. */
  readonly answerMs?: number;
  /** Told before each request what it is to show. */
  onStep?(says: string): void;
}

const notTried: Finding = { state: 'not-tried', says: 'not tried' };

/**
 * Sends a handful of small prompts and reports what the model really does: whether it calls by the API, in which text
 * format it writes calls instead, whether it makes several at once, hands text over exactly and uses results.
 */
export async function probeModel(options: ProbeOptions): Promise<ProbeReport> {
  const native = await tryWay('native', options);
  const text = native.writtenFormat === undefined ? undefined : await tryWay('auto', options);
  const done = [native, text].some((way) => way !== undefined && isGood(way)) || native.failure !== undefined;
  const prompt = done ? undefined : await tryWay('prompt', options);
  const best = [prompt, text].find((way) => way?.first.state === 'works') ?? native;
  return {
    model: native.model,
    native: native.first,
    text: text?.first ?? notTried,
    prompt: prompt?.first ?? notTried,
    exact: best.exact,
    parallel: best.parallel,
    results: best.results,
    writtenFormat: native.writtenFormat,
    advice: adviceOf({ native, text, prompt }, options.dialect ?? defaultDialect),
    firstSignMs: native.firstSignMs,
    usage: sum(sum(native.usage, text?.usage), prompt?.usage),
    failure: native.failure ?? text?.failure ?? prompt?.failure,
  };
}

/** By the API alone, by the API with the text read beside it, or written as the prompt says. */
type WayName = 'native' | 'auto' | 'prompt';

/** What one way of making calls showed. */
interface Way extends Omit<ProbeReport, 'native' | 'text' | 'prompt' | 'advice'> {
  readonly first: Finding;
}

async function tryWay(toolCalls: WayName, options: ProbeOptions): Promise<Way> {
  const model = await options.open(toolCalls);
  const asker = createAsker(model, options);
  const way = waysToSay(options.dialect ?? defaultDialect)[toolCalls];
  const nothing = { exact: notTried, parallel: notTried, results: notTried, writtenFormat: undefined };

  options.onStep?.(`a call ${way}`);
  const one = await asker.ask(oneCall);
  const reached = { model: model.name, firstSignMs: asker.firstSignMs };
  if (one.failure !== undefined) {
    const first: Finding = { state: 'fails', says: one.failure.message };
    // A server that refuses the tools themselves may still take the same prompt without them.
    const failure = one.failure.kind === 'bad-request' && toolCalls === 'native' ? undefined : one.failure;
    return { ...reached, ...nothing, first, failure, usage: asker.usage };
  }
  const call = one.calls.find(({ name }) => name === 'look_up_code');
  if (call === undefined) {
    const format = writtenDialect(one.text, probeTools);
    const seen = format === undefined ? 'it answered without a call' : `it wrote the call as text (${format})`;
    return {
      ...reached,
      ...nothing,
      first: { state: 'fails', says: seen },
      writtenFormat: format,
      failure: undefined,
      usage: asker.usage,
    };
  }
  options.onStep?.('using a result');
  const results = resultsFinding(await asker.ask(withResult(one.text, call)));
  options.onStep?.('two calls at once');
  const parallel = parallelFinding(await asker.ask(twoCalls));
  options.onStep?.('handing text over exactly');
  const exact = exactFinding(await asker.ask(noteCall));
  const first: Finding = { state: 'works', says: `it called look_up_code ${way}` };
  return {
    ...reached,
    first,
    exact,
    parallel,
    results,
    writtenFormat: undefined,
    failure: undefined,
    usage: asker.usage,
  };
}

function createAsker(model: Model, { signal, answerMs = 600_000 }: Pick<ProbeOptions, 'signal' | 'answerMs'>) {
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let firstSignMs: number | undefined;
  return {
    async ask(messages: readonly Message[]): Promise<Answer | Unanswered> {
      const start = performance.now();
      const late = AbortSignal.timeout(answerMs);
      const request = { messages, tools: probeTools, signal: AbortSignal.any([signal, late]) };
      const answer = await collectAnswer(model, request, () => {
        firstSignMs ??= Math.round(performance.now() - start);
      });
      usage = sum(usage, answer.usage);
      if (answer.failure === undefined || !late.aborted || signal.aborted) return answer;
      const message = `It was not done after ${Math.round(answerMs / 1000)} s, and was given up. Try a smaller model.`;
      return { ...answer, failure: { kind: 'overloaded', message, lasting: true } };
    },
    get usage() {
      return usage;
    },
    get firstSignMs() {
      return firstSignMs;
    },
  };
}

const sum = (one: Usage, other: Usage | undefined): Usage => ({
  inputTokens: one.inputTokens + (other?.inputTokens ?? 0),
  outputTokens: one.outputTokens + (other?.outputTokens ?? 0),
});

function resultsFinding(answer: Answer | Unanswered): Finding {
  if (answer.failure !== undefined) return { state: 'fails', says: answer.failure.message };
  if (answer.text.includes(secretCode)) return { state: 'works', says: 'it answered with what the tool said' };
  if (answer.calls.length > 0) return { state: 'fails', says: 'it called again instead of using the result' };
  return { state: 'fails', says: 'its answer does not hold what the tool said' };
}

function parallelFinding(answer: Answer | Unanswered): Finding {
  if (answer.failure !== undefined) return { state: 'fails', says: answer.failure.message };
  const count = answer.calls.filter(({ name }) => name === 'look_up_code').length;
  if (count >= 2) return { state: 'works', says: `it made ${count} calls in one message` };
  return { state: 'fails', says: count === 1 ? 'it made one call only; the other would follow' : 'it made no call' };
}

function exactFinding(answer: Answer | Unanswered): Finding {
  if (answer.failure !== undefined) return { state: 'fails', says: answer.failure.message };
  const call = answer.calls.find(({ name }) => name === 'save_note');
  if (call === undefined) return { state: 'fails', says: 'it made no call' };
  const text = noteText(call);
  if (text?.trim() === exactNote)
    return { state: 'works', says: 'quotes, backslashes and other signs came as they were' };
  return { state: 'fails', says: text === undefined ? 'its arguments cannot be read' : 'the text came changed' };
}

function noteText({ arguments: args }: ModelCall): string | undefined {
  const parsed = parseJson(args);
  const value = parsed.ok && typeof parsed.value === 'object' && parsed.value !== null ? parsed.value : {};
  const { text } = value as { readonly text?: unknown };
  return typeof text === 'string' ? text : undefined;
}

const isGood = ({ first, results }: Way): boolean => first.state === 'works' && results.state !== 'fails';

const waysToSay = (dialect: string): Readonly<Record<WayName, string>> => ({
  native: 'by the API',
  auto: 'as text of its own',
  prompt: `as text (${dialect})`,
});

interface Ways {
  readonly native: Way;
  readonly text: Way | undefined;
  readonly prompt: Way | undefined;
}

function adviceOf({ native, text, prompt }: Ways, dialect: string): ProbeReport['advice'] {
  if (text !== undefined && isGood(text)) return { toolCalls: 'auto' };
  if (prompt?.first.state === 'works' && (native.first.state !== 'works' || prompt.results.state === 'works'))
    return { toolCalls: 'prompt', dialect };
  if (text?.first.state === 'works') return { toolCalls: 'auto' };
  return native.first.state === 'works' ? { toolCalls: 'native' } : undefined;
}
