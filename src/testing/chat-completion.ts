import type { StopReason } from '../model/model.js';
import type { ScriptedCall } from '../model/provider/scripted.js';
import type { FakeModelRound } from './fake-model-round.js';

/** What all chunks of one answer share. */
export interface CompletionHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** The answer in the shape of a `chat.completion` object. */
export function renderCompletion(head: CompletionHead, round: FakeModelRound, callId: CallIds): string {
  const calls = (round.calls ?? []).map((call, index) => ({
    id: callId(call, index),
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
export function renderEvents(head: CompletionHead, round: FakeModelRound, callId: CallIds, usage: boolean): string[] {
  const base = JSON.stringify({ ...common(head, 'chat.completion.chunk'), system_fingerprint: 'fp_fake' }).slice(0, -1);
  const open = `data: ${base},"choices":[{"index":0,"delta":`;
  const close = `,"logprobs":null,"finish_reason":null}]${usage ? ',"usage":null' : ''}}\n\n`;
  const deltas = renderDeltas(round, callId);
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

export type CallIds = (call: ScriptedCall, index: number) => string;

const common = ({ id, created, model }: CompletionHead, object: string) => ({ id, object, created, model });

function renderDeltas(round: FakeModelRound, callId: CallIds): string[] {
  const deltas = [JSON.stringify({ role: 'assistant', content: round.calls === undefined ? '' : null, refusal: null })];
  for (const text of pieces(round.reasoning ?? '', undefined)) deltas.push(JSON.stringify({ reasoning_content: text }));
  const text = round.text ?? '';
  const size = Math.max(1, Math.ceil(text.length / Math.max(1, round.chunks ?? 1)));
  for (const content of pieces(text, size)) deltas.push(JSON.stringify({ content }));
  for (const [index, call] of (round.calls ?? []).entries()) {
    const opened = { index, id: callId(call, index), type: 'function', function: { name: call.name, arguments: '' } };
    deltas.push(JSON.stringify({ tool_calls: [opened] }));
    for (const fragment of pieces(argumentsText(call), round.deltaSize)) {
      deltas.push(`{"tool_calls":[{"index":${index},"function":{"arguments":${JSON.stringify(fragment)}}}]}`);
    }
  }
  return deltas;
}

/** Pieces of at most `size` UTF-16 units, one more where a code point would be split. */
function pieces(text: string, size: number = text.length): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + Math.max(1, size));
    const unit = text.charCodeAt(end - 1);
    if (unit >= 0xd800 && unit <= 0xdbff && end < text.length) end += 1;
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

const argumentsText = ({ arguments: args }: ScriptedCall): string =>
  typeof args === 'string' ? args : JSON.stringify(args);

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
  const { inputTokens, outputTokens } = usage ?? { inputTokens: 10, outputTokens: 5 };
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}
