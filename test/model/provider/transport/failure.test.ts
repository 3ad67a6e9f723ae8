import { describe, expect, test } from 'vitest';
import { openAiChatProtocol } from '../../../../src/model/provider/openai/openai-chat.js';
import { failureOfStatus, retryAfterMs } from '../../../../src/model/provider/transport/failure.js';
import { verifies } from '../../../requirements.js';

const endpoint = { url: 'http://127.0.0.1:1/v1/chat/completions', model: 'gpt-x', protocol: openAiChatProtocol };
const failure = (status: number, body: string | object = '', headers = {}) =>
  failureOfStatus(endpoint, { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const error = (message: string, more = {}) => ({ error: { message, ...more } });

describe('an error status', () => {
  const cases: [number, string | object, string, string][] = [
    [401, error('Incorrect API key provided'), 'unauthorized', '--api-key-env'],
    [403, 'Forbidden', 'unauthorized', '--api-key-env'],
    [402, error('Insufficient credits'), 'unauthorized', 'credit'],
    [404, error('The model `gpt-x` does not exist', { code: 'model_not_found' }), 'unknown-model', '--model'],
    [404, { error: 'model "gpt-x" not found, try pulling it first' }, 'unknown-model', 'gpt-x'],
    [404, '404 page not found', 'bad-request', '/v1'],
    [404, '<html>nginx</html>', 'bad-request', 'web page'],
    [405, '', 'bad-request', '/v1'],
    [400, error('gpt-x is not a valid model ID'), 'unknown-model', '--model'],
    [
      400,
      error("This model's maximum context length is 8192 tokens. However, you requested 9000"),
      'context-overflow',
      'new session',
    ],
    [
      400,
      error('the request exceeds the available context size', { type: 'exceed_context_size_error' }),
      'context-overflow',
      'new session',
    ],
    [413, '', 'context-overflow', 'new session'],
    [400, error('Unrecognized request argument: foo'), 'bad-request', 'Unrecognized'],
    [422, { detail: 'Field required' }, 'bad-request', 'Field required'],
    [429, error('Rate limit reached'), 'rate-limited', 'Wait'],
    [500, error('boom'), 'overloaded', 'boom'],
    [503, error('Loading model'), 'overloaded', 'Loading model'],
    [529, '', 'overloaded', 'Send again'],
    [418, '', 'bad-request', 'no reason'],
    [
      400,
      { error: { message: 'Provider returned error', metadata: { raw: 'tools are not supported' } } },
      'bad-request',
      'tools are not supported',
    ],
  ];
  test.each(cases)('%i %j is %s and says %s', (status, body, kind, words) => {
    verifies('core.model.error-word', 'core.model.rate-limited');
    const got = failure(status, body);
    expect(got).toMatchObject({ kind, status });
    expect(got.message).toContain(words);
    expect(got.message).toContain(String(status));
  });

  test('a wrong key is told by the name of its variable, where that is known', () => {
    verifies('models.robust.key-named');
    const named = failureOfStatus({ ...endpoint, keyName: 'WORK_KEY' }, { status: 401, headers: {}, body: '' });
    expect(named.message).toContain('the API key in WORK_KEY is missing, wrong');
    expect(named.message).toContain('Put the right one into WORK_KEY.');
  });

  test('a redirect names where to', () => {
    expect(failure(301, '', { location: 'https://new.example/v1' }).message).toContain('https://new.example/v1');
  });
});

test('Retry-After in seconds, as a date, in milliseconds; garbage is ignored', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const read = (value: string) => retryAfterMs({ 'retry-after': value }, now);
  expect(read('7')).toBe(7000);
  expect(read('0.5')).toBe(500);
  expect(read('Thu, 01 Jan 2026 00:00:30 GMT')).toBe(30_000);
  expect(read('Wed, 31 Dec 2025 23:00:00 GMT')).toBe(0);
  for (const garbage of [
    '',
    'soon',
    '-5',
    '1e9',
    'Infinity',
    'NaN',
    '99999999999999',
    'Thursday-ish',
    '7, 8',
    '0x10',
  ]) {
    expect(read(garbage)).toBeUndefined();
  }
  expect(retryAfterMs({ 'retry-after-ms': '250', 'retry-after': '9' }, now)).toBe(250);
  expect(failure(429, '', { 'retry-after': '3' }).retryAfterMs).toBe(3000);
  expect(failure(429, '', { 'retry-after': 'soon' })).not.toHaveProperty('retryAfterMs');
});
