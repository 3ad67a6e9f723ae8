import { describe, expect, it } from 'vitest';
import { type Answer, collectAnswer } from '../../src/model/collect.js';
import type { Message } from '../../src/model/message.js';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../../src/model/model.js';
import { openModel } from '../../src/model/open-model.js';
import { readText } from '../../src/model/read-text.js';
import { textMode } from '../../src/model/text-mode.js';
import { startFakeModelServer } from '../../src/testing/index.js';
import { verifies } from '../requirements.js';

const tools = [
  { name: 'read', description: 'reads', parameters: { type: 'object', properties: { n: { type: 'integer' } } } },
];
const user: Message = { role: 'user', text: 'go' };
const stop = { type: 'stop', reason: 'answered' } as const;
const say = (text: string): ModelEvent => ({ type: 'text', text });

interface Spy extends Model {
  readonly requests: Pick<ModelRequest, 'messages' | 'tools'>[];
}

function saying(...rounds: readonly (readonly ModelEvent[])[]): Spy {
  const requests: Spy['requests'] = [];
  return {
    name: 'inner',
    requests,
    async stream({ messages, tools: offered }, emit) {
      requests.push({ messages: [...messages], tools: offered });
      for (const event of rounds[requests.length - 1] ?? []) emit(event);
    },
  };
}

const ask = async (model: Model, messages: readonly Message[] = [user]): Promise<Answer> => {
  const answer = await collectAnswer(model, { messages, tools, signal: new AbortController().signal });
  if (answer.failure !== undefined) throw new Error(answer.failure.message);
  return answer;
};

describe('the text of a model with calls of its own', () => {
  it('is read where it made no call by its API, in any dialect', async () => {
    verifies('dialects.native.first', 'dialects.native.modes');
    const xml = '<tool_call>\n<function=read>\n<parameter=n>\n7\n</parameter>\n</function>\n</tool_call>';
    const answer = await ask(readText(saying([say('I look.\n'), say(xml.slice(0, 9)), say(xml.slice(9)), stop])));
    expect(answer).toMatchObject({ text: 'I look.', stop: 'calls', calls: [{ name: 'read', arguments: '{"n":7}' }] });
  });

  it('is only text where it made one', async () => {
    verifies('dialects.native.first');
    const call = { type: 'call', index: 0, id: 'n1', name: 'read', arguments: '{}' } as const;
    const written = '<tool_call>{"name":"read","arguments":{"n":1}}</tool_call>';
    const answer = await ask(readText(saying([say(written), call, { type: 'stop', reason: 'calls' }])));
    expect(answer.calls).toEqual([{ id: 'n1', name: 'read', arguments: '{}' }]);
    expect(answer.problems).toMatchObject([{ code: 'call-ignored' }]);
  });

  it('is left alone where the calls by the API came first', async () => {
    verifies('dialects.native.first');
    const call = { type: 'call', index: 0, id: 'n1', name: 'read', arguments: '{}' } as const;
    const written = '<tool_call>{"name":"read","arguments":{"n":1}}</tool_call>';
    const answer = await ask(readText(saying([call, say(written), { type: 'stop', reason: 'calls' }])));
    expect(answer).toMatchObject({ text: written, calls: [{ id: 'n1' }], problems: [] });
    const silent = await ask(readText(saying([call, { type: 'stop', reason: 'calls' }])));
    expect(silent.calls).toHaveLength(1);
  });

  it('is parted from reasoning that the prompt had opened', async () => {
    verifies('dialects.reasoning.prefilled');
    const answer = await ask(readText(saying([say('Hm, a file.\n</th'), say('ink>\n\nHello.'), stop])));
    expect(answer).toMatchObject({ text: 'Hello.', reasoning: 'Hm, a file.', stop: 'answered' });
  });

  it('keeps the ids it carries, unless the conversation has them', async () => {
    verifies('dialects.ids.kept', 'dialects.ids.shape');
    const id = 'functions.read:0';
    const kimi = `<|tool_calls_section_begin|><|tool_call_begin|>${id}<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>`;
    expect((await ask(readText(saying([say(kimi), stop])))).calls[0]?.id).toBe(id);
    const before: Message = { role: 'assistant', text: '', calls: [{ id, name: 'read', arguments: '{}' }] };
    const again = await ask(readText(saying([say(kimi), stop])), [user, before]);
    expect(again.calls[0]?.id).toBe('functions.read:1');
    const mistral = await ask(readText(saying([say('[TOOL_CALLS]read[ARGS]{}'), stop])));
    expect(mistral.calls[0]?.id).toMatch(/^[0-9A-Za-z]{9}$/);
  });
});

describe('a server that takes no tools', () => {
  const refusal = (message: string): ModelEvent => ({
    type: 'failure',
    failure: { kind: 'bad-request', status: 400, message } satisfies ModelFailure,
  });

  it.each([
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    'registry.ollama.ai/library/gemma:2b does not support tools',
    'tools param requires --jinja flag',
  ])('is asked again with the tools in the prompt, and so from then on: %s', async (message) => {
    verifies('dialects.native.modes', 'dialects.native.style');
    const inner = saying(
      [refusal(message)],
      [say('<tool_call>{"name":"read","arguments":{}}</tool_call>'), stop],
      [say('Done.'), stop],
    );
    const model = textMode(inner, { dialect: 'hermes' });
    const answer = await ask(model);
    expect(answer).toMatchObject({ calls: [{ name: 'read' }], problems: [{ code: 'tools-unsupported' }] });
    await ask(model);
    expect(inner.requests.map(({ tools: sent }) => sent.length)).toEqual([1, 0, 0]);
    expect(inner.requests[1]?.messages[0]).toMatchObject({ role: 'system', text: expect.stringContaining('<tools>') });
  });

  it('is not blamed for other failures', async () => {
    verifies('dialects.native.modes');
    const inner = saying([refusal('the context is too long')]);
    await expect(ask(textMode(inner, { dialect: 'hermes' }))).rejects.toThrow('the context is too long');
    expect(inner.requests).toHaveLength(1);
  });
});

describe('the mode of a model', () => {
  const written = '<tool_call>{"name": "read", "arguments": {"n": 1}}</tool_call>';
  it.each([
    ['auto', 1, 1],
    ['native', 0, 1],
    ['prompt', 1, 0],
  ] as const)('%s: %d calls of its text are made, %d tools are sent', async (toolCalls, calls, sent) => {
    verifies('dialects.native.modes');
    const server = await startFakeModelServer({ rounds: [{ text: written }] });
    try {
      const spec = { provider: 'local', api: 'openai-chat', baseUrl: server.url, model: 'any' } as const;
      const answer = await ask(await openModel({ ...spec, toolCalls }));
      expect(answer.calls).toHaveLength(calls);
      expect(answer.text).toBe(calls === 1 ? '' : written);
      const body = server.requests[0]?.body as { readonly tools?: readonly unknown[] };
      expect(body.tools?.length ?? 0).toBe(sent);
    } finally {
      await server.close();
    }
  });
});
