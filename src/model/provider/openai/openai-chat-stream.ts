import { rawElements, rawMember } from '../../../base/raw-json.js';
import type { ModelEvent, ModelFailure, StopReason, Usage } from '../../model.js';
import { answerFailures, gaveUp, maxAnswerLength } from '../answer-failure.js';
import { type CallPieces, createCallPieces } from '../call-pieces.js';
import type { AnswerProblem, AnswerReader } from '../protocol.js';
import { isObject, nonEmpty } from '../wire.js';
import { createChatCarry } from './openai-chat-carry.js';
import { chatUsage } from './openai-chat-usage.js';

/** A part of a chunk as it came: every field may be missing or of another type. */
type Wire = Readonly<Record<string, unknown>>;

/** Turns the chunks of a chat completion into events: no input, no output, no clock. */
export function createChatReader(emit: (event: ModelEvent) => void, model: string): AnswerReader {
  const calls = createCallPieces(emit);
  const carry = createChatCarry();
  let begun = false;
  let done = false;
  let finishReason: string | undefined;
  let refused = false;
  let usage: Usage | undefined;
  let length = 0;
  let failed: AnswerProblem | undefined;

  const say = (type: 'text' | 'reasoning', text: string): void => {
    length += text.length;
    emit({ type, text });
  };

  const takeDelta = (delta: Wire, raw: string): void => {
    length += carry.take(delta);
    const reasoning = nonEmpty(delta['reasoning_content']) ?? nonEmpty(delta['reasoning']);
    if (reasoning !== undefined) say('reasoning', reasoning);
    else if (Array.isArray(delta['reasoning_details'])) takeDetails(delta['reasoning_details'], say);
    const { content } = delta;
    if (typeof content === 'string') {
      if (content !== '') say('text', content);
    } else if (Array.isArray(content)) {
      for (const part of content) takePart(part, say);
    }
    const refusal = nonEmpty(delta['refusal']);
    if (refusal !== undefined) {
      refused = true;
      say('text', refusal);
    }
    takeCalls(delta, raw);
  };

  const takeCalls = (delta: Wire, raw: string): void => {
    const { tool_calls: list, function_call: legacy } = delta;
    if (Array.isArray(list)) {
      let texts: readonly string[] | undefined;
      for (let at = 0; at < list.length; at += 1) {
        takeCall(list[at], () => {
          texts ??= rawElements(rawDelta(raw) ?? '', ['tool_calls']);
          return texts[at];
        });
      }
    } else if (isObject(list)) {
      takeCall(list, () => rawMember(rawDelta(raw) ?? '', ['tool_calls']));
    }
    if (isObject(legacy)) {
      finishReason = undefined;
      const piece = { index: 0, function: legacy };
      length += calls.take(piece, () => rawMember(rawDelta(raw) ?? '', ['function_call', 'arguments']));
    }
  };

  const takeCall = (call: unknown, rawCall: () => string | undefined): void => {
    if (!isObject(call)) return;
    // What was finished goes on after all: it has to be finished again before it counts.
    finishReason = undefined;
    // Some servers name the function in the call itself.
    const flat = !isObject(call['function']);
    const piece = flat ? { index: call['index'], id: call['id'], function: call } : call;
    length += calls.take(piece, () => rawMember(rawCall() ?? '', flat ? ['arguments'] : ['function', 'arguments']));
    if (call['extra_content'] !== undefined && calls.last !== undefined) length += carry.takeCall(calls.last, call);
  };

  return {
    push(chunk, raw) {
      if (done || failed !== undefined) return;
      const { choices, usage: counted, error, x_groq: groq } = chunk as Wire;
      if (error !== undefined && error !== null) {
        failed = { error };
        return;
      }
      if (isObject(counted)) usage = chatUsage(counted) ?? usage;
      else if (isObject(groq)) usage = chatUsage(groq['usage']) ?? usage;
      const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
      if (!isObject(choice)) return;
      begun = true;
      const { index, delta, message, finish_reason: reason, error: choiceError } = choice;
      if (typeof index === 'number' && index !== 0) return;
      if (isObject(delta)) takeDelta(delta, raw);
      else if (isObject(message)) takeDelta(message, raw);
      if (isObject(choice['usage'])) usage = chatUsage(choice['usage']) ?? usage;
      if (length > maxAnswerLength) failed = { failure: answerFailures.tooLong };
      if (isObject(choiceError)) failed = { error: choiceError };
      if (typeof reason === 'string' && reason !== '') finishReason ??= reason;
    },
    done() {
      done = true;
    },
    finish() {
      if (finishReason === undefined && !(done && begun)) return done ? answerFailures.empty : answerFailures.cut;
      const stop = stopOf(finishReason, calls, refused);
      if (typeof stop !== 'string') return stop;
      const problem = stop === 'calls' ? calls.finish() : undefined;
      if (problem !== undefined) return problem;
      const carried = stop === 'refused' ? undefined : carry.finish(model, calls.order);
      if (carried !== undefined) emit({ type: 'carry', carry: carried });
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

/** Some servers send content as a list of parts, thinking among them. */
function takePart(part: unknown, say: (type: 'text' | 'reasoning', text: string) => void): void {
  if (!isObject(part)) return;
  const { text, thinking } = part;
  if (typeof text === 'string' && text !== '') say('text', text);
  if (typeof thinking === 'string' && thinking !== '') say('reasoning', thinking);
  if (!Array.isArray(thinking)) return;
  for (const thought of thinking) {
    const words = isObject(thought) ? nonEmpty(thought['text']) : undefined;
    if (words !== undefined) say('reasoning', words);
  }
}

/** OpenRouter repeats its blocks in `reasoning`; where that is missing they are read themselves. */
function takeDetails(details: readonly unknown[], say: (type: 'reasoning', text: string) => void): void {
  for (const block of details) {
    const words = isObject(block) ? (nonEmpty(block['text']) ?? nonEmpty(block['summary'])) : undefined;
    if (words !== undefined) say('reasoning', words);
  }
}
