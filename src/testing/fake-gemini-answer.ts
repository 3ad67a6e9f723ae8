import { parseTrusted } from '../base/trusted-json.js';
import type { StopReason, Usage } from '../model/model.js';
import { argumentsText, type FakeIds, isObject, spokenPieces, textPieces } from './fake-api.js';
import type { FakeModelRound } from './fake-model-round.js';

export interface GeminiHead {
  readonly model: string;
  readonly responseId: string;
}

/** The answer as the pieces of a stream, and as the one object of a request that is not streamed. */
export function renderGeminiChunks(
  head: GeminiHead,
  round: FakeModelRound,
  ids: FakeIds,
): { readonly stream: readonly string[]; readonly whole: string } {
  const parts = renderParts(head, round, ids);
  const usage = JSON.stringify(wireUsage(round.usage));
  const tail = `"usageMetadata":${usage},"modelVersion":${JSON.stringify(head.model)},"responseId":${JSON.stringify(head.responseId)}}`;
  const chunk = (list: string, end: string) =>
    `{"candidates":[{"content":{"parts":[${list}],"role":"model"}${end},"index":0}],${tail}`;
  const finish = round.faults?.noFinish === true ? '' : `,"finishReason":"${finishReason(round)}"`;
  const stream = parts.map((part) => chunk(part, ''));
  if (finish !== '') stream.push(chunk(lastPart(head, round), finish));
  return { stream, whole: chunk(parts.join(','), finish) };
}

function renderParts(head: GeminiHead, round: FakeModelRound, ids: FakeIds): readonly string[] {
  const thoughts = textPieces(round.reasoning ?? '').map((text) => JSON.stringify({ text, thought: true }));
  const texts = spokenPieces(round).map((text) => JSON.stringify({ text }));
  const calls = (round.calls ?? []).filter(isReadable).map((call, index) => {
    const id = JSON.stringify(ids.call(call, index));
    const signature = index === 0 && signs(head.model) ? `,"thoughtSignature":"${signatureOf(head)}"` : '';
    return `{"functionCall":{"name":${JSON.stringify(call.name)},"args":${argumentsText(call)},"id":${id}}${signature}}`;
  });
  return [...thoughts, ...texts, ...calls];
}

/** The stream closes with an empty part, which bears the signature when there was no call to bear it. */
function lastPart(head: GeminiHead, round: FakeModelRound): string {
  const signed = signs(head.model) && (round.calls ?? []).length === 0;
  return JSON.stringify({ text: '', ...(signed && { thoughtSignature: signatureOf(head) }) });
}

/** Models of the third generation sign what they say. */
const signs = (model: string): boolean => /^gemini-3/.test(model);

const signatureOf = ({ responseId }: GeminiHead): string => Buffer.from(`signed ${responseId}`).toString('base64');

/** The API hands arguments over as objects: what is none never becomes a call. */
const isReadable = (call: NonNullable<FakeModelRound['calls']>[number]): boolean => {
  const value = parseTrusted(argumentsText(call));
  return isObject(value) && !Array.isArray(value);
};

const finishReasons: Readonly<Record<StopReason, string>> = {
  answered: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  refused: 'SAFETY',
};

function finishReason(round: FakeModelRound): string {
  if (!(round.calls ?? []).every(isReadable)) return 'MALFORMED_FUNCTION_CALL';
  return finishReasons[round.stop ?? 'answered'];
}

function wireUsage(usage: Usage = { inputTokens: 10, outputTokens: 5 }): object {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens = 0 } = usage;
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens - reasoningTokens,
    totalTokenCount: inputTokens + outputTokens,
    ...(cachedInputTokens !== undefined && { cachedContentTokenCount: cachedInputTokens }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputTokens }],
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
  };
}
