import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Model } from '../../../../src/model/model.js';
import { openAiChat } from '../../../../src/model/provider/openai/openai-chat.js';
import { openAiResponses } from '../../../../src/model/provider/openai/openai-responses.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { defineTool } from '../../../../src/tool/define-tool.js';
import { verifies } from '../../../requirements.js';
import { echo, open, play, writer } from '../../../session/open.js';
import { fixture } from '../read-body.js';

async function start(rounds: FakeModelRound[]) {
  const server = await startFakeModelServer({ rounds });
  onTestFinished(() => server.close());
  return server;
}
const apis: [string, (baseUrl: string, model?: string) => Model][] = [
  ['chat completions', (baseUrl, model = 'deepseek-v4-pro') => openAiChat({ baseUrl, model, retry: { retries: 0 } })],
  ['responses', (baseUrl, model = 'gpt-5.1') => openAiResponses({ baseUrl, model, retry: { retries: 0 } })],
];
const calls = [
  { name: 'echo', id: 'c1', arguments: { text: 'one' } },
  { name: 'echo', id: 'c2', arguments: { text: 'two' } },
];
const bodyOf = (request: { body: unknown } | undefined) => request?.body as Record<string, Record<string, unknown>[]>;

describe.each(apis)('a session over %s', (name, model) => {
  test('runs parallel calls, sends their results back behind them, and goes on', async () => {
    verifies('models.adapter.openai-chat-session', 'models.adapter.openai-responses-session');
    const server = await start([
      { reasoning: 'Two at once.', text: 'Both.', calls },
      { reasoning: '', calls: [{ name: 'echo', id: 'c3', arguments: { text: 'three' } }] },
      { text: 'Done.' },
      { text: 'You are welcome.' },
    ]);
    const session = await open([], { model: model(server.url), tools: [echo] });
    expect((await play(session.send('go'))).end).toMatchObject({
      reason: 'answered',
      text: 'Done.',
      rounds: 3,
      calls: 3,
    });
    expect((await play(session.send('thanks'))).end).toMatchObject({ reason: 'answered', text: 'You are welcome.' });
    // The server is strict: a result out of its place, or reasoning that is missing or not its own, would have failed.
    const last = bodyOf(server.requests.at(-1));
    if (name === 'responses') {
      expect(last['input']?.map(({ type, role, call_id: id }) => type ?? role ?? id)).toEqual([
        'user',
        'reasoning',
        'assistant',
        'function_call',
        'function_call',
        'function_call_output',
        'function_call_output',
        'reasoning',
        'function_call',
        'function_call_output',
        'assistant',
        'user',
      ]);
      expect(last['input']?.filter(({ type }) => type === 'function_call_output').map(({ call_id: id }) => id)).toEqual(
        ['c1', 'c2', 'c3'],
      );
    } else {
      expect(last['messages']?.map(({ role, tool_call_id: id }) => id ?? role).slice(1)).toEqual([
        'user',
        'assistant',
        'c1',
        'c2',
        'assistant',
        'c3',
        'assistant',
        'user',
      ]);
      expect(last['messages']?.map((message) => message['reasoning_content'])).toContain('Two at once.');
    }
  });

  test('runs no call of an answer that was cut, wherever', async () => {
    verifies('models.adapter.openai-responses-cut');
    const broken: FakeModelRound = { calls: [{ name: 'writer', id: 'c1', arguments: { path: 'a' } }], deltaSize: 3 };
    for (const faults of [
      { noFinish: true, noDone: true },
      { cutAfterBytes: 1400 },
      { cutAfterBytes: 1400, reset: true },
      { cutAfterBytes: 1400, clean: true },
    ]) {
      const server = await start([{ ...broken, faults }]);
      const { tool, runs } = writer();
      const session = await open([], { model: model(server.url, 'gpt-5.1'), tools: [tool] });
      const { end, types } = await play(session.send('go'));
      expect([end.reason, types.includes('call-started'), runs]).toEqual(['model-failed', false, []]);
    }
  });
});

test('LM Studio is a provider like any: no key, its own ids and stream', async () => {
  verifies('local-harness.provider.lm-studio');
  const answers = ['lm-studio-call', 'lm-studio-text'].map((name) => fixture(name));
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      expect(request.headers.authorization).toBeUndefined();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answers[bodies.length - 1]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const clock = defineTool({
    name: 'get_current_time',
    description: 'tells the time',
    parameters: { type: 'object', properties: {} },
    effects: 'none',
    run: () => '12:00',
  });
  const session = await open([], { model: openAiChat({ baseUrl, model: 'qwen2.5-7b-instruct' }), tools: [clock] });
  expect((await play(session.send('What time is it?'))).end).toMatchObject({ reason: 'answered', text: 'It is noon.' });
  const { messages } = JSON.parse(bodies[1] ?? '{}') as { messages: Record<string, unknown>[] };
  expect(messages.slice(-2)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '365174485', type: 'function', function: { name: 'get_current_time', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: '365174485', content: expect.stringContaining('12:00') },
  ]);
});
