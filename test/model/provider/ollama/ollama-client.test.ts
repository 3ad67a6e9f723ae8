import { type ChatResponse, Ollama, type Tool } from 'ollama';
import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { ModelRequest } from '../../../../src/model/model.js';
import { ollamaChat } from '../../../../src/model/provider/ollama/ollama.js';
import { listOllamaModels } from '../../../../src/model/provider/ollama/ollama-models.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { verifies } from '../../../requirements.js';
import { fixture } from '../read-body.js';
import { chats, fakeServer, hello, never, ownServer, readFileTool } from './ollama-server.js';

const models = [{ name: 'qwen3', contextTokens: 40_960, capabilities: ['completion', 'tools', 'thinking'] }];
const tools: Tool[] = [{ type: 'function', function: readFileTool }];
const messages = [{ role: 'user', content: 'Hello' }];
const request: ModelRequest = { messages: hello, tools: [readFileTool], signal: never };

/** What either of the two makes of an answer; numbers as far as JavaScript holds them. */
interface Read {
  text: string;
  thinking: string;
  calls: { name: string; arguments: unknown }[];
  usage: (number | undefined)[];
  failed: boolean;
}
const nothing = (): Read => ({ text: '', thinking: '', calls: [], usage: [], failed: false });

function add(read: Read, { message, done, prompt_eval_count, eval_count }: ChatResponse): void {
  read.text += message.content ?? '';
  read.thinking += message.thinking ?? '';
  for (const { function: call } of message.tool_calls ?? [])
    read.calls.push({ name: call.name, arguments: call.arguments });
  if (done) read.usage = [prompt_eval_count, eval_count];
}

async function byClient(host: string, stream: boolean, model = 'qwen3'): Promise<Read> {
  const client = new Ollama({ host });
  const read = nothing();
  try {
    if (!stream) add(read, await client.chat({ model, messages, tools, stream: false }));
    else for await (const part of await client.chat({ model, messages, tools, stream: true })) add(read, part);
  } catch {
    return { ...nothing(), failed: true };
  }
  return read;
}

async function byUs(baseUrl: string, model = 'qwen3'): Promise<Read> {
  const got = await collectAnswer(ollamaChat({ baseUrl, model, retry: { retries: 0 } }), request);
  if (got.failure !== undefined) return { ...nothing(), failed: true };
  return {
    text: got.text,
    thinking: got.reasoning,
    calls: got.calls.map(({ name, arguments: args }) => ({ name, arguments: JSON.parse(args) as unknown })),
    usage: [got.usage?.inputTokens, got.usage?.outputTokens],
    failed: false,
  };
}

const rounds: [string, FakeModelRound][] = [
  ['text', { text: 'Grüße 世界 👋🏽', chunks: 5, usage: { inputTokens: 3, outputTokens: 4 } }],
  ['thoughts', { reasoning: 'Two and two.', text: 'Four.', deltaSize: 3 }],
  ['one call', { text: 'Let me.', calls: [{ name: 'read_file', arguments: { path: 'a', deep: [{ b: null }] } }] }],
  ['several calls', { calls: [1, 2, 3].map((n) => ({ name: 'read_file', arguments: { path: `f${n}` } })) }],
  ['an end by length', { text: 'The first', stop: 'length' }],
  ['an error before the answer', { faults: { status: 500 } }],
  ['a cut', { text: 'Half', faults: { noFinish: true, noDone: true } }],
];

