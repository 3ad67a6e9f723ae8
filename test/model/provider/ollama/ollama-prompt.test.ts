import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { ModelRequest } from '../../../../src/model/model.js';
import { ollamaChat } from '../../../../src/model/provider/ollama/ollama.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { verifies } from '../../../requirements.js';
import {
  answerLine,
  type ChatBody,
  chats,
  fakeServer,
  hello,
  never,
  ownServer,
  readFileTool,
} from './ollama-server.js';

const written =
  '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.md", "n": 12345678901234567890}}\n</tool_call>';
const request: ModelRequest = { messages: hello, tools: [readFileTool], signal: never };
const called = {
  stop: 'calls',
  calls: [{ name: 'read_file', arguments: '{"path": "a.md", "n": 12345678901234567890}' }],
};
const inText: FakeModelRound = { text: `I look.\n${written}` };
const models = [
  { name: 'gemma3', capabilities: ['completion', 'vision'] },
  { name: 'qwen3', capabilities: ['completion', 'tools'] },
];

/** Whether a request tells of the tools by the API or in words. */
const formOf = ({ tools, messages }: ChatBody): string =>
  tools !== undefined ? 'native' : messages[0]?.content.includes('read_file') === true ? 'text' : 'none';

describe('a model without tools', () => {
  test('is told of them in text by itself, and its calls are read back', async () => {
    verifies('models.ollama.prompt-mode', 'local-harness.provider.models-prompt');
    const server = await fakeServer({ rounds: [inText, { text: 'Done.' }], models });
    const model = ollamaChat({ baseUrl: server.origin, model: 'gemma3' });
    const got = await collectAnswer(model, request);
    expect(got).toMatchObject({ ...called, problems: [{ code: 'call-repaired' }] });
    const call = { id: 'c1', name: 'read_file', arguments: '{"path": "a.md"}' };
    const messages: ModelRequest['messages'] = [
      ...hello,
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', callId: 'c1', name: 'read_file', text: 'hello', isError: false },
    ];
    expect(await collectAnswer(model, { ...request, messages })).toMatchObject({ text: 'Done.', stop: 'answered' });
    expect(chats(server).map(formOf)).toEqual(['text', 'text']);
    expect(chats(server)[1]?.messages.map(({ role, tool_calls }) => [role, tool_calls])).toEqual([
      ['system', undefined],
      ['user', undefined],
      ['assistant', undefined],
      ['user', undefined],
    ]);
  });

  test.each([
    ['gemma3', 'auto', 'text'],
    ['qwen3', 'auto', 'native'],
    ['qwen3', 'prompt', 'text'],
    ['qwen3', 'native', 'native'],
  ] as const)('%s with toolCalls %s is asked in the form: %s', async (model, toolCalls, wanted) => {
    verifies('models.ollama.prompt-mode');
    const server = await fakeServer({ rounds: [{ text: 'x' }], models });
    await collectAnswer(ollamaChat({ baseUrl: server.origin, model, toolCalls, dialect: 'hermes' }), request);
    expect(chats(server).map(formOf)).toEqual([wanted]);
  });

  test('that must use the API fails in the words of the server', async () => {
    const server = await fakeServer({ rounds: [], models });
    expect(
      await collectAnswer(ollamaChat({ baseUrl: server.origin, model: 'gemma3', toolCalls: 'native' }), request),
    ).toMatchObject({
      failure: { kind: 'bad-request', message: expect.stringContaining('does not support tools') },
    });
  });
});

describe('a server that refuses tools after all', () => {
  /** An older server: it does not list abilities, and the name of the model promises tools. */
  const refusing = () =>
    ownServer((route, body) => {
      if (route !== 'POST /api/chat') return { status: 404, body: '404 page not found' };
      const refusal = {
        status: 400,
        body: '{"error":"registry.ollama.ai/library/qwen3:latest does not support tools"}',
      };
      return (JSON.parse(body) as ChatBody).tools === undefined ? answerLine(`I look.\n${written}`) : refusal;
    });

  test('is asked again in text, which is reported and remembered', async () => {
    verifies('models.ollama.prompt-mode');
    const server = await refusing();
    const model = ollamaChat({ baseUrl: server.url, model: 'qwen3' });
    expect(await collectAnswer(model, request)).toMatchObject({
      ...called,
      problems: [{ code: 'tools-unsupported' }, { code: 'call-repaired' }],
    });
    expect(await collectAnswer(model, request)).toMatchObject({ ...called, problems: [{ code: 'call-repaired' }] });
    expect(server.routes.filter((route) => route === 'POST /api/chat')).toHaveLength(3);
  });

  test('is not asked again once it has said something, which would be said twice', async () => {
    verifies('models.robust.no-retry');
    const server = await ownServer((route) =>
      route === 'POST /api/chat'
        ? '{"message":{"content":"Well"}}\n{"error":"qwen3 does not support tools","status":400}\n'
        : { status: 404, body: '404 page not found' },
    );
    const model = ollamaChat({ baseUrl: server.url, model: 'qwen3', retry: { retries: 0 } });
    expect(await collectAnswer(model, request)).toMatchObject({ failure: { kind: 'bad-request' }, text: 'Well' });
    expect(server.routes.filter((route) => route === 'POST /api/chat')).toHaveLength(1);
  });

  test('is asked again for each of several requests at the same time', async () => {
    verifies('models.ollama.prompt-mode');
    const server = await refusing();
    const model = ollamaChat({ baseUrl: server.url, model: 'qwen3' });
    const all = await Promise.all([1, 2, 3].map(() => collectAnswer(model, request)));
    expect(all).toMatchObject([called, called, called]);
  });

  test('is not asked with tools where there are none', async () => {
    const server = await refusing();
    const model = ollamaChat({ baseUrl: server.url, model: 'qwen3' });
    expect(await collectAnswer(model, { ...request, tools: [] })).toMatchObject({ stop: 'answered', problems: [] });
  });
});

test('an older server is believed by its template', async () => {
  verifies('models.ollama.prompt-mode', 'models.ollama.abilities');
  const formFor = async (template: string) => {
    const bodies: ChatBody[] = [];
    const server = await ownServer((route, body) => {
      if (route === 'POST /api/show') return JSON.stringify({ template, details: { family: 'llama' } });
      if (route === 'POST /api/chat') bodies.push(JSON.parse(body) as ChatBody);
      return route === 'POST /api/chat' ? answerLine('x') : '{"models":[]}';
    });
    await collectAnswer(ollamaChat({ baseUrl: server.url, model: 'mine' }), request);
    return bodies.map(formOf);
  };
  expect(await formFor('{{ range .Tools }}{{ . }}{{ end }}')).toEqual(['native']);
  expect(await formFor('{{ .System }} {{ .Prompt }}')).toEqual(['text']);
});
