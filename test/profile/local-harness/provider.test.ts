import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ollamaChat } from '../../../src/model/provider/ollama/ollama.js';
import { openAiChat } from '../../../src/model/provider/openai/openai-chat.js';
import { startFakeModelServer } from '../../../src/testing/fake-model-server.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { answerLine, type ChatBody, chats, ownServer } from '../../model/provider/ollama/ollama-server.js';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { createHere } from '../cli-here.js';
import { call, harnessResults, openHarness } from './open-harness.js';

/** A tool that takes any arguments, and tells them. */
const anything = defineTool({
  name: 'anything',
  description: 'takes anything',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  run: (args) => JSON.stringify(args),
});

/** A session over a server of Ollama that calls the tool with these arguments, as they are written. */
async function withArguments(...written: readonly string[]) {
  const calls = written.map((args) => `{"function":{"name":"anything","arguments":${args}}}`).join(',');
  const first = `{"message":{"role":"assistant","content":"","tool_calls":[${calls}]},"done":false}\n${answerLine('')}`;
  const sent: ChatBody[] = [];
  const { url } = await ownServer((route, body) => {
    if (route !== 'POST /api/chat') return { status: 404, body: '{}' };
    sent.push(JSON.parse(body) as ChatBody);
    return sent.length === 1 ? first : answerLine('Done.');
  });
  const model = ollamaChat({ baseUrl: url, model: 'llama3.1' });
  const session = await openHarness([], { model, tools: [anything] });
  const { events, end } = await play(session.send('go'));
  expect(end).toMatchObject({ reason: 'answered', text: 'Done.' });
  return {
    admitted: bodies(events, 'call-admitted'),
    problems: bodies(events, 'message-problem'),
    results: harnessResults(events),
    second: sent[1],
  };
}

describe('calls of Ollama in a session of LocalHarness', () => {
  it.each([
    ['an object', 'local-harness.provider.arguments-object', '{"path":"file.txt","line_start":1}'],
    ['nested lists and objects', 'local-harness.provider.arguments-nested', '{"a":[[],{"b":[{"c":{}}]}]}'],
    ['scalars of each kind', 'local-harness.provider.arguments-scalars', '{"s":"1","i":42,"b":false,"n":null}'],
    ['digits as text', 'local-harness.provider.arguments-digits', '{"zip":"00123","big":"99999999999999999999"}'],
  ] as const)('take arguments as %s', async (_what, id, written) => {
    verifies(id);
    const { admitted, problems, results } = await withArguments(written);
    expect([admitted[0]?.arguments, problems]).toEqual([written, []]);
    expect(JSON.parse(results[0]?.data ?? '')).toEqual(JSON.parse(written));
  });

  it('take arguments as a JSON string', async () => {
    verifies('local-harness.provider.arguments-string');
    const { admitted, results } = await withArguments('"{\\"path\\":\\"file.txt\\",\\"line_start\\":1}"');
    expect(admitted[0]?.arguments).toBe('{"path":"file.txt","line_start":1}');
    expect(JSON.parse(results[0]?.data ?? '')).toEqual({ path: 'file.txt', line_start: 1 });
  });

  it.each(['7', 'null', 'true', '[1,2]'])('count %s as an empty object, and report it', async (written) => {
    verifies('local-harness.provider.arguments-other');
    const { problems, results } = await withArguments(written);
    expect(results[0]).toMatchObject({ success: true, data: '{}' });
    expect(problems).toMatchObject([{ message: expect.stringContaining('count as none') }]);
  });

  it('get an id by their index and the type function', async () => {
    verifies('local-harness.provider.missing-id');
    const { second } = await withArguments('{"a":1}', '{"a":2}');
    const tools = second?.messages.filter(({ role }) => role === 'tool') ?? [];
    const made = second?.messages.find(({ role }) => role === 'assistant')?.['tool_calls'];
    const ids = (made as readonly { readonly id: string; readonly type?: string }[]).map(({ id }) => id);
    expect(ids).toEqual([expect.stringMatching(/^call_0_\w+$/), expect.stringMatching(/^call_1_\w+$/)]);
    expect(tools.map(({ tool_call_id: id }) => id)).toEqual(ids);
  });
});

