import { defined } from '../base/defined.js';
import type { StopReason } from '../model/model.js';
import { checkChatRequest } from './chat-request-check.js';
import {
  answerReply,
  argumentsText,
  type FakeApi,
  type FakeIds,
  fieldsOf,
  jsonReply,
  spokenPieces,
  stopOf,
  textPieces,
  usageOf,
} from './fake-api.js';
import type { FakeModelRound } from './fake-model-round.js';

/** OpenAI's chat completions. */
export const fakeOpenAiChat: FakeApi = {
  asks: (route) => route === 'POST /v1/chat/completions',
  aside(route, _request, models) {
    if (route !== 'GET /v1/models') return undefined;
    const data = models.map(({ name }) => ({
      id: name,
      object: 'model',
      created: 1_760_000_000,
      owned_by: 'toolwright',
    }));
    return jsonReply(200, { object: 'list', data });
  },
  check: ({ body }) => checkChatRequest(body),
  render(round, { body }, ids) {
    const wanted = fieldsOf(body);
    const head: CompletionHead = {
      id: `chatcmpl-fake${ids.answer}`,
      created: 1_760_000_000,
      model: String(wanted['model'] ?? 'fake-model'),
    };
    if (wanted['stream'] !== true) return answerReply({ whole: renderCompletion(head, round, ids) });
    const usage = fieldsOf(wanted['stream_options'])['include_usage'] === true;
    return answerReply({ events: renderEvents(head, round, ids, usage) });
  },
  error(status, message, code = null) {
    const type = status >= 500 ? 'server_error' : 'invalid_request_error';
    return jsonReply(status, { error: { message, type, param: null, code } });
  },
};

/** What all chunks of one answer share. */
interface CompletionHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** The answer in the shape of a `chat.completion` object. */
function renderCompletion(head: CompletionHead, round: FakeModelRound, ids: FakeIds): string {
  const calls = (round.calls ?? []).map((call, index) => ({
    id: ids.call(call, index),
    type: 'function',
    function: { name: call.name, arguments: argumentsText(call) },
  }));
  const message = {
    role: 'assistant',
    content: round.text ?? null,
    ...defined({ reasoning_content: round.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    refusal: null,
  };
  const finish = round.faults?.noFinish === true ? null : finishReasons[stopOf(round)];
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  return JSON.stringify({ ...common(head, 'chat.completion'), choices, usage: wireUsage(round) });
}

/** The answer as the events of a stream, each with its closing blank line. */
function renderEvents(head: CompletionHead, round: FakeModelRound, ids: FakeIds, usage: boolean): string[] {
  const base = JSON.stringify({ ...common(head, 'chat.completion.chunk'), system_fingerprint: 'fp_fake' }).slice(0, -1);
  const open = `data: ${base},"choices":[{"index":0,"delta":`;
  const close = `,"logprobs":null,"finish_reason":null}]${usage ? ',"usage":null' : ''}}\n\n`;
  const deltas = renderDeltas(round, ids);
  const events = deltas.map((delta) => `${open}${delta}${close}`);
  if (round.faults?.noFinish !== true) {
    const finish = JSON.stringify(finishReasons[stopOf(round)]);
    events.push(`${open}{},"logprobs":null,"finish_reason":${finish}}]${usage ? ',"usage":null' : ''}}\n\n`);
  }
  if (usage) events.push(`data: ${base},"choices":[],"usage":${JSON.stringify(wireUsage(round))}}\n\n`);
  if (round.faults?.noDone !== true) events.push('data: [DONE]\n\n');
  return events;
}

const common = ({ id, created, model }: CompletionHead, object: string) => ({ id, object, created, model });

function renderDeltas(round: FakeModelRound, ids: FakeIds): string[] {
  const deltas = [JSON.stringify({ role: 'assistant', content: round.calls === undefined ? '' : null, refusal: null })];
  for (const text of textPieces(round.reasoning ?? '')) deltas.push(JSON.stringify({ reasoning_content: text }));
  for (const content of spokenPieces(round)) deltas.push(JSON.stringify({ content }));
  for (const [index, call] of (round.calls ?? []).entries()) {
    const opened = { index, id: ids.call(call, index), type: 'function', function: { name: call.name, arguments: '' } };
    deltas.push(JSON.stringify({ tool_calls: [opened] }));
    for (const fragment of textPieces(argumentsText(call), round.deltaSize)) {
      deltas.push(`{"tool_calls":[{"index":${index},"function":{"arguments":${JSON.stringify(fragment)}}}]}`);
    }
  }
  return deltas;
}

const finishReasons: Readonly<Record<StopReason, string>> = {
  answered: 'stop',
  calls: 'tool_calls',
  length: 'length',
  refused: 'content_filter',
};

function wireUsage(round: FakeModelRound) {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usageOf(round);
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens !== undefined && { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}
