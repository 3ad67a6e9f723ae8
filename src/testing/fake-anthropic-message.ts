import { sha256 } from '../base/digest.js';
import { parseTrusted } from '../base/trusted-json.js';
import type { StopReason } from '../model/model.js';
import {
  argumentsText,
  type FakeIds,
  type Fields,
  isObject,
  spokenPieces,
  stopOf,
  textPieces,
  usageOf,
} from './fake-api.js';
import type { FakeModelRound } from './fake-model-round.js';

/** The answer as one `message` object. */
export function renderAnthropicMessage(body: Fields, round: FakeModelRound, ids: FakeIds): string {
  const blocks = renderBlocks(body, round, ids);
  const stop = round.faults?.noFinish === true ? null : stopReasons[stopOf(round)];
  const head = JSON.stringify(headOf(body, ids)).slice(0, -1);
  const content = blocks.map(({ whole }) => whole).join(',');
  return `${head},"content":[${content}],"stop_reason":${JSON.stringify(stop)},"stop_sequence":null,"usage":${JSON.stringify(wireUsage(round))}}`;
}

/** The answer as the events of a stream, each with its closing blank line. */
export function renderAnthropicEvents(body: Fields, round: FakeModelRound, ids: FakeIds): string[] {
  const { output_tokens: _, output_tokens_details: __, ...read } = wireUsage(round);
  const start = {
    ...headOf(body, ids),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...read, output_tokens: 1 },
  };
  const events = [event('message_start', { message: start }), event('ping', {})];
  for (const [index, { opening, deltas }] of renderBlocks(body, round, ids).entries()) {
    events.push(event('content_block_start', { index, content_block: opening }));
    for (const delta of deltas) events.push(event('content_block_delta', { index, delta }));
    events.push(event('content_block_stop', { index }));
  }
  if (round.faults?.noFinish !== true) {
    const delta = { stop_reason: stopReasons[stopOf(round)], stop_sequence: null };
    events.push(event('message_delta', { delta, usage: wireUsage(round) }));
  }
  if (round.faults?.noDone !== true) events.push(event('message_stop', {}));
  return events;
}

/**
 * The signature of a thought. That of newer models holds only as long as the system prompt and the tools before it stay
 * the same.
 */
export function fakeSignature(thinking: string, { model, system, tools }: Fields): string {
  const bound = boundModels.test(String(model)) ? withoutMarks([system ?? null, tools ?? null]) : '';
  return `fake_${sha256(`${thinking}\n${bound}`).slice(0, 40)}`;
}

const boundModels = /^claude-(?:opus-5-5|sonnet-5-5|fable-5-1|fable-5-2|mythos-5-1|mythos-5-2)$/;

const withoutMarks = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (key === 'cache_control' ? undefined : part));

const event = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;

const headOf = ({ model }: Fields, { answer }: FakeIds) => ({
  model: String(model ?? 'fake-model'),
  id: `msg_fake${answer}`,
  type: 'message',
  role: 'assistant',
});

interface Rendered {
  readonly whole: string;
  readonly opening: object;
  readonly deltas: readonly object[];
}

function renderBlocks(body: Fields, round: FakeModelRound, ids: FakeIds): Rendered[] {
  const blocks: Rendered[] = [];
  const { reasoning, text = '', calls = [] } = round;
  if (reasoning !== undefined) {
    const signature = fakeSignature(reasoning, body);
    blocks.push({
      whole: JSON.stringify({ type: 'thinking', thinking: reasoning, signature }),
      opening: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...textPieces(reasoning).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature },
      ],
    });
  }
  if (text !== '') {
    blocks.push({
      whole: JSON.stringify({ type: 'text', text }),
      opening: { type: 'text', text: '' },
      deltas: spokenPieces(round).map((piece) => ({ type: 'text_delta', text: piece })),
    });
  }
  for (const [index, call] of calls.entries()) {
    const head = { type: 'tool_use', id: ids.call(call, index), name: call.name };
    const input = argumentsText(call);
    const whole = isObject(parseTrusted(input)) ? input : JSON.stringify(input);
    blocks.push({
      whole: `${JSON.stringify(head).slice(0, -1)},"input":${whole}}`,
      opening: { ...head, input: {} },
      deltas: ['', ...textPieces(input, round.deltaSize)].map((piece) => ({
        type: 'input_json_delta',
        partial_json: piece,
      })),
    });
  }
  return blocks;
}

const stopReasons: Readonly<Record<StopReason, string>> = {
  answered: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  refused: 'refusal',
};

function wireUsage(round: FakeModelRound) {
  const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens } = usageOf(round);
  return {
    input_tokens: inputTokens - cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
    ...(reasoningTokens !== undefined && { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  };
}
