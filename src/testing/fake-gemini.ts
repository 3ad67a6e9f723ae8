import { type FakeApi, type FakeReply, jsonReply } from './fake-api.js';
import { renderGeminiChunks } from './fake-gemini-answer.js';
import { checkGeminiRequest } from './fake-gemini-check.js';

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
    const { garbage } = round.faults ?? {};
    if (!path.includes(':streamGenerateContent')) return json(chunks.whole);
    if (!/[?&]alt=sse(?:&|$)/.test(path)) return json(`[${chunks.stream.join('\n,\r\n')}]`);
    // The true server ends its lines with CR LF, and its stream without a mark.
    const pieces = chunks.stream.map((chunk) => `data: ${chunk}\r\n\r\n`);
    if (garbage !== undefined) pieces.splice(1, 0, garbage);
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, pieces };
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
