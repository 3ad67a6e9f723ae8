import { defined } from '../base/defined.js';
import { parseTrusted } from '../base/trusted-json.js';
import type { StopReason } from '../model/model.js';
import {
  argumentsText,
  type FakeApi,
  type FakeIds,
  type FakeReply,
  isObject,
  jsonReply,
  spokenPieces,
  textPieces,
  usageOf,
} from './fake-api.js';
import { checkGeminiRequest } from './fake-gemini-check.js';
import type { FakeModelRound } from './fake-model-round.js';

const route = /^POST \/v1beta\/(?:models|tunedModels)\/[^/]+:(?:stream)?[gG]enerateContent$/;

/** Google's Gemini API. */
export const fakeGemini: FakeApi = {
  asks: (asked) => route.test(asked),
  aside(asked, _request, models) {
    if (asked !== 'GET /v1beta/models') return undefined;
    const list = models.map(({ name, contextTokens = 1_048_576 }) => ({
      name: `models/${name}`,
      version: '001',
      displayName: name,
      inputTokenLimit: contextTokens,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    }));
    return jsonReply(200, { models: list });
  },
  check: ({ body, path }) => checkGeminiRequest(body, modelOf(path)),
  render(round, { path }, ids): FakeReply {
    const head = { model: modelOf(path), responseId: `fake-answer-${ids.answer}` };
    const chunks = renderGeminiChunks(head, round, ids);
    if (!path.includes(':streamGenerateContent')) return json(chunks.whole);
    if (!/[?&]alt=sse(?:&|$)/.test(path)) return json(`[${chunks.stream.join('\n,\r\n')}]`);
    // The true server ends its lines with CR LF, and its stream without a mark.
    const pieces = chunks.stream.map((chunk) => `data: ${chunk}\r\n\r\n`);
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, pieces, streamed: true };
  },
  error(status, message) {
    return jsonReply(status, { error: { code: status, message, status: names[status] ?? 'UNKNOWN' } });
  },
};

const modelOf = (path: string): string => /\/([^/:?]+):/.exec(path)?.[1] ?? 'fake-model';

const json = (text: string): FakeReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  pieces: [text],
});

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

interface GeminiHead {
  readonly model: string;
  readonly responseId: string;
}

/** The answer as the pieces of a stream, and as the one object of a request that is not streamed. */
function renderGeminiChunks(
  head: GeminiHead,
  round: FakeModelRound,
  ids: FakeIds,
): { readonly stream: readonly string[]; readonly whole: string } {
  const parts = renderParts(head, round, ids);
  const usage = JSON.stringify(wireUsage(round));
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

function wireUsage(round: FakeModelRound): object {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens = 0 } = usageOf(round);
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens - reasoningTokens,
    totalTokenCount: inputTokens + outputTokens,
    ...defined({ cachedContentTokenCount: cachedInputTokens }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputTokens }],
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
  };
}
