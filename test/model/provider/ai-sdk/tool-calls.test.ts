import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  generateText,
  jsonSchema,
  type StopCondition,
  stepCountIs,
  streamText,
  type ToolChoice,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DialectProblem } from '../../../../src/dialect/dialect.js';
import { findDialect } from '../../../../src/dialect/find-dialect.js';
import { listDialects } from '../../../../src/dialect/list-dialects.js';
import { type ToolCallsOptions, toolCalls } from '../../../../src/model/provider/ai-sdk/tool-calls-middleware.js';
import { type FakeModelRound, type FakeModelServer, startFakeModelServer } from '../../../../src/testing/index.js';
import { verifies } from '../../../requirements.js';

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  ran.length = 0;
});

const ran: object[] = [];
const city = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } } as const;
const tools: ToolSet = {
  weather: tool({
    description: 'The weather of a city.',
    inputSchema: jsonSchema<{ city: string; days?: number }>(city),
    execute: async (input) => {
      ran.push(input);
      if (input.city === 'Atlantis') throw new Error('no such city');
      return `It rains in ${input.city}.`;
    },
  }),
};
const offered = [{ name: 'weather', description: 'The weather of a city.', parameters: city }];
const call = (city: string, dialect = 'hermes', id?: string): string => {
  const made = { name: 'weather', arguments: JSON.stringify({ city, days: 2 }), ...(id !== undefined && { id }) };
  return String(findDialect(dialect).renderCalls([made], { tools: offered }));
};

const model = (options?: ToolCallsOptions) =>
  wrapLanguageModel({
    model: createOpenAICompatible({ name: 'local', baseURL: server.url })('fake-model'),
    middleware: toolCalls(options),
  });

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly unknown[];
}

/** The requests since the last one of another test. */
function play(rounds: readonly FakeModelRound[]): () => readonly ChatRequest[] {
  const from = server.requests.length;
  server.setRounds(rounds);
  return () => server.requests.slice(from).map(({ body }) => body as ChatRequest);
}

interface Told {
  readonly text: string;
  readonly reasoning: string | undefined;
  readonly finishReason: string;
  readonly steps: number;
  readonly ids: readonly string[];
}

interface Settings {
  readonly system?: string;
  readonly tools?: ToolSet;
  readonly toolChoice?: ToolChoice<ToolSet>;
  readonly stopWhen?: StopCondition<ToolSet>;
}

/** Both ways to ask have to tell the same. */
const ways = {
  generateText: async (options?: ToolCallsOptions, settings?: Settings): Promise<Told> => {
    const result = await generateText({ ...usual, ...settings, model: model(options), prompt: 'Rain?' });
    const { text, reasoningText, finishReason, steps } = result;
    return { text, reasoning: reasoningText, finishReason, steps: steps.length, ids: idsOf(steps) };
  },
  streamText: async (options?: ToolCallsOptions, settings?: Settings): Promise<Told> => {
    const result = streamText({ ...usual, ...settings, model: model(options), prompt: 'Rain?' });
    await result.consumeStream({ onError: (error) => expect.fail(String(error)) });
    const steps = await result.steps;
    const [text, reasoning, finishReason] = [await result.text, await result.reasoningText, await result.finishReason];
    return { text, reasoning, finishReason, steps: steps.length, ids: idsOf(steps) };
  },
};
const usual = { tools, stopWhen: stepCountIs(5), maxRetries: 0 };
const idsOf = (steps: readonly { readonly toolCalls: readonly { readonly toolCallId: string }[] }[]): string[] =>
  steps.flatMap(({ toolCalls: made }) => made.map(({ toolCallId }) => toolCallId));

const asked = Object.entries(ways).map(([name, ask]) => ({ name, ask }));