const ls = call('ls', {});
const inText = '<tool_call>\n{"name": "ls", "arguments": {}}\n</tool_call>';

/** A turn over a model of Ollama that lists the project: what the server was sent. */
async function listWith(
  name: string,
  { capabilities, text = false }: { capabilities?: readonly string[]; text?: boolean },
) {
  const server = await startFakeModelServer({
    rounds: [text ? { text: inText } : { calls: [{ name: 'ls', arguments: {} }] }, { text: 'Done.' }],
    models: [{ name, ...(capabilities !== undefined && { capabilities }) }],
  });
  onTestFinished(() => server.close());
  const model = ollamaChat({ model: name, baseUrl: server.origin });
  const session = await openHarness([], { model, files: { 'main.zig': 'x' } });
  const { events, end } = await play(session.send('go'));
  expect([end.reason, harnessResults(events)[0]?.success]).toEqual(['answered', true]);
  return chats(server);
}

describe('models of Ollama in a session of LocalHarness', () => {
  it.each(['gpt-oss:120b', 'llama3.1', 'llama3.2', 'qwen2.5', 'mistral:7b-instruct-v0.3', 'command-r-plus'])(
    '%s is sent the tools by the API, in the shape of OpenAI, and streams',
    async (name) => {
      verifies('local-harness.provider.models-known', 'local-harness.provider.tools-shape');
      verifies('local-harness.provider.ollama-chat');
      const [first, second] = await listWith(name, {});
      expect(first).toMatchObject({ model: name, stream: true });
      expect(first?.tools?.[0]).toMatchObject({
        type: 'function',
        function: { name: 'ls', description: expect.any(String), parameters: { type: 'object' } },
      });
      expect(second?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
    },
  );

  it.each(['llama3', 'gemma3'])('%s is told of them in text', async (name) => {
    verifies('local-harness.provider.models-prompt');
    const [first] = await listWith(name, { text: true, capabilities: ['completion'] });
    expect(first?.tools).toBeUndefined();
    expect(first?.messages[0]?.content).toContain('grep_search');
  });

  it('are sent think, format, keep_alive, num_ctx and num_predict', async () => {
    verifies('local-harness.provider.options');
    const server = await startFakeModelServer({
      rounds: [{ text: '{}' }],
      models: [{ name: 'qwen3', capabilities: ['completion', 'tools', 'thinking'] }],
    });
    onTestFinished(() => server.close());
    const model = ollamaChat({
      model: 'qwen3',
      baseUrl: server.origin,
      thinking: 'high',
      format: 'json',
      keepAlive: '5m',
      contextTokens: 16_384,
      maxOutputTokens: 2048,
    });
    const session = await openHarness([], { model });
    await session.send('go').result;
    expect(chats(server)[0]).toMatchObject({
      think: expect.anything(),
      format: 'json',
      keep_alive: '5m',
      options: { num_ctx: expect.any(Number), num_predict: 2048 },
    });
  });
});

it('works with LM Studio', async () => {
  verifies('local-harness.provider.lm-studio');
  const server = await startFakeModelServer({ rounds: [{ calls: [ls] }, { text: 'Done.' }] });
  onTestFinished(() => server.close());
  const model = openAiChat({ baseUrl: `${server.origin}/v1`, model: 'qwen2.5-7b-instruct' });
  const session = await openHarness([], { model, files: { 'main.zig': 'x' } });
  const { events, end } = await play(session.send('go'));
  expect([end.reason, harnessResults(events)[0]?.data]).toEqual(['answered', expect.stringContaining('main.zig')]);
});

it('keeps conversations in SQLite', async () => {
  verifies('local-harness.provider.persistence');
  const scene = await createHere([{ calls: [ls] }, { text: 'One.' }, { text: 'Two.' }]);
  expect((await scene.run(['--profile', 'local-harness', 'go'])).stdout).toBe('One.\n');
  expect(readFileSync(scene.store).subarray(0, 15).toString()).toBe('SQLite format 3');
  expect((await scene.run(['--session', 'last', 'and now?'])).stdout).toBe('Two.\n');
  const { stdout } = await scene.cli(['sessions', 'export', 'last', '--store', scene.store]);
  expect(stdout).toContain('and now?');
});
