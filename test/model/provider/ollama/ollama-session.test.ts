import { expect, onTestFinished, test } from 'vitest';
import { ollamaChat } from '../../../../src/model/provider/ollama/ollama.js';
import { openSession } from '../../../../src/session/session.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { verifies } from '../../../requirements.js';
import { bodies, echo, newFolder, play, writer } from '../../../session/open.js';
import { chats, fakeServer } from './ollama-server.js';

const say = (text: string) => ({ name: 'echo', arguments: { text } });
const models = [
  { name: 'qwen3', capabilities: ['completion', 'tools', 'thinking'] },
  { name: 'gemma3', capabilities: ['completion'] },
];

async function openWith(rounds: readonly FakeModelRound[], model = 'qwen3') {
  const server = await fakeServer({ rounds, models });
  const { tool, runs } = writer();
  const session = await openSession({
    workspace: newFolder(),
    builtins: false,
    tools: [echo, tool],
    model: ollamaChat({ baseUrl: server.origin, model, retry: { retries: 0 } }),
    mode: 'edit',
  });
  onTestFinished(() => session.close());
  return { server, session, runs };
}

test('two rounds of calls at once: results go back right behind them, in their order', async () => {
  verifies('models.ollama.request', 'models.ollama.chat');
  const { server, session } = await openWith([
    { reasoning: 'Both.', calls: [say('one'), say('two')] },
    { text: 'More.', calls: [say('three')] },
    { text: 'Done.' },
  ]);
  const { end, events } = await play(session.send('Go.'));
  expect(end).toMatchObject({ reason: 'answered' });
  expect(bodies(events, 'call-settled')).toHaveLength(3);
  const last = chats(server)[2]?.messages ?? [];
  expect(
    last.map(({ role, tool_name, tool_calls, thinking }) => [role, tool_name ?? (tool_calls as [])?.length, thinking]),
  ).toEqual([
    ['system', undefined, undefined],
    ['user', undefined, undefined],
    ['assistant', 2, 'Both.'],
    ['tool', 'echo', undefined],
    ['tool', 'echo', undefined],
    ['assistant', 1, undefined],
    ['tool', 'echo', undefined],
  ]);
  expect(last.filter(({ role }) => role === 'tool').map(({ content }) => /one|two|three/.exec(content)?.[0])).toEqual([
    'one',
    'two',
    'three',
  ]);
  const ids = last.flatMap(({ tool_calls }) => ((tool_calls ?? []) as { id: string }[]).map(({ id }) => id));
  expect(last.filter(({ role }) => role === 'tool').map(({ tool_call_id }) => tool_call_id)).toEqual(ids);
  expect(chats(server).every(({ tools }) => tools?.length === 2)).toBe(true);
});

test.each([
  ['whole', {}, 'answered', ['a', 'b']],
  ['cut in the middle', { cutAfterBytes: 300 }, 'model-failed', []],
  ['cut before its end', { noFinish: true, noDone: true }, 'model-failed', []],
  ['broken by an error', { garbage: '{"error":"the runner has stopped"}\n' }, 'model-failed', []],
] as const)('an answer %s: calls are run only when all of it came', async (_, faults, reason, wanted) => {
  verifies('models.ollama.chat');
  const calls = ['a', 'b'].map((path) => ({ name: 'writer', arguments: { path } }));
  const { session, runs } = await openWith([{ text: 'I write.', calls, faults }, { text: 'Done.' }]);
  const { end } = await play(session.send('Write.'));
  expect({ reason: end.reason, runs }).toEqual({ reason, runs: wanted });
});

test('a model without tools works in text, in the same session', async () => {
  verifies('models.ollama.prompt-mode');
  const call = '<tool_call>\n{"name": "echo", "arguments": {"text": "hi there"}}\n</tool_call>';
  const { server, session } = await openWith([{ text: call }, { text: 'It says hi.' }], 'gemma3');
  const { end, events } = await play(session.send('Say hi.'));
  expect(end).toMatchObject({ reason: 'answered' });
  expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'ok' }]);
  expect(chats(server).map(({ tools, messages }) => [tools, messages.map(({ role }) => role)])).toEqual([
    [undefined, ['system', 'user']],
    [undefined, ['system', 'user', 'assistant', 'user']],
  ]);
  expect(chats(server)[1]?.messages.at(-1)?.content).toContain('hi there');
});
