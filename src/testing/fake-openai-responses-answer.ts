import { argumentsText, type FakeIds, type Fields, spokenPieces, textPieces, usageOf } from './fake-api.js';
import type { FakeModelRound } from './fake-model-round.js';

/** What all events of one answer share. */
export interface ResponseHead {
  readonly number: number;
  readonly model: string;
  /** Whether encrypted reasoning was asked for. */
  readonly sealed: boolean;
}

/** The answer in the shape of a `response` object. */
export function renderResponse(head: ResponseHead, round: FakeModelRound, ids: FakeIds): string {
  const output = itemsOf(head, round, ids).map(({ whole }) => whole);
  return JSON.stringify(responseObject(head, endOf(round), { output, usage: wireUsage(round) }));
}

/** The answer as the events of a stream, each with its closing blank line. */
export function renderResponseEvents(head: ResponseHead, round: FakeModelRound, ids: FakeIds): string[] {
  const items = itemsOf(head, round, ids);
  const begun = responseObject(head, { status: 'in_progress' }, { output: [], usage: null });
  const events: Fields[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap((item, at) => itemEvents(item, at)),
  ];
  if (round.faults?.noFinish !== true) {
    const end = endOf(round);
    const output = items.map(({ whole }) => whole);
    events.push({
      type: `response.${end.status}`,
      response: responseObject(head, end, { output, usage: wireUsage(round) }),
    });
  }
  return events.map(
    ({ type, ...rest }, at) =>
      `event: ${String(type)}\ndata: ${JSON.stringify({ type, sequence_number: at, ...rest })}\n\n`,
  );
}

/** What stands for encrypted reasoning: the check knows whose it is. */
export const sealOf = (model: string, text: string): string =>
  `sealed.${Buffer.from(JSON.stringify([model, text])).toString('base64url')}`;

interface FakeItem {
  readonly opened: Fields;
  readonly whole: Fields;
  /** The events between, without what they all have. */
  readonly pieces: readonly Fields[];
}

function itemsOf(head: ResponseHead, round: FakeModelRound, ids: FakeIds): readonly FakeItem[] {
  const items: FakeItem[] = [];
  if (round.reasoning !== undefined) items.push(reasoningItem(head, round.reasoning));
  if (round.text !== undefined && round.text !== '') items.push(messageItem(head, round));
  for (const [at, call] of (round.calls ?? []).entries()) {
    items.push(
      callItem(`fc_fake${head.number}_${at}`, ids.call(call, at), call.name, argumentsText(call), round.deltaSize),
    );
  }
  return items;
}

function reasoningItem(head: ResponseHead, text: string): FakeItem {
  const base = { id: `rs_fake${head.number}`, type: 'reasoning' };
  const sealed = head.sealed ? { encrypted_content: sealOf(head.model, text) } : {};
  const part = { type: 'summary_text', text };
  const summary = text === '' ? [] : [part];
  const pieces = summary.flatMap(() => [
    { type: 'response.reasoning_summary_part.added', summary_index: 0, part: { ...part, text: '' } },
    { type: 'response.reasoning_summary_text.delta', summary_index: 0, delta: text },
    { type: 'response.reasoning_summary_text.done', summary_index: 0, text },
    { type: 'response.reasoning_summary_part.done', summary_index: 0, part },
  ]);
  return { opened: { ...base, ...sealed, summary: [] }, whole: { ...base, ...sealed, summary }, pieces };
}

function messageItem({ number }: ResponseHead, round: FakeModelRound): FakeItem {
  const text = round.text ?? '';
  const refusal = round.stop === 'refused';
  const base = { id: `msg_fake${number}`, type: 'message', role: 'assistant' };
  const part = (words: string): Fields =>
    refusal ? { type: 'refusal', refusal: words } : { type: 'output_text', annotations: [], logprobs: [], text: words };
  const kind = refusal ? 'response.refusal' : 'response.output_text';
  const place = { content_index: 0 };
  const pieces = [
    { type: 'response.content_part.added', ...place, part: part('') },
    ...spokenPieces(round).map((delta) => ({
      type: `${kind}.delta`,
      ...place,
      delta,
      ...(!refusal && { logprobs: [] }),
    })),
    { type: `${kind}.done`, ...place, ...(refusal ? { refusal: text } : { text, logprobs: [] }) },
    { type: 'response.content_part.done', ...place, part: part(text) },
  ];
  const status = round.stop === 'length' ? 'incomplete' : 'completed';
  return {
    opened: { ...base, status: 'in_progress', content: [] },
    whole: { ...base, status, content: [part(text)] },
    pieces,
  };
}

function callItem(id: string, callId: string, name: string, args: string, size?: number): FakeItem {
  const base = { id, type: 'function_call', call_id: callId, name };
  return {
    opened: { ...base, status: 'in_progress', arguments: '' },
    whole: { ...base, status: 'completed', arguments: args },
    pieces: [
      ...textPieces(args, size).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      { type: 'response.function_call_arguments.done', arguments: args },
    ],
  };
}

function itemEvents({ opened, whole, pieces }: FakeItem, at: number): readonly Fields[] {
  return [
    { type: 'response.output_item.added', output_index: at, item: opened },
    ...pieces.map(({ type, ...rest }) => ({ type, item_id: whole['id'], output_index: at, ...rest })),
    { type: 'response.output_item.done', output_index: at, item: whole },
  ];
}

function responseObject({ number, model }: ResponseHead, end: { readonly status: string }, more: Fields): Fields {
  return {
    id: `resp_fake${number}`,
    object: 'response',
    created_at: 1_760_000_000,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    user: null,
    metadata: {},
    ...end,
    ...more,
  };
}

/** A refusal without words is a filter's. */
function endOf({ stop, text }: FakeModelRound) {
  if (stop === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  if (stop !== 'refused' || (text ?? '') !== '') return { status: 'completed' };
  return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
}

function wireUsage(round: FakeModelRound): Fields {
  const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 } = usageOf(round);
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
