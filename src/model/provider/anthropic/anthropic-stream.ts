import { rawElements, rawMember } from '../../../base/raw-json.js';
import { cutEnd } from '../../../base/text.js';
import type { ModelEvent, ModelFailure, StopReason } from '../../model.js';
import { answerFailures, maxAnswerLength } from '../answer-failure.js';
import type { AnswerProblem, AnswerReader } from '../protocol.js';
import { isObject, nonEmpty } from '../wire.js';
import { type AnthropicBlocks, createAnthropicBlocks } from './anthropic-blocks.js';
import { statusOfError } from './anthropic-error.js';
import { createAnthropicUsage } from './anthropic-usage.js';

/** Turns the events of a message, or a whole one, into events of ours: no input, no output, no clock. */
export function createAnthropicReader(emit: (event: ModelEvent) => void, model: string): AnswerReader {
  const blocks = createAnthropicBlocks(emit);
  const usage = createAnthropicUsage();
  let begun = false;
  let done = false;
  let stopReason: string | undefined;
  let explanation: string | undefined;
  let failed: AnswerProblem | undefined;

  const takeStop = (holder: Readonly<Record<string, unknown>>): void => {
    stopReason = nonEmpty(holder['stop_reason']) ?? stopReason;
    const details = holder['stop_details'];
    if (isObject(details)) explanation = nonEmpty(details['explanation']) ?? explanation;
  };

  /** A whole message, or the start of one, whose content is then empty. `path` leads to it within its frame. */
  const takeMessage = (message: unknown, raw: string, path: readonly string[]): void => {
    if (!isObject(message)) return;
    const { content } = message;
    begun = true;
    usage.take(message['usage']);
    if (Array.isArray(content)) {
      const texts = content.length === 0 ? [] : rawElements(raw, [...path, 'content']);
      for (const [at, block] of content.entries()) {
        blocks.open(block, undefined, () => rawMember(texts[at] ?? '', ['input']));
      }
    }
    takeStop(message);
  };

  const take = (frame: Readonly<Record<string, unknown>>, raw: string): void => {
    switch (frame['type']) {
      case 'content_block_delta':
        begun = true;
        stopReason = undefined;
        blocks.add(placeOf(frame), frame['delta']);
        return;
      case 'content_block_start':
        begun = true;
        // What was finished goes on after all: it has to be finished again before it counts.
        stopReason = undefined;
        blocks.open(frame['content_block'], placeOf(frame), () => rawMember(raw, ['content_block', 'input']));
        return;
      case 'message_start':
        takeMessage(frame['message'], raw, ['message']);
        return;
      case 'message_delta':
        begun = true;
        usage.take(frame['usage']);
        if (isObject(frame['delta'])) takeStop(frame['delta']);
        return;
      case 'message_stop':
        done = true;
        return;
      default:
        if (Array.isArray(frame['content'])) takeMessage(frame, raw, []);
    }
  };

  return {
    push(frame, raw) {
      if (done || failed !== undefined) return;
      const { error } = frame as { readonly error?: unknown };
      if (error !== undefined && error !== null) {
        failed = { error: statusOfError(error) };
        return;
      }
      take(frame as Readonly<Record<string, unknown>>, raw);
      if (blocks.length > maxAnswerLength) failed = { failure: answerFailures.tooLong };
    },
    done() {
      done = true;
    },
    finish() {
      if (stopReason === undefined && !(done && begun)) return done ? answerFailures.empty : answerFailures.cut;
      blocks.close();
      const stop = stopOf(stopReason, blocks, model);
      if (typeof stop !== 'string') return stop;
      const problem = stop === 'calls' ? blocks.calls.finish() : undefined;
      if (problem !== undefined) return problem;
      const thoughts = stop === 'refused' ? undefined : blocks.thoughts();
      if (thoughts !== undefined) emit({ type: 'carry', carry: { api: 'anthropic', model, value: thoughts } });
      if (stop === 'refused' && explanation !== undefined) {
        emit({ type: 'problem', code: 'refusal-explained', message: cutEnd(explanation, 1000) });
      }
      const counted = usage.counted();
      if (counted !== undefined) emit({ type: 'usage', usage: counted });
      emit({ type: 'stop', reason: stop });
      return undefined;
    },
    get failed() {
      return failed;
    },
    get state() {
      if (done) return 'done';
      return stopReason === undefined ? 'open' : 'finished';
    },
    get begun() {
      return begun;
    },
  };
}

/** The block a frame is about; without a number it is the last one. */
const placeOf = ({ index }: Readonly<Record<string, unknown>>): number | undefined =>
  typeof index === 'number' ? index : undefined;

/**
 * What a stop reason means. None at all (only `message_stop` came) is believed when every call is whole. `pause_turn`
 * comes only with tools that Anthropic's servers run, which are never asked for: what was said by then is not all that
 * was meant, as at an output limit.
 */
function stopOf(reason: string | undefined, { calls }: AnthropicBlocks, model: string): StopReason | ModelFailure {
  switch (reason) {
    case 'max_tokens':
    case 'pause_turn':
      return calls.count > 0 ? answerFailures.cutByLimit : 'length';
    case 'refusal':
      return 'refused';
    case 'model_context_window_exceeded':
      return contextFull(model);
    case undefined:
      if (calls.count > 0 && !calls.whole()) return answerFailures.cut;
  }
  return calls.count > 0 ? 'calls' : 'answered';
}

function contextFull(model: string): ModelFailure {
  const message = `The conversation filled all that ${model} can read in the middle of the answer. No call of it was run. Start a new session, or choose a model that reads more.`;
  return { kind: 'context-overflow', message };
}
