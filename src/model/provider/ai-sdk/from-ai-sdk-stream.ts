import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ModelFailure } from '../../model.js';
import { answerFailures } from '../answer-failure.js';
import { aiSdkFailure } from './from-ai-sdk-failure.js';
import type { AiSdkReader } from './from-ai-sdk-reader.js';
import type { AiSdkCallOptions, AiSdkModel, AiSdkStreamReader, AiSdkStreamResult } from './from-ai-sdk-types.js';

interface Exchange {
  readonly options: AiSdkCallOptions;
  readonly reader: AiSdkReader;
  readonly signal: AbortSignal;
  readonly idleTimeoutMs: number;
  readonly name: string;
}

/** How many times the idle timeout parts without anything of an answer may go on: a provider may send them for ever. */
const quietFactor = 6;

/**
 * One request to a model of the SDK. Whatever its provider does (throw, reject, never answer, go on after a cancel), this
 * answers why there is no whole answer, at once when the signal aborts.
 */
export async function readAiSdkStream(model: AiSdkModel, exchange: Exchange): Promise<ModelFailure | undefined> {
  const { reader, signal, idleTimeoutMs, name } = exchange;
  const stop = new AbortController();
  const limit = createLimit(signal, idleTimeoutMs);
  const quietMs = idleTimeoutMs * quietFactor;
  const opened = start(() => model.doStream({ ...exchange.options, abortSignal: stop.signal }));
  let source: AiSdkStreamReader | undefined;

  const why = (end: Broken): ModelFailure => {
    if (end.state === 'cancelled' || signal.aborted) return answerFailures.cancelled;
    if (end.state === 'idle') return reader.begun ? fellSilent(name, end.ms) : silent(name, end.ms);
    const failure = aiSdkFailure(end.thrown, name);
    return reader.begun && failure.kind === 'unreachable' ? answerFailures.cut : failure;
  };

  const read = async (): Promise<ModelFailure | undefined> => {
    const answer = await limit.within(opened);
    if (answer.state !== 'value') {
      opened.then(discard, ignore);
      return why(answer);
    }
    const stream = open(answer.value);
    if (stream === undefined) return noStream(name);
    source = stream;
    let heardAt = performance.now();
    for (let count = 1; ; count += 1) {
      const step = await limit.within(start(() => stream.read()));
      if (step.state !== 'value') return why(step);
      const wait = step.value.done ? 'done' : reader.push(step.value.value);
      if (wait === 'done') return reader.finish();
      const now = performance.now();
      if (wait === 'more') heardAt = now;
      else if (now - heardAt > quietMs) return why({ state: 'idle', ms: quietMs });
      // A stream that has always something ready would keep everything else waiting, a cancel too.
      if (count % 256 === 0) await nextTurn();
    }
  };

  try {
    const failure = await read();
    if (failure !== undefined) stop.abort();
    return failure;
  } catch (thrown) {
    return why({ state: 'thrown', thrown });
  } finally {
    limit.close();
    if (source !== undefined) leave(source);
  }
}

type Broken =
  | { readonly state: 'cancelled' }
  | { readonly state: 'idle'; readonly ms: number }
  | { readonly state: 'thrown'; readonly thrown: unknown };

/** Waits for work, but neither after a cancel nor longer than the silence that is allowed. */
function createLimit(signal: AbortSignal, idleMs: number) {
  let give: (end: Broken) => void = ignore;
  const onAbort = (): void => give({ state: 'cancelled' });
  const timer = setTimeout(() => give({ state: 'idle', ms: idleMs }), idleMs);
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    within<T>(work: Promise<T>): Promise<{ readonly state: 'value'; readonly value: T } | Broken> {
      return new Promise((resolve) => {
        timer.refresh();
        give = resolve;
        if (signal.aborted) onAbort();
        work.then(
          (value) => resolve({ state: 'value', value }),
          (thrown: unknown) => resolve({ state: 'thrown', thrown }),
        );
      });
    },
    close(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

/** What throws at once rejects, like what throws later. */
async function start<T>(work: () => PromiseLike<T>): Promise<T> {
  return work();
}

function open(answer: AiSdkStreamResult): AiSdkStreamReader | undefined {
  try {
    return answer.stream.getReader();
  } catch {
    return undefined;
  }
}

/** A stream that came when nobody waited any more. */
function discard(answer: AiSdkStreamResult): void {
  const source = open(answer);
  if (source !== undefined) leave(source);
}

function leave(source: AiSdkStreamReader): void {
  start(() => source.cancel()).then(ignore, ignore);
}

function ignore(): void {}

function noStream(name: string): ModelFailure {
  const message = `${name} gave no stream to read. Check that its provider is made for version 2 or 3 of the AI SDK's interface.`;
  return { kind: 'protocol', message };
}

function silent(name: string, ms: number): ModelFailure {
  const message = `${name} did not answer within ${ms / 1000} s. Check that its server is up and not overloaded, then send again.`;
  return { kind: 'unreachable', message, lasting: true };
}

function fellSilent(name: string, ms: number): ModelFailure {
  const message = `${name} fell silent in the middle of an answer for ${ms / 1000} s. No call of it was run; send again.`;
  return { kind: 'cut', message };
}
