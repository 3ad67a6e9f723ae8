import { rawElements, rawMember } from '../../../base/raw-json.js';
import type { ModelEvent, ModelFailure, StopReason, Usage } from '../../model.js';
import { answerFailures, gaveUp, maxAnswerLength } from '../answer-failure.js';
import type { AnswerProblem, AnswerReader } from '../protocol.js';
import { isObject, nonEmpty, tokens } from '../wire.js';
import { createResponseItems, type ResponseItems } from './openai-responses-items.js';

/** A part of an event as it came: every field may be missing or of another type. */
type Wire = Readonly<Record<string, unknown>>;

/** How the server says that an answer ended. */
type End = { readonly status: 'completed' } | { readonly status: 'incomplete' | 'other'; readonly reason: string };

/** Turns the events of a response into events of ours: no input, no output, no clock. */
export function createResponsesReader(emit: (event: ModelEvent) => void, model: string): AnswerReader {
  const items = createResponseItems(emit);
  let begun = false;
  let done = false;
  let end: End | undefined;
  let usage: Usage | undefined;
  let failed: AnswerProblem | undefined;

  /** The whole answer: at the end of a stream it repeats what came, or tells what did not. */
  const takeResponse = (response: Wire, rawItems: () => readonly string[], said: string): void => {
    const { output, error, incomplete_details: details } = response;
    const told = nonEmpty(response['status']) ?? said;
    // The event tells more than a status that a server forgot to change, but nothing whole is incomplete.
    const status = said === '' || unfinished.has(told) ? told : said;
    usage = usageOf(response['usage']) ?? usage;
    if (status === 'failed' || isObject(error)) {
      failed = { error: isObject(error) ? error : { message: 'the server gave no reason' } };
      return;
    }
    if (Array.isArray(output)) items.settleAll(output, rawItems);
    if (status === 'completed') end = { status };
    else if (status !== 'incomplete') end = { status: 'other', reason: `status ${status}` };
    else end = { status, reason: (isObject(details) ? nonEmpty(details['reason']) : undefined) ?? 'incomplete' };
  };

  return {
    push(frame, raw, name) {
      if (done || failed !== undefined) return;
      const event = frame as Wire;
      const type = nonEmpty(event['type']) ?? name;
      if (type.startsWith('response.')) begun = true;
      if (type === 'error') {
        failed = { error: isObject(event['error']) ? event['error'] : event };
      } else if (endings.has(type)) {
        const response = isObject(event['response']) ? event['response'] : {};
        takeResponse(response, () => rawElements(raw, ['response', 'output']), type.slice('response.'.length));
      } else if (type !== '') {
        // What is not known passes by: servers add events as they like.
        takers.get(type)?.(items, event, raw);
      } else if (isObject(event['error']) || typeof event['error'] === 'string') {
        failed = { error: event['error'] };
      } else if (event['object'] === 'response' || Array.isArray(event['output'])) {
        begun = true;
        takeResponse(event, () => rawElements(raw, ['output']), '');
      }
      if (items.length > maxAnswerLength) failed ??= { failure: answerFailures.tooLong };
      if (end !== undefined) done = true;
    },
    done() {
      done = true;
    },
    finish() {
      if (end === undefined && !done) return answerFailures.cut;
      if (end === undefined && items.length === 0) return answerFailures.empty;
      items.close();
      const stop = stopOf(end, items);
      if (typeof stop !== 'string') return stop;
      const problem = stop === 'calls' ? items.calls.finish() : undefined;
      if (problem !== undefined) return problem;
      const carry = stop === 'refused' ? undefined : items.carry(model);
      if (carry !== undefined) emit({ type: 'carry', carry });
      if (usage !== undefined) emit({ type: 'usage', usage });
      emit({ type: 'stop', reason: stop });
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

const unfinished = new Set(['incomplete', 'failed', 'cancelled']);
const endings = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled']);

type Taker = (items: ResponseItems, event: Wire, raw: string) => void;

const takers = new Map<string, Taker>([
  ['response.output_text.delta', (items, event) => items.say(event, event['delta'])],
  ['response.output_text.done', (items, event) => items.sayWhole(event, event['text'])],
  ['response.refusal.delta', (items, event) => items.refuse(event, event['delta'])],
  ['response.refusal.done', (items, event) => items.refuseWhole(event, event['refusal'])],
  [
    'response.reasoning_summary_text.delta',
    (items, event) => items.think(event, event['delta'], event['summary_index']),
  ],
  [
    'response.reasoning_summary_text.done',
    (items, event) => items.thinkWhole(event, event['text'], event['summary_index']),
  ],
  ['response.reasoning_text.delta', (items, event) => items.think(event, event['delta'], event['content_index'])],
  ['response.reasoning_text.done', (items, event) => items.thinkWhole(event, event['text'], event['content_index'])],
  ['response.function_call_arguments.delta', (items, event) => items.argue(event, event['delta'])],
  [
    'response.function_call_arguments.done',
    (items, event, raw) => items.argueWhole(event, () => rawMember(raw, ['arguments'])),
  ],
  [
    'response.output_item.added',
    (items, event, raw) => items.announce(event, () => rawMember(raw, ['item', 'arguments'])),
  ],
  [
    'response.output_item.done',
    (items, event, raw) => items.settle(event, () => rawMember(raw, ['item', 'arguments'])),
  ],
]);

/** What the end of a response means. None at all (only `[DONE]` came) is believed when every call is whole. */
function stopOf(end: End | undefined, { calls, refused }: ResponseItems): StopReason | ModelFailure {
  if (end === undefined) {
    if (calls.count > 0 && !calls.whole()) return answerFailures.cut;
  } else if (end.status === 'incomplete') {
    if (end.reason === 'content_filter') return 'refused';
    if (end.reason === 'max_output_tokens') return calls.count > 0 ? answerFailures.cutByLimit : 'length';
    return gaveUp(end.reason);
  } else if (end.status === 'other') {
    return gaveUp(end.reason);
  }
  if (refused) return 'refused';
  return calls.count > 0 ? 'calls' : 'answered';
}

function usageOf(counted: unknown): Usage | undefined {
  if (!isObject(counted)) return undefined;
  const {
    input_tokens: input,
    output_tokens: output,
    input_tokens_details: read,
    output_tokens_details: written,
  } = counted;
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  const cached = tokens(isObject(read) ? read['cached_tokens'] : undefined);
  const reasoning = tokens(isObject(written) ? written['reasoning_tokens'] : undefined);
  return {
    inputTokens: tokens(input),
    outputTokens: tokens(output),
    ...(cached > 0 && { cachedInputTokens: cached }),
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
  };
}
