import { rawElements, rawMember } from '../../../base/raw-json.js';
import { cutEnd } from '../../../base/text.js';
import type { ModelEvent, ModelFailure, Usage } from '../../model.js';
import { answerFailures, maxAnswerLength } from '../answer-failure.js';
import { createCallPieces } from '../call-pieces.js';
import type { AnswerProblem, AnswerReader } from '../protocol.js';
import { isObject, nonEmpty, tokens } from '../wire.js';

/** One line of a stream, or a whole answer: what of it is read. Every field may be missing or of another type. */
interface WireLine {
  readonly message?: unknown;
  readonly done?: unknown;
  readonly done_reason?: unknown;
  readonly error?: unknown;
  readonly status?: unknown;
}

/** Turns the lines of a chat answer into events: no input, no output, no clock. */
export function createOllamaReader(emit: (event: ModelEvent) => void): AnswerReader {
  const calls = createCallPieces(emit);
  let taken = 0;
  let begun = false;
  let done = false;
  let doneReason: string | undefined;
  let usage: Usage | undefined;
  let length = 0;
  let failed: AnswerProblem | undefined;

  const say = (type: 'text' | 'reasoning', text: string): void => {
    length += text.length;
    emit({ type, text });
  };

  /** Each call comes whole, and each is one of its own, whatever its id or index says. */
  const takeCalls = (list: readonly unknown[], raw: string): void => {
    let texts: readonly string[] | undefined;
    for (const [at, call] of list.entries()) {
      if (taken >= maxCalls || failed !== undefined) return;
      if (!isObject(call)) continue;
      const called = isObject(call['function']) ? call['function'] : {};
      const args = called['arguments'];
      if (isOddArguments(args)) emit(oddArguments(called['name'], args));
      const text = (): string | undefined => {
        texts ??= rawElements(raw, ['message', 'tool_calls']);
        return rawMember(texts[at] ?? '', ['function', 'arguments']);
      };
      const piece = { name: called['name'], arguments: isOddArguments(args) ? '' : args };
      length += calls.take({ index: taken, id: call['id'], function: piece }, text);
      taken += 1;
      if (length > maxAnswerLength) failed = { failure: answerFailures.tooLong };
    }
  };

  return {
    push(line, raw) {
      if (done || failed !== undefined) return;
      const { message, done: ended, done_reason: reason, error, status } = line as WireLine;
      if (error !== undefined && error !== null) {
        failed = { error: typeof error === 'string' ? { message: error, status } : error };
        return;
      }
      if (isObject(message)) {
        begun = true;
        const thought = nonEmpty(message['thinking']);
        if (thought !== undefined) say('reasoning', thought);
        const text = nonEmpty(message['content']);
        if (text !== undefined) say('text', text);
        if (Array.isArray(message['tool_calls'])) takeCalls(message['tool_calls'], raw);
        if (length > maxAnswerLength) failed = { failure: answerFailures.tooLong };
      }
      if (ended !== true) return;
      begun = true;
      done = true;
      doneReason = nonEmpty(reason);
      usage = usageOf(line);
    },
    /** A mark of other APIs: here only a line with `done` ends an answer. */
    done() {},
    finish(): ModelFailure | undefined {
      if (!done) return answerFailures.cut;
      if (doneReason === 'load' || doneReason === 'unload') return onlyLoaded(doneReason);
      const cutShort = doneReason === 'length';
      if (cutShort && calls.count > 0) return answerFailures.cutByLimit;
      const problem = calls.finish();
      if (problem !== undefined) return problem;
      if (usage !== undefined) emit({ type: 'usage', usage });
      if (cutShort) emit({ type: 'stop', reason: 'length' });
      else emit({ type: 'stop', reason: calls.count > 0 ? 'calls' : 'answered' });
      return undefined;
    },
    get failed() {
      return failed;
    },
    get state() {
      return done ? 'done' : 'open';
    },
    get begun() {
      return begun;
    },
  };
}

/** As many are too many: the pieces say so at the end. */
const maxCalls = 512;

/** Arguments are an object, or one as text; a call without any may leave them out. */
const isOddArguments = (args: unknown): boolean =>
  args !== undefined && typeof args !== 'string' && (!isObject(args) || Array.isArray(args));

function oddArguments(name: unknown, args: unknown): ModelEvent {
  const kind = args === null ? 'null' : Array.isArray(args) ? 'a list' : `a ${typeof args}`;
  const whose = typeof name === 'string' ? `a call of ${cutEnd(name, 80)}` : 'a call';
  const message = `The arguments of ${whose} were ${kind}, not an object: they count as none.`;
  return { type: 'problem', code: 'arguments-not-object', message };
}

function onlyLoaded(reason: string): ModelFailure {
  return { kind: 'overloaded', message: `Ollama gave no answer (done_reason ${reason}). Send again.` };
}

function usageOf(line: object): Usage | undefined {
  const {
    prompt_eval_count: input,
    prompt_eval_cached_count: cached,
    eval_count: output,
  } = line as Record<string, unknown>;
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  return {
    inputTokens: tokens(input),
    outputTokens: tokens(output),
    ...(tokens(cached) > 0 && { cachedInputTokens: tokens(cached) }),
  };
}
