import type { ModelEvent, ModelFailure, StopReason, Usage } from '../model.js';
import { type ChatCalls, createChatCalls, type WireCall } from './openai-chat-calls.js';

/** The most characters of text, reasoning and arguments that one answer may hold. */
export const maxAnswerLength = 32 * 1024 * 1024;

/** One chunk of a stream, or a whole answer: what of it is read. Every field may be missing or of another type. */
interface WireChunk {
  readonly choices?: unknown;
  readonly usage?: unknown;
  readonly error?: unknown;
}

interface WireDelta {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: unknown;
  readonly function_call?: unknown;
}

export interface ChatAnswer {
  /** Takes one parsed chunk; `raw` is its text, read only when a call's arguments came as an object. */
  push(chunk: object, raw: string): void;
  /** Takes the `[DONE]` mark: nothing after it counts. */
  done(): void;
  /** Ends the answer: emits its calls, usage and stop, or answers why it is none. Call it once. */
  finish(): ModelFailure | undefined;
  /** Set by a chunk that ends it all. */
  readonly failed: ChatProblem | undefined;
  /** `open` until a finish reason, `finished` until `[DONE]`, then `done`. */
  readonly state: 'open' | 'finished' | 'done';
  /** Whether any chunk of an answer came. */
  readonly begun: boolean;
}

export type ChatProblem = { readonly error: unknown } | { readonly failure: ModelFailure };

/** Turns the chunks of a chat completion into events: no input, no output, no clock. */
export function createChatAnswer(emit: (event: ModelEvent) => void): ChatAnswer {
  const calls = createChatCalls(emit);
  let begun = false;
  let done = false;
  let finishReason: string | undefined;
  let refused = false;
  let usage: Usage | undefined;
  let length = 0;
  let failed: ChatProblem | undefined;

  const say = (type: 'text' | 'reasoning', text: string): void => {
    length += text.length;
    emit({ type, text });
  };

  const takeDelta = (delta: WireDelta, raw: string): void => {
    const reasoning = nonEmpty(delta.reasoning_content) ?? nonEmpty(delta.reasoning);
    if (reasoning !== undefined) say('reasoning', reasoning);
    if (typeof delta.content === 'string') {
      if (delta.content !== '') say('text', delta.content);
    } else if (Array.isArray(delta.content)) {
      for (const part of delta.content) takePart(part, say);
    }
    const refusal = nonEmpty(delta.refusal);
    if (refusal !== undefined) {
      refused = true;
      say('text', refusal);
    }
    if (Array.isArray(delta.tool_calls)) {
      for (let at = 0; at < delta.tool_calls.length; at += 1) takeCall(delta.tool_calls[at], raw, ['tool_calls', at]);
    }
    if (isObject(delta.function_call)) takeCall({ index: 0, function: delta.function_call }, raw, ['function_call']);
  };

  const takeCall = (call: unknown, raw: string, path: readonly (string | number)[]): void => {
    if (!isObject(call)) return;
    // What was finished goes on after all: it has to be finished again before it counts.
    finishReason = undefined;
    length += calls.take(call as WireCall, raw, path);
  };

  return {
    push(chunk, raw) {
      if (done || failed !== undefined) return;
      const { choices, usage: counted, error } = chunk as WireChunk;
      if (error !== undefined && error !== null) {
        failed = { error };
        return;
      }
      if (isObject(counted)) usage = usageOf(counted) ?? usage;
      const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
      if (!isObject(choice)) return;
      begun = true;
      if ('index' in choice && typeof choice.index === 'number' && choice.index !== 0) return;
      const { delta, message, finish_reason: reason } = choice as Record<string, unknown>;
      if (isObject(delta)) takeDelta(delta, raw);
      else if (isObject(message)) takeDelta(message, raw);
      if (length > maxAnswerLength) failed = { failure: tooLong };
      if (isObject((choice as { error?: unknown }).error)) failed = { error: (choice as { error?: unknown }).error };
      if (typeof reason === 'string' && reason !== '') finishReason ??= reason;
    },
    done() {
      done = true;
    },
    finish() {
      if (finishReason === undefined && !(done && begun)) return done ? emptyAnswer : cut;
      const stop = stopOf(finishReason, calls, refused);
      if (typeof stop !== 'string') return stop;
      const problem = stop === 'calls' ? calls.finish() : undefined;
      if (problem !== undefined) return problem;
      if (usage !== undefined) emit({ type: 'usage', usage });
      emit({ type: 'stop', reason: stop });
      return undefined;
    },
    get failed() {
      return failed;
    },
    get state() {
      if (done) return 'done';
      return finishReason === undefined ? 'open' : 'finished';
    },
    get begun() {
      return begun;
    },
  };
}

/** What a finish reason means. None at all (only `[DONE]` came) is believed when every call is whole. */
function stopOf(reason: string | undefined, calls: ChatCalls, refused: boolean): StopReason | ModelFailure {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return calls.count > 0 ? cutByLimit : 'length';
    case 'content_filter':
    case 'safety':
      return 'refused';
    case 'error':
    case 'abort':
    case 'insufficient_system_resource':
      return { kind: 'cut', message: `The server gave up on the answer (finish_reason ${reason}). Send again.` };
    case undefined:
      if (calls.count > 0 && !calls.whole()) return cut;
  }
  if (refused) return 'refused';
  return calls.count > 0 ? 'calls' : 'answered';
}

const cut: ModelFailure = {
  kind: 'cut',
  message:
    'The answer stopped halfway: the stream ended before the model had finished. No call of it was run; send again.',
};
const cutByLimit: ModelFailure = {
  kind: 'cut',
  message:
    'The answer hit the output limit in the middle of a call. No call of it was run. Raise the output limit of the model or its server, or ask for smaller steps.',
};
const tooLong: ModelFailure = {
  kind: 'protocol',
  message: `The answer grew over ${maxAnswerLength / 1024 / 1024} MB and was given up. No call of it was run; ask for smaller steps.`,
};
const emptyAnswer: ModelFailure = {
  kind: 'protocol',
  message:
    'The stream ended without any part of an answer. Check that the server serves chat completions, then send again.',
};

/** Some servers send content as a list of parts, thinking among them. */
function takePart(part: unknown, say: (type: 'text' | 'reasoning', text: string) => void): void {
  if (!isObject(part)) return;
  const { text, thinking } = part as { text?: unknown; thinking?: unknown };
  if (typeof text === 'string' && text !== '') say('text', text);
  if (typeof thinking === 'string' && thinking !== '') say('reasoning', thinking);
  if (!Array.isArray(thinking)) return;
  for (const thought of thinking) {
    const words = isObject(thought) ? nonEmpty((thought as { text?: unknown }).text) : undefined;
    if (words !== undefined) say('reasoning', words);
  }
}

function usageOf(counted: object): Usage | undefined {
  const { prompt_tokens: input, completion_tokens: output } = counted as Record<string, unknown>;
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  return { inputTokens: tokens(input), outputTokens: tokens(output) };
}

const tokens = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);
const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
