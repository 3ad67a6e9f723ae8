import { rawElements } from '../../../base/raw-json.js';
import type { ModelEvent, ModelFailure, StopReason, Usage } from '../../model.js';
import { answerFailures, gaveUp } from '../answer-failure.js';
import type { CallPieces } from '../call-pieces.js';
import { type AnswerDraft, type AnswerForm, createReader } from '../create-reader.js';
import type { AnswerReader } from '../protocol.js';
import { countedUsage, isObject, nonEmpty, read, tokens, type Wire } from '../wire.js';
import { createResponseItems } from './openai-responses-items.js';

/** How the server says that an answer ended. */
type End = { readonly status: 'completed' } | { readonly status: 'incomplete' | 'other'; readonly reason: string };

/** Turns the events of a response, or a whole one, into events of ours. */
export const createResponsesReader = (emit: (event: ModelEvent) => void, model: string): AnswerReader =>
  createReader(emit, (draft) => readResponse(draft, model));

function readResponse(draft: AnswerDraft, model: string): AnswerForm {
  const items = createResponseItems(draft);
  let end: End | undefined;

  /** The whole answer: at the end of a stream it repeats what came, or tells what did not. */
  const takeResponse = (response: Wire, rawItems: () => readonly string[], said: string): void => {
    const { output, error } = response;
    const told = nonEmpty(response['status']) ?? said;
    // The event tells more than a status that a server forgot to change, but nothing whole is incomplete.
    const status = said === '' || unfinished.has(told) ? told : said;
    draft.usage = usageOf(response['usage']) ?? draft.usage;
    if (status === 'failed' || isObject(error)) {
      draft.failed = { error: isObject(error) ? error : { message: 'the server gave no reason' } };
      return;
    }
    if (Array.isArray(output)) items.settleAll(output, rawItems);
    const reason = nonEmpty(read(response, 'incomplete_details', 'reason')) ?? 'incomplete';
    if (status === 'completed') end = { status };
    else end = status === 'incomplete' ? { status, reason } : { status: 'other', reason: `status ${status}` };
    draft.done = true;
  };

  return {
    errorOf: () => undefined,
    take(event, raw, name) {
      const { error, response } = event;
      const type = nonEmpty(event['type']) ?? name;
      if (type.startsWith('response.')) draft.begun = true;
      if (type === 'error') {
        draft.failed = { error: isObject(error) ? error : event };
      } else if (endings.has(type)) {
        const whole = isObject(response) ? response : {};
        takeResponse(whole, () => rawElements(raw, ['response', 'output']), type.slice('response.'.length));
      } else if (type !== '') {
        items.take(type, event, raw);
      } else if (isObject(error) || typeof error === 'string') {
        draft.failed = { error };
      } else if (event['object'] === 'response' || Array.isArray(event['output'])) {
        draft.begun = true;
        takeResponse(event, () => rawElements(raw, ['output']), '');
      }
    },
    finished: () => end !== undefined,
    end() {
      if (end === undefined && draft.length === 0) return answerFailures.empty;
      items.close();
      return stopOf(end, draft.calls, items.refused);
    },
    carry: () => items.carry(model),
  };
}

const unfinished = new Set(['incomplete', 'failed', 'cancelled']);
const endings = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled']);

/** What the end of a response means. None at all (only `[DONE]` came) is believed when every call is whole. */
function stopOf(end: End | undefined, calls: CallPieces, refused: boolean): StopReason | ModelFailure {
  if (end === undefined) {
    if (calls.count > 0 && !calls.whole()) return answerFailures.cut;
  } else if (end.status !== 'completed') {
    const { status, reason } = end;
    if (status === 'other') return gaveUp(reason);
    if (reason === 'content_filter') return 'refused';
    if (reason !== 'max_output_tokens') return gaveUp(reason);
    return calls.count > 0 ? answerFailures.cutByLimit : 'length';
  }
  if (refused) return 'refused';
  return calls.count > 0 ? 'calls' : 'answered';
}

function usageOf(counted: unknown): Usage | undefined {
  const [input, output] = [read(counted, 'input_tokens'), read(counted, 'output_tokens')];
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  const cached = tokens(read(counted, 'input_tokens_details', 'cached_tokens'));
  const thought = tokens(read(counted, 'output_tokens_details', 'reasoning_tokens'));
  return countedUsage(tokens(input), tokens(output), cached, thought);
}