describe('the official client', () => {
  test.each(rounds)('reads %s of the fake server as we do', async (_, round) => {
    verifies('models.ollama.client');
    const server = await fakeServer({ rounds: () => round, models });
    const ours = await byUs(server.origin);
    expect(await byClient(server.origin, true)).toEqual(ours);
    if (round.faults === undefined) expect(await byClient(server.origin, false)).toEqual(ours);
  });

  test.each([
    'text',
    'thinking',
    'call',
    'parallel-calls',
    'exact-arguments',
    'older-calls',
    'length',
    'cached-usage',
    'cloud',
    'error',
    'error-status',
  ])('reads the recorded shape %s as we do', async (name) => {
    verifies('models.ollama.client');
    const body = fixture(name, 'ollama', 'ndjson').toString();
    const server = await ownServer((route) => (route === 'POST /api/chat' ? body : { status: 404, body: '' }));
    expect(await byClient(server.url, true)).toEqual(await byUs(server.url));
  });

  test('asks the fake server as it would ask a true one: what it has, can do and runs', async () => {
    verifies('models.ollama.client', 'models.ollama.list');
    const server = await fakeServer({ rounds: () => ({ text: 'x' }), models });
    const client = new Ollama({ host: server.origin });
    await byUs(server.origin);
    const [list, ps, show, version] = await Promise.all([
      client.list(),
      client.ps(),
      client.show({ model: 'qwen3' }),
      client.version(),
    ]);
    const ours = await listOllamaModels({ baseUrl: server.origin });
    expect('models' in ours && ours.models.map(({ name }) => name)).toEqual(list.models.map(({ name }) => name));
    expect(ps.models).toMatchObject([{ name: 'qwen3:latest', context_length: 16_384 }]);
    expect(show).toMatchObject({
      capabilities: ['completion', 'tools', 'thinking'],
      model_info: { 'general.architecture': 'fake', 'fake.context_length': 40_960 },
    });
    expect(version.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('is refused by the fake server what a true one refuses', async () => {
    verifies('models.ollama.client');
    const server = await fakeServer({
      rounds: () => ({ text: 'x' }),
      models: [...models, { name: 'plain', capabilities: ['completion'] }],
    });
    const client = new Ollama({ host: server.origin });
    const refused = (request: object) =>
      client.chat({ model: 'qwen3', messages, ...request } as never).then(
        () => 'accepted',
        (thrown: { status_code: number; error: string }) => `${thrown.status_code} ${thrown.error}`,
      );
    expect(await refused({ model: 'gone' })).toBe("404 model 'gone' not found");
    expect(await refused({ model: 'plain', tools })).toBe(
      '400 registry.ollama.ai/library/plain:latest does not support tools',
    );
    expect(await refused({ model: 'plain', think: true })).toBe('400 "plain" does not support thinking');
    expect(await refused({ think: 'high' })).toBe('400 think value "high" is not supported for this model');
    expect(await refused({ keep_alive: '30' })).toBe('400 time: missing unit in duration "30"');
    const call = { function: { name: 'f', arguments: '{}' } };
    expect(await refused({ messages: [{ role: 'assistant', content: '', tool_calls: [call] }] })).toMatch(
      /^400 json: cannot unmarshal string into Go struct field/,
    );
    expect(
      await refused({
        tools: [{ type: 'function', function: { name: 'f', parameters: { properties: { p: true } } } }],
      }),
    ).toMatch(/^400 json: cannot unmarshal bool/);
    expect(await refused({ messages: [{ role: 'user', content: '', images: ['%'] }] })).toContain('base64');
    expect(await refused({ options: { num_ctx: '8192' } })).toBe('400 option "num_ctx" must be of type integer');
    expect(await refused({})).toBe('accepted');
    const loaded = await client.chat({ model: 'qwen3', messages: [] });
    expect(loaded.done_reason).toBe('load');
  });

  test('sends about what we send', async () => {
    verifies('models.ollama.client', 'models.ollama.request');
    const server = await fakeServer({ rounds: () => ({ text: 'x' }), models });
    await byUs(server.origin);
    const client = new Ollama({ host: server.origin });
    const options = { num_ctx: 16_384 };
    for await (const _ of await client.chat({
      model: 'qwen3',
      messages,
      tools,
      keep_alive: '30m',
      options,
      stream: true,
    }));
    const [ours, theirs] = chats(server);
    expect(ours).toEqual({ ...theirs, truncate: false, shift: false });
  });
});
