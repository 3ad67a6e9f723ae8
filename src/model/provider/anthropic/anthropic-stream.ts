import { rawElements, rawMember } from '../../../base/raw-json.js';
import { cutEnd } from '../../../base/text.js';
import type { ModelEvent, ModelFailure, StopReason } from '../../model.js';
import { answerFailures } from '../answer-failure.js';
import type { CallPieces } from '../call-pieces.js';
import { type AnswerDraft, type AnswerForm, createReader } from '../create-reader.js';
import type { AnswerReader } from '../protocol.js';
import { countedUsage, eachWithText, isObject, nonEmpty, read, tokens, type Wire } from '../wire.js';
import { createAnthropicBlocks } from './anthropic-blocks.js';

/** Turns the events of a message, or a whole one, into events of ours. */
export const createAnthropicReader = (emit: (event: ModelEvent) => void, model: string): AnswerReader =>
  createReader(emit, (draft) => readMessage(draft, model));

function readMessage(draft: AnswerDraft, model: string): AnswerForm {
  const blocks = createAnthropicBlocks(draft);
  const takeUsage = createUsage(draft);
  let stopReason: string | undefined;
  let explanation: string | undefined;

  const takeStop = (holder: unknown): void => {
    stopReason = nonEmpty(read(holder, 'stop_reason')) ?? stopReason;
    explanation = nonEmpty(read(holder, 'stop_details', 'explanation')) ?? explanation;
  };

  /** A whole message, or the start of one, whose content is then empty. `path` leads to it within its frame. */
  const takeMessage = (message: unknown, raw: string, path: readonly string[]): void => {
    if (!isObject(message)) return;
    const { content } = message;
    draft.begun = true;
    takeUsage(message['usage']);
    if (Array.isArray(content)) {
      const findTexts = () => rawElements(raw, [...path, 'content']);
      eachWithText(content, findTexts, (block, text) =>
        blocks.open(block, undefined, () => rawMember(text(), ['input'])),
      );
    }
    takeStop(message);
  };

  return {
    errorOf: ({ error }) => (isObject(error) ? withStatus(error) : error),
    take(frame, raw) {
      switch (frame['type']) {
        case 'content_block_delta':
          draft.begun = true;
          stopReason = undefined;
          blocks.add(indexOf(frame), frame['delta']);
          return;
        case 'content_block_start':
          draft.begun = true;
          // What was finished goes on after all: it has to be finished again before it counts.
          stopReason = undefined;
          blocks.open(frame['content_block'], indexOf(frame), () => rawMember(raw, ['content_block', 'input']));
          return;
        case 'message_start':
          takeMessage(frame['message'], raw, ['message']);
          return;
        case 'message_delta':
          draft.begun = true;
          takeUsage(frame['usage']);
          takeStop(frame['delta']);
          return;
        case 'message_stop':
          draft.done = true;
          return;
        default:
          if (Array.isArray(frame['content'])) takeMessage(frame, raw, []);
      }
    },
    finished: () => stopReason !== undefined,
    end() {
      blocks.close();
      const stop = stopOf(stopReason, draft.calls, model);
      if (stop === 'refused' && explanation !== undefined)
        draft.emit({ type: 'problem', code: 'refusal-explained', message: cutEnd(explanation, 1000) });
      return stop;
    },
    carry() {
      const value = blocks.thoughts();
      return value === undefined ? undefined : { api: 'anthropic', model, value };
    },
  };
}

/** The block a frame is about; without a number it is the last one. */
const indexOf = ({ index }: Wire): number | undefined => (typeof index === 'number' ? index : undefined);

/** An error that came within a stream, with the status it would have had as an answer of its own. */
function withStatus(error: Wire): Wire {
  const status = statuses.get(error['type']);
  return status === undefined ? error : { ...error, status };
}

/** https://platform.claude.com/docs/en/api/errors */
const statuses: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/** Takes what the start and the end of an answer say: counts go on growing, and some servers tell some only at the end. */
function createUsage(draft: AnswerDraft): (usage: unknown) => void {
  let told = false;
  let [fresh, written, cached, output, thought] = [0, 0, 0, 0, 0];
  return (usage) => {
    const grown = (before: number, ...path: readonly string[]): number =>
      Math.max(before, tokens(read(usage, ...path)));
    fresh = grown(fresh, 'input_tokens');
    written = grown(written, 'cache_creation_input_tokens');
    cached = grown(cached, 'cache_read_input_tokens');
    output = grown(output, 'output_tokens');
    thought = grown(thought, 'output_tokens_details', 'thinking_tokens');
    told ||= ['input_tokens', 'output_tokens'].some((name) => typeof read(usage, name) === 'number');
    if (told) draft.usage = countedUsage(fresh + written + cached, output, cached, thought);
  };
}

/**
 * What a stop reason means. None at all (only `message_stop` came) is believed when every call is whole. `pause_turn`
 * comes only with tools that Anthropic's servers run, which are never asked for: what was said by then is not all that
 * was meant, as at an output limit.
 */
function stopOf(reason: string | undefined, calls: CallPieces, model: string): StopReason | ModelFailure {
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