describe.each(asked)('the middleware with $name', ({ ask }) => {
  const dialects = listDialects().map(({ name }) => name);

  it.each(dialects)('runs a loop of tools in %s, and hands results back in its style', async (name) => {
    verifies('dialects.library.ai-sdk');
    const dialect = findDialect(name);
    const requests = play([{ text: call('Bergen', name), chunks: 3 }, { text: 'It rains.' }]);
    const told = await ask({ dialect: name });
    expect(told).toMatchObject({ text: 'It rains.', finishReason: 'stop', steps: 2 });
    expect(ran).toEqual([{ city: 'Bergen', days: 2 }]);

    const [first, second] = requests();
    expect(first?.tools).toBeUndefined();
    expect(first?.messages[0]).toEqual({ role: 'system', content: dialect.renderPrompt(offered) });
    const [id = ''] = told.ids;
    const results = dialect.renderResults([{ id, name: 'weather', text: 'It rains in Bergen.', isError: false }]);
    expect(second?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Rain?' },
      { role: 'assistant', content: call('Bergen', name, id) },
      ...results.map(({ role, text }) => ({ role, content: text })),
    ]);
  });

  it('reads the format a model was trained in, whatever it was asked for', async () => {
    verifies('dialects.library.ai-sdk');
    play([{ text: `I look.\n\n${call('Bergen', 'qwen3_coder')}`, chunks: 7 }, { text: 'It rains.' }]);
    expect(await ask({ dialect: 'hermes' })).toMatchObject({ steps: 2 });
    expect(ran).toEqual([{ city: 'Bergen', days: 2 }]);
  });

  it('reads only where tools are sent by the API', async () => {
    verifies('dialects.library.ai-sdk');
    const requests = play([{ text: call('Bergen', 'glm45') }, { text: 'It rains.' }]);
    expect(await ask({ mode: 'read' })).toMatchObject({ text: 'It rains.', steps: 2 });
    expect(ran).toEqual([{ city: 'Bergen', days: 2 }]);
    const [first, second] = requests();
    expect(first?.tools).toHaveLength(1);
    expect(first?.messages).toEqual([{ role: 'user', content: 'Rain?' }]);
    expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('reads a format that auto leaves out when it is named', async () => {
    verifies('dialects.library.ai-sdk');
    play([{ text: call('Bergen', 'xlam') }, { text: 'It rains.' }]);
    expect(await ask({ mode: 'read', dialect: 'xlam' })).toMatchObject({ steps: 2 });
  });

  it('lets calls by the API win', async () => {
    verifies('dialects.library.ai-sdk');
    const problems: DialectProblem[] = [];
    const native = { name: 'weather', id: 'n1', arguments: { city: 'Oslo' } };
    play([{ text: `I look.\n${call('Bergen')}`, calls: [native] }, { text: 'It rains.' }]);
    const told = await ask({ mode: 'read', onProblem: (problem) => problems.push(problem) });
    expect(told).toMatchObject({ steps: 2, ids: ['n1'] });
    expect(ran).toEqual([{ city: 'Oslo' }]);
    expect(problems).toMatchObject([{ code: 'call-ignored' }]);
  });

  it.each(['length', 'refused'] as const)('makes no call of an answer that ended with %s', async (stop) => {
    verifies('dialects.library.ai-sdk');
    const problems: DialectProblem[] = [];
    play([{ text: `${call('Bergen')}\nAnd`, stop }]);
    const told = await ask({ onProblem: (problem) => problems.push(problem) });
    expect(told).toMatchObject({ steps: 1, finishReason: stop === 'length' ? 'length' : 'content-filter' });
    expect(ran).toEqual([]);
    expect(problems).toMatchObject([{ code: 'call-ignored' }]);
  });

  it('leaves a call that was cut off in the text', async () => {
    verifies('dialects.library.ai-sdk');
    const half = call('Bergen').slice(0, 60);
    play([{ text: half, stop: 'length' }]);
    expect(await ask()).toMatchObject({ text: half, finishReason: 'length', steps: 1 });
    expect(ran).toEqual([]);
  });

  it('parts reasoning from text', async () => {
    verifies('dialects.library.ai-sdk');
    play([{ text: '<think>\nIs it raining?\n</think>\n\nIt rains.', chunks: 4 }]);
    expect(await ask()).toMatchObject({ text: 'It rains.', reasoning: 'Is it raining?' });
    play([
      { text: `Is it raining?\n</think>\n\n${call('Bergen')}`, chunks: 4 },
      { text: 'Yes.\n</think>\n\nIt rains.' },
    ]);
    expect(await ask({ thinking: 'open' })).toMatchObject({ text: 'It rains.', reasoning: 'Yes.', steps: 2 });
  });

  it('tells the model of a choice of tools', async () => {
    verifies('dialects.library.ai-sdk');
    const systemOf = (request: ChatRequest | undefined): unknown => request?.messages[0]?.content;
    const required = play([{ text: call('Bergen') }]);
    await ask({}, { toolChoice: 'required', stopWhen: stepCountIs(1) });
    expect(systemOf(required()[0])).toMatch(/must call at least one tool\.$/);
    const one = play([{ text: call('Bergen') }]);
    await ask({}, { toolChoice: { type: 'tool', toolName: 'weather' }, stopWhen: stepCountIs(1) });
    expect(systemOf(one()[0])).toMatch(/must call the tool "weather"\.$/);
    ran.length = 0;
    const none = play([{ text: call('Bergen') }]);
    expect(await ask({}, { toolChoice: 'none', system: 'Be kind.' })).toMatchObject({ text: call('Bergen'), steps: 1 });
    expect(systemOf(none()[0])).toBe('Be kind.\n\nNo tool can be called now: answer in plain words.');
    expect(ran).toEqual([]);
  });

  it('leaves an answer without tools as it is', async () => {
    verifies('dialects.library.ai-sdk');
    const requests = play([{ text: call('Bergen') }]);
    expect(await ask({}, { tools: {} })).toMatchObject({ text: call('Bergen'), steps: 1 });
    expect(requests()[0]?.messages).toEqual([{ role: 'user', content: 'Rain?' }]);
  });

  it('shows the model what went wrong with a call', async () => {
    verifies('dialects.library.ai-sdk');
    const requests = play([{ text: call('Atlantis') }, { text: 'No such place.' }]);
    expect(await ask()).toMatchObject({ text: 'No such place.', steps: 2 });
    expect(requests()[1]?.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('no such city'),
    });
  });

  it('tells of what it repaired and what it could not read', async () => {
    verifies('dialects.library.ai-sdk');
    const problems: DialectProblem[] = [];
    const onProblem = (problem: DialectProblem): number => problems.push(problem);
    play([
      { text: "<tool_call>{'name': 'weather', 'arguments': {'city': 'Bergen'}}</tool_call>" },
      { text: 'It rains.' },
    ]);
    expect(await ask({ onProblem })).toMatchObject({ steps: 2 });
    const broken = '<tool_call>{"name": "weather", "arguments": oops}</tool_call>';
    play([{ text: broken }]);
    expect(await ask({ onProblem })).toMatchObject({ text: broken, steps: 1 });
    expect(problems.map(({ code }) => code)).toEqual(['call-repaired', 'call-rejected']);
  });

  it('gives every call of a conversation an id of its own', async () => {
    verifies('dialects.library.ai-sdk');
    const kimi = call('Bergen', 'kimi_k2');
    play([{ text: kimi }, { text: kimi }, { text: 'It rains.' }]);
    const { ids } = await ask({ dialect: 'kimi_k2' });
    expect(ids).toEqual(['functions.weather:0', 'functions.weather:1']);
  });
});

