import type { StopReason } from '../model/model.js';
import { argumentsText, type FakeIds, spokenPieces, textPieces } from './fake-api.js';
import type { FakeModelRound } from './fake-model-round.js';

/** What all chunks of one answer share. */
export interface CompletionHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** The answer in the shape of a `chat.completion` object. */
export function renderCompletion(head: CompletionHead, round: FakeModelRound, ids: FakeIds): string {
  const calls = (round.calls ?? []).map((call, index) => ({
    id: ids.call(call, index),
    type: 'function',
    function: { name: call.name, arguments: argumentsText(call) },
  }));
  const message = {
    role: 'assistant',
    content: round.text ?? null,
    ...(round.reasoning === undefined ? {} : { reasoning_content: round.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    refusal: null,
  };
  const finish = round.faults?.noFinish === true ? null : finishReason(round);
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  return JSON.stringify({ ...common(head, 'chat.completion'), choices, usage: wireUsage(round) });
}

/** The answer as the events of a stream, each with its closing blank line. */
export function renderEvents(head: CompletionHead, round: FakeModelRound, ids: FakeIds, usage: boolean): string[] {
  const base = JSON.stringify({ ...common(head, 'chat.completion.chunk'), system_fingerprint: 'fp_fake' }).slice(0, -1);
  const open = `data: ${base},"choices":[{"index":0,"delta":`;
  const close = `,"logprobs":null,"finish_reason":null}]${usage ? ',"usage":null' : ''}}\n\n`;
  const deltas = renderDeltas(round, ids);
  const events = deltas.map((delta) => `${open}${delta}${close}`);
  if (round.faults?.garbage !== undefined) events.splice(1, 0, round.faults.garbage);
  if (round.faults?.noFinish !== true) {
    const finish = JSON.stringify(finishReason(round));
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

function finishReason(round: FakeModelRound): string {
  return finishReasons[round.stop ?? ((round.calls ?? []).length > 0 ? 'calls' : 'answered')];
}

function wireUsage({ usage }: FakeModelRound) {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage ?? {
    inputTokens: 10,
    outputTokens: 5,
    cachedInputTokens: undefined,
    reasoningTokens: undefined,
  };
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens !== undefined && { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}
