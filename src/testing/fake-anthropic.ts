import { checkAnthropicRequest } from './fake-anthropic-check.js';
import { renderAnthropicEvents, renderAnthropicMessage } from './fake-anthropic-message.js';
import { answerReply, type FakeApi, fieldsOf, jsonReply } from './fake-api.js';

/** Anthropic's Messages API. */
export const fakeAnthropic: FakeApi = {
  asks: (route) => route === 'POST /v1/messages',
  aside(route, { headers }, models) {
    if (route !== 'GET /v1/models' || headers['anthropic-version'] === undefined) return undefined;
    const data = models.map(({ name, contextTokens = 200_000 }) => ({
      type: 'model',
      id: name,
      display_name: name,
      created_at: '2026-01-01T00:00:00Z',
      max_input_tokens: contextTokens,
      max_tokens: 64_000,
    }));
    const [first, last] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
    return jsonReply(200, { data, has_more: false, first_id: first, last_id: last });
  },
  check: checkAnthropicRequest,
  render(round, { body }, ids) {
    const wanted = fieldsOf(body);
    const reply = answerReply(
      wanted['stream'] === true
        ? { events: renderAnthropicEvents(wanted, round, ids) }
        : { whole: renderAnthropicMessage(wanted, round, ids) },
    );
    return { ...reply, headers: { ...reply.headers, 'request-id': 'req_fake' } };
  },
  error(status, message, code = null) {
    const type = errorTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
    // The true server tells these two by its words alone.
    const words = { context_length_exceeded: 'prompt is too long: ', model_not_found: 'model: ' };
    const said = (words as Readonly<Record<string, string>>)[code ?? ''] ?? '';
    const error = { type: 'error', error: { type, message: said + message }, request_id: 'req_fake' };
    return jsonReply(status, error);
  },
};

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};