it('has problems among the warnings of generateText', async () => {
  verifies('dialects.library.ai-sdk');
  play([{ text: '<tool_call>{"name": "weather", "arguments": oops}</tool_call>' }]);
  const { warnings } = await generateText({ ...usual, model: model(), prompt: 'Rain?' });
  expect(warnings).toMatchObject([
    { type: 'other', message: expect.stringContaining('The call of weather was not run') },
  ]);
});

it('streams text and reasoning as they come, and no part of a call', async () => {
  verifies('dialects.library.ai-sdk');
  play([{ text: `<think>Hm.</think>\nI look.\n${call('Bergen')}`, chunks: 200, eachEvent: true }]);
  const { fullStream } = streamText({ ...usual, stopWhen: stepCountIs(1), model: model(), prompt: 'Rain?' });
  const seen: string[] = [];
  let text = '';
  for await (const part of fullStream) {
    if (part.type === 'text-delta') text += part.text;
    if (part.type !== seen.at(-1)) seen.push(part.type);
  }
  expect(text).toBe('I look.');
  expect(seen).toEqual([
    'start',
    'start-step',
    'reasoning-start',
    'reasoning-delta',
    'reasoning-end',
    'text-start',
    'text-delta',
    'text-end',
    'tool-input-start',
    'tool-input-delta',
    'tool-input-end',
    'tool-call',
    'tool-result',
    'finish-step',
    'finish',
  ]);
});
