import { expect, onTestFinished, test } from 'vitest';
import { anthropicMessages } from '../../../../src/model/provider/anthropic/anthropic.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { defineTool } from '../../../../src/tool/define-tool.js';
import { verifies } from '../../../requirements.js';
import { open, play } from '../../../session/open.js';

interface Wire {
  readonly role: string;
  readonly content: readonly Readonly<Record<string, unknown>>[];
}

/** A session with a tool that counts its runs, over a model of the fake server. */
async function scene(rounds: readonly FakeModelRound[], model = 'claude-opus-5-5') {
  const server = await startFakeModelServer({ rounds });
  onTestFinished(() => server.close());
  const runs: string[] = [];
  const weather = defineTool({
    name: 'get_weather',
    description: 'Tells the weather.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    effects: 'none',
    run: ({ city }) => {
      runs.push(city);
      return `rain in ${city}`;
    },
  });
  const opened = anthropicMessages({ baseUrl: server.origin, model, thinking: 'medium', retry: { retries: 0 } });
  const session = await open([], { model: opened, tools: [weather] });
  const sent = (at: number): readonly Wire[] => (server.requests.at(at)?.body as { messages: Wire[] }).messages;
  return { session, server, runs, sent };
}

const call = (city: string, id: string) => ({ name: 'get_weather', id, arguments: { city } });

test('two rounds of parallel calls, their thoughts and results sent back as the strict server wants them', async () => {
  verifies('models.adapter.anthropic-session', 'models.adapter.anthropic-thoughts', 'models.adapter.anthropic-cache');
  const { session, server, runs, sent } = await scene([
    {
      reasoning: 'Two cities.',
      text: 'Looking.',
      calls: [call('Paris', 'toolu_1'), call('Oslo', 'toolu_2')],
      deltaSize: 3,
    },
    {
      reasoning: 'One more.',
      calls: [call('Rome', 'toolu_3'), { name: 'get_weather', id: 'toolu_4', arguments: '{"town":1}' }],
    },
    { text: 'Rain everywhere.' },
    { text: 'Yes.' },
  ]);
  const { end } = await play(session.send('How is the weather?'));
  expect(end).toMatchObject({ reason: 'answered', text: 'Rain everywhere.', rounds: 3, calls: 4 });
  expect(runs).toEqual(['Paris', 'Oslo', 'Rome']);

  const messages = sent(-1);
  expect(messages.map(({ role, content }) => [role, ...content.map(({ type }) => type)])).toEqual([
    ['user', 'text'],
    ['assistant', 'thinking', 'text', 'tool_use', 'tool_use'],
    ['user', 'tool_result', 'tool_result'],
    ['assistant', 'thinking', 'tool_use', 'tool_use'],
    ['user', 'tool_result', 'tool_result'],
  ]);
  expect(messages[2]?.content).toMatchObject([
    { tool_use_id: 'toolu_1', content: expect.stringContaining('rain in Paris') },
    { tool_use_id: 'toolu_2', content: expect.stringContaining('rain in Oslo') },
  ]);
  expect(messages[4]?.content).toMatchObject([{ tool_use_id: 'toolu_3' }, { tool_use_id: 'toolu_4', is_error: true }]);
  for (const { text } of server.requests) expect(text.match(/cache_control/g)?.length).toBeLessThanOrEqual(4);

  expect((await play(session.send('Really?'))).end).toMatchObject({ reason: 'answered', text: 'Yes.' });
  expect(sent(-1).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ]);
});

test('an answer that is cut runs none of its calls, and the session goes on', async () => {
  verifies('models.adapter.anthropic-session', 'models.adapter.anthropic-ends');
  const calls = [call('Paris', 'toolu_1'), call('Oslo', 'toolu_2')];
  const { session, runs } = await scene([
    { text: 'Looking.', calls, faults: { cutAfterBytes: 1400 } },
    { text: 'Looking.', calls, faults: { noFinish: true, noDone: true } },
    { text: 'Looking.', calls, stop: 'length' },
    { text: 'No.', calls, stop: 'refused' },
    { text: 'Here.' },
  ]);
  for (const [at, reason] of ['model-failed', 'model-failed', 'model-failed', 'answered', 'answered'].entries()) {
    expect((await play(session.send(`Try ${at}.`))).end).toMatchObject({ reason, calls: 0 });
  }
  expect(runs).toEqual([]);
});
