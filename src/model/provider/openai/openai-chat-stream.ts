import { rawElements, rawMember } from '../../../base/raw-json.js';
import type { ModelEvent, ModelFailure, Progress, StopReason, Usage } from '../../model.js';
import { answerFailures, gaveUp } from '../answer-failure.js';
import type { CallPieces } from '../call-pieces.js';
import { type AnswerDraft, type AnswerForm, createReader } from '../create-reader.js';
import type { AnswerReader } from '../protocol.js';
import { countedUsage, eachWithText, isObject, nonEmpty, placeOf, read, tokens, type Wire } from '../wire.js';
import { createChatCarry } from './openai-chat-carry.js';

/** Turns the chunks of a chat completion, or a whole one, into events. */
export const createChatReader = (
  emit: (event: ModelEvent) => void,
  model: string,
  onLlama?: () => void,
): AnswerReader =>
  createReader(emit, (draft) => {
    const form = readCompletion(draft, model);
    return {
      ...form,
      take(frame, raw, event) {
        const { prompt_progress: progress, timings } = frame;
        if (isObject(progress)) emit({ type: 'progress', progress: readProgress(progress) });
        if (placeOf(read(timings, 'prompt_n')) !== undefined) onLlama?.();
        form.take(frame, raw, event);
      },
    };
  });

/** How far llama.cpp has read, what its cache held included. */
const readProgress = (progress: Wire): Progress => ({
  stage: 'reading',
  done: tokens(progress['processed']),
  total: tokens(progress['total']),
});

function readCompletion(draft: AnswerDraft, model: string): AnswerForm {
  const { calls, say } = draft;
  const carry = createChatCarry();
  let finishReason: string | undefined;
  let refused = false;

  const takeDelta = (delta: Wire, raw: string): void => {
    draft.length += carry.take(delta);
    const reasoning = nonEmpty(delta['reasoning_content']) ?? nonEmpty(delta['reasoning']);
    if (reasoning !== undefined) say('reasoning', reasoning);
    // OpenRouter repeats its blocks in `reasoning`; where that is missing they are read themselves.
    else thinkEach(delta['reasoning_details'], 'text', 'summary');
    const { content } = delta;
    if (typeof content === 'string') {
      if (content !== '') say('text', content);
    } else if (Array.isArray(content)) {
      for (const part of content) takePart(part);
    }
    const refusal = nonEmpty(delta['refusal']);
    if (refusal !== undefined) {
      refused = true;
      say('text', refusal);
    }
    takeCalls(delta, raw);
  };

  /** Some servers send content as a list of parts, thinking among them. */
  const takePart = (part: unknown): void => {
    const text = nonEmpty(read(part, 'text'));
    if (text !== undefined) say('text', text);
    const thinking = read(part, 'thinking');
    const thought = nonEmpty(thinking);
    if (thought !== undefined) say('reasoning', thought);
    thinkEach(thinking, 'text');
  };

  /** What each block says under the first of these names that it has. */
  const thinkEach = (blocks: unknown, ...names: readonly string[]): void => {
    if (!Array.isArray(blocks)) return;
    for (const block of blocks) {
      const words = names.map((name) => nonEmpty(read(block, name))).find((text) => text !== undefined);
      if (words !== undefined) say('reasoning', words);
    }
  };

  const takeCalls = (delta: Wire, raw: string): void => {
    const { tool_calls: list, function_call: legacy } = delta;
    const textAt = (...path: readonly string[]) => rawMember(rawDelta(raw) ?? '', path);
    if (Array.isArray(list)) eachWithText(list, () => rawElements(rawDelta(raw) ?? '', ['tool_calls']), takeCall);
    else if (isObject(list)) takeCall(list, () => textAt('tool_calls') ?? '');
    if (!isObject(legacy)) return;
    finishReason = undefined;
    draft.length += calls.take({ index: 0, function: legacy }, () => textAt('function_call', 'arguments'));
  };

  const takeCall = (call: unknown, text: () => string): void => {
    if (!isObject(call)) return;
    // What was finished goes on after all: it has to be finished again before it counts.
    finishReason = undefined;
    // Some servers name the function in the call itself.
    const flat = !isObject(call['function']);
    const piece = flat ? { index: call['index'], id: call['id'], function: call } : call;
    draft.length += calls.take(piece, () => rawMember(text(), flat ? ['arguments'] : ['function', 'arguments']));
    if (call['extra_content'] !== undefined && calls.last !== undefined)
      draft.length += carry.takeCall(calls.last, call);
  };

  return {
    take({ choices, usage, x_groq: groq, timings }, raw) {
      if (isObject(usage)) draft.usage = chatUsage(usage, timings) ?? draft.usage;
      else if (isObject(groq)) draft.usage = chatUsage(groq['usage']) ?? draft.usage;
      const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
      if (!isObject(choice)) return;
      draft.begun = true;
      const { index, delta, message, finish_reason: reason, error } = choice;
      if (typeof index === 'number' && index !== 0) return;
      if (isObject(delta)) takeDelta(delta, raw);
      else if (isObject(message)) takeDelta(message, raw);
      if (isObject(choice['usage'])) draft.usage = chatUsage(choice['usage']) ?? draft.usage;
      if (isObject(error)) draft.failed = { error };
      finishReason ??= nonEmpty(reason);
    },
    finished: () => finishReason !== undefined,
    end: () => stopOf(finishReason, calls, refused),
    carry: () => carry.finish(model, calls.order),
  };
}

/** What a finish reason means. None at all (only `[DONE]` came) is believed when every call is whole. */
function stopOf(reason: string | undefined, calls: CallPieces, refused: boolean): StopReason | ModelFailure {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return calls.count > 0 ? answerFailures.cutByLimit : 'length';
    case 'content_filter':
    case 'safety':
      return 'refused';
    case 'error':
    case 'abort':
    case 'insufficient_system_resource':
      return gaveUp(`finish_reason ${reason}`);
    case undefined:
      if (calls.count > 0 && !calls.whole()) return answerFailures.cut;
  }
  if (refused) return 'refused';
  return calls.count > 0 ? 'calls' : 'answered';
}

/** The delta, or the whole message, as the server wrote it. */
function rawDelta(raw: string): string | undefined {
  return rawMember(raw, ['choices', 0, 'delta']) ?? rawMember(raw, ['choices', 0, 'message']);
}

/** The usage of a chat completion, where the servers put it. */
function chatUsage(counted: unknown, timings?: unknown): Usage | undefined {
  const [input, output] = [read(counted, 'prompt_tokens'), read(counted, 'completion_tokens')];
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  // OpenAI's place, then those of Moonshot, DeepSeek and llama.cpp.
  const cached =
    tokens(read(counted, 'prompt_tokens_details', 'cached_tokens')) ||
    tokens(read(counted, 'cached_tokens')) ||
    tokens(read(counted, 'prompt_cache_hit_tokens')) ||
    tokens(read(timings, 'cache_n'));
  const thought = tokens(read(counted, 'completion_tokens_details', 'reasoning_tokens'));
  // xAI counts the reasoning beside the rest of the answer; the total tells.
  const apart = thought > 0 && tokens(read(counted, 'total_tokens')) === tokens(input) + tokens(output) + thought;
  return countedUsage(tokens(input), tokens(output) + (apart ? thought : 0), cached, thought);
}
