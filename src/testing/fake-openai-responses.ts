import { answerReply, type FakeApi, fieldsOf, listOf } from './fake-api.js';
import { fakeOpenAiChat } from './fake-openai-chat.js';
import { type ResponseHead, renderResponse, renderResponseEvents } from './fake-openai-responses-answer.js';
import { checkResponsesRequest } from './fake-openai-responses-check.js';

/** OpenAI's responses. */
export const fakeOpenAiResponses: FakeApi = {
  asks: (route) => route === 'POST /v1/responses',
  check: ({ body }) => checkResponsesRequest(body),
  render(round, { body }, ids) {
    const wanted = fieldsOf(body);
    const head: ResponseHead = {
      number: ids.answer,
      model: String(wanted['model'] ?? 'fake-model'),
      sealed: listOf(wanted['include']).includes('reasoning.encrypted_content'),
    };
    return answerReply(
      wanted['stream'] === true
        ? { events: renderResponseEvents(head, round, ids) }
        : { whole: renderResponse(head, round, ids) },
    );
  },
  error: fakeOpenAiChat.error,
};
