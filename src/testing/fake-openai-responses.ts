import { type FakeApi, isObject } from './fake-api.js';
import { fakeOpenAiChat } from './fake-openai-chat.js';
import { type ResponseHead, renderResponse, renderResponseEvents } from './fake-openai-responses-answer.js';
import { checkResponsesRequest } from './fake-openai-responses-check.js';

/** OpenAI's responses. */
export const fakeOpenAiResponses: FakeApi = {
  asks: (route) => route === 'POST /v1/responses',
  check: ({ body }) => checkResponsesRequest(body),
  render(round, { body }, ids) {
    const wanted = isObject(body) ? body : {};
    const { include } = wanted;
    const head: ResponseHead = {
      number: ids.answer,
      model: String(wanted['model'] ?? 'fake-model'),
      sealed: Array.isArray(include) && include.includes('reasoning.encrypted_content'),
    };
    const streamed = wanted['stream'] === true;
    const pieces = streamed ? renderResponseEvents(head, round, ids) : [renderResponse(head, round, ids)];
    const contentType = streamed ? 'text/event-stream; charset=utf-8' : 'application/json';
    return { status: 200, headers: { 'content-type': contentType }, pieces };
  },
  error: fakeOpenAiChat.error,
};
