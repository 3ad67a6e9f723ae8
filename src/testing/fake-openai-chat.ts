import { type CompletionHead, renderCompletion, renderEvents } from './chat-completion.js';
import { checkChatRequest } from './chat-request-check.js';
import { type FakeApi, isObject, jsonReply } from './fake-api.js';

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
    const wanted = isObject(body) ? body : {};
    const streamed = wanted['stream'] === true;
    const options = wanted['stream_options'];
    const head: CompletionHead = {
      id: `chatcmpl-fake${ids.answer}`,
      created: 1_760_000_000,
      model: String(wanted['model'] ?? 'fake-model'),
    };
    const pieces = streamed
      ? renderEvents(head, round, ids, isObject(options) && options['include_usage'] === true)
      : [renderCompletion(head, round, ids)];
    const contentType = streamed ? 'text/event-stream; charset=utf-8' : 'application/json';
    return { status: 200, headers: { 'content-type': contentType }, pieces };
  },
  error(status, message, code = null) {
    const type = status >= 500 ? 'server_error' : 'invalid_request_error';
    return jsonReply(status, { error: { message, type, param: null, code } });
  },
};
