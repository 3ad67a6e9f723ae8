import type { Content, GenerateContentConfig } from '@google/genai';
import { describe, expect, test } from 'vitest';
import type { Carry, Message } from '../../../../src/model/message.js';
import type { ToolChoice } from '../../../../src/model/model.js';
import { renderGeminiRequest } from '../../../../src/model/provider/gemini/gemini-request.js';
import type { Thinking } from '../../../../src/model/provider/protocol.js';
import { checkGeminiRequest } from '../../../../src/testing/fake-gemini-check.js';
import { verifies } from '../../../requirements.js';

/** The body of a request as the official client types it. */
interface Body {
  readonly contents: Content[];
  readonly systemInstruction?: Content;
  readonly tools?: GenerateContentConfig['tools'];
  readonly toolConfig?: GenerateContentConfig['toolConfig'];
  readonly generationConfig?: Pick<GenerateContentConfig, 'maxOutputTokens' | 'thinkingConfig'>;
}

const tools = [
  {
    name: 'read_file',
    description: 'Reads.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
  { name: 'now', description: 'Tells the time.', parameters: { type: 'object', properties: {} } },
];

interface Asked {
  readonly messages?: readonly Message[];
  readonly model?: string;
  readonly offered?: typeof tools;
  readonly toolChoice?: ToolChoice;
  readonly thinking?: Thinking;
  readonly maxOutputTokens?: number;
}

const text = ({ messages = [{ role: 'user', text: 'Hi' }], model = 'gemini-2.0-flash', ...asked }: Asked) =>
  renderGeminiRequest(
    {
      messages,
      tools: asked.offered ?? [],
      ...(asked.toolChoice !== undefined && { toolChoice: asked.toolChoice }),
    },
    { model, maxOutputTokens: asked.maxOutputTokens, thinking: asked.thinking },
  );

/** Renders a request that the strict server accepts. */
function body(asked: Asked): Body {
  const sent = JSON.parse(text(asked)) as Body;
  expect(checkGeminiRequest(sent, asked.model ?? 'gemini-2.0-flash')).toBeUndefined();
  return sent;
}

const said = (message: Partial<Extract<Message, { role: 'assistant' }>>): Message => ({
  role: 'assistant',
  text: '',
  calls: [],
  ...message,
});
const result = (callId: string, name: string, words: string, isError = false): Message => ({
  role: 'tool',
  callId,
  name,
  text: words,
  isError,
});
const asking: Message = { role: 'user', text: 'Read it.' };

describe('a request', () => {
  test('carries messages, pictures, results and tools in the shape of the Gemini API', () => {
    verifies('models.adapter.gemini-request');
    const messages: Message[] = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'See?', images: [{ mediaType: 'image/png', data: 'AAAA' }] },
      { role: 'user', text: 'And read it.' },
      said({
        text: 'Sure.',
        reasoning: 'Hm.',
        calls: [
          { id: 'c1', name: 'read_file', arguments: '{"path":"a"}' },
          { id: 'c2', name: 'now', arguments: '' },
        ],
      }),
      result('c1', 'read_file', '1: hello'),
      result('c2', 'now', 'no clock', true),
      { role: 'user', text: 'Go on.' },
      said({ text: 'It says hello.' }),
      { role: 'user', text: 'Thanks' },
    ];
    expect(body({ messages, offered: tools, maxOutputTokens: 99 })).toEqual({
      contents: [
        {
          role: 'user',
          parts: [{ text: 'See?' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { text: 'And read it.' }],
        },
        {
          role: 'model',
          parts: [
            { text: 'Sure.' },
            { functionCall: { name: 'read_file', args: { path: 'a' } } },
            { functionCall: { name: 'now', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'read_file', response: { output: '1: hello' } } },
            { functionResponse: { name: 'now', response: { error: 'no clock' } } },
            { text: 'Go on.' },
          ],
        },
        { role: 'model', parts: [{ text: 'It says hello.' }] },
        { role: 'user', parts: [{ text: 'Thanks' }] },
      ],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [
        {
          functionDeclarations: [
            {
              name: 'read_file',
              description: 'Reads.',
              parametersJsonSchema: { type: 'object', properties: { path: { type: 'string' } } },
            },
            { name: 'now', description: 'Tells the time.' },
          ],
        },
      ],
      generationConfig: { maxOutputTokens: 99 },
    });
  });

  test('names the tools that may or must be called', () => {
    const choice = (toolChoice: ToolChoice) => body({ offered: tools, toolChoice }).toolConfig;
    expect(choice('auto')).toBeUndefined();
    expect(choice('none')).toEqual({ functionCallingConfig: { mode: 'NONE' } });
    expect(choice('required')).toEqual({ functionCallingConfig: { mode: 'ANY' } });
    expect(choice({ name: 'now' })).toEqual({ functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['now'] } });
    expect(body({ toolChoice: 'required' })).not.toHaveProperty('toolConfig');
  });

  test('leaves out what is empty, and says nothing twice', () => {
    const messages: Message[] = [
      { role: 'system', text: '' },
      { role: 'user', text: 'Hi' },
      said({}),
      { role: 'user', text: '' },
      { role: 'user', text: 'again' },
    ];
    expect(body({ messages })).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }, { text: 'again' }] }] });
  });

  test('of malformed old arguments and half surrogate pairs is still one the server can read', () => {
    const sent = (args: string) => {
      const messages = [asking, said({ calls: [{ id: 'c', name: 'f', arguments: args }] }), result('c', 'f', 'x')];
      return /"args":(.*)\}\}\]\},\{"role":"user","parts":\[\{"functionResponse"/.exec(text({ messages }))?.[1] ?? '';
    };
    expect(sent('')).toBe('{}');
    expect(sent('{"n":12345678901234567890}')).toBe('{"n":12345678901234567890}');
    for (const bad of ['{"a":', '[1]', '{"a":1,"a":2}', '{"a":[-1e400]}', `${'{"a":'.repeat(99)}1${'}'.repeat(99)}`]) {
      expect(JSON.parse(sent(bad))).toEqual({ malformed_arguments: bad });
    }
    expect(body({ messages: [{ role: 'user', text: 'a\ud83d b👋' }] }).contents[0]?.parts).toEqual([
      { text: 'a\ufffd b👋' },
    ]);
  });

  test('of half surrogate pairs in names, or of nothing said yet, is still one the server can read', () => {
    verifies('models.adapter.gemini-request');
    const called = [
      asking,
      said({ calls: [{ id: 'c', name: 'f\ud83d', arguments: '{}' }] }),
      result('c', 'f\ud83d', 'x'),
    ];
    expect(body({ messages: called }).contents.slice(1)).toEqual([
      { role: 'model', parts: [{ functionCall: { name: 'f\ufffd', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f\ufffd', response: { output: 'x' } } }] },
    ]);
    for (const messages of [[], [{ role: 'system' as const, text: 'Be brief.' }], [said({})]]) {
      expect(body({ messages }).contents).toEqual([{ role: 'user', parts: [{ text: 'Go on.' }] }]);
    }
  });

  test('writes a message once in its life, whatever the round', () => {
    let reads = 0;
    const counted: Message = {
      role: 'user',
      get text() {
        reads += 1;
        return 'hello';
      },
    };
    const messages = [counted];
    for (let round = 0; round < 5; round += 1) text({ messages });
    expect(reads).toBe(1);
  });
});

describe('signatures', () => {
  const model = 'gemini-3-pro-preview';
  const value = [
    { kind: 'reasoning', length: 3, held: { signature: 'T' } },
    { kind: 'reasoning', length: 2 },
    { kind: 'text', length: 5 },
    { kind: 'text', length: 6, held: { signature: 'X' } },
    { kind: 'call', length: 0, held: { id: 'server-1', signature: 'C' } },
    { kind: 'text', length: 0, held: { signature: 'Y' } },
    { kind: 'call', length: 0 },
  ];
  const carry: Carry = { api: 'gemini', model, value };
  const answer = (more: Partial<Extract<Message, { role: 'assistant' }>> = {}) =>
    said({
      text: 'Hello, world',
      reasoning: 'abcde',
      calls: [
        { id: 'call_renamed', name: 'f', arguments: '{}' },
        { id: 'c2', name: 'g', arguments: '{}' },
      ],
      carry,
      ...more,
    });
  const contents = (message: Message, asked = model) =>
    body({ messages: [asking, message, result('call_renamed', 'f', '1'), result('c2', 'g', '2')], model: asked })
      .contents;

  test('go back with exactly the parts they came on, ids of the server too', () => {
    verifies('models.adapter.gemini-signatures');
    expect(contents(answer({ text: 'Hello world', carry: { ...carry, value } }))).toEqual([
      { role: 'user', parts: [{ text: 'Read it.' }] },
      {
        role: 'model',
        parts: [
          { text: 'abc', thought: true, thoughtSignature: 'T' },
          { text: 'Hello' },
          { text: ' world', thoughtSignature: 'X' },
          { functionCall: { id: 'server-1', name: 'f', args: {} }, thoughtSignature: 'C' },
          { text: '', thoughtSignature: 'Y' },
          { functionCall: { name: 'g', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'server-1', name: 'f', response: { output: '1' } } },
          { functionResponse: { name: 'g', response: { output: '2' } } },
        ],
      },
    ]);
  });

  test('an id that the server gave twice goes back once', () => {
    verifies('models.adapter.gemini-signatures');
    const twice = value.map((part) =>
      part.kind === 'call' ? { ...part, held: { id: 'same', signature: 'C' } } : part,
    );
    const sent = contents(answer({ text: 'Hello world', carry: { ...carry, value: twice } }));
    const parts = sent.flatMap((content) => content.parts ?? []);
    const ids = (kind: 'functionCall' | 'functionResponse') =>
      parts.flatMap((part) => part[kind] ?? []).map(({ id }) => id);
    expect([ids('functionCall'), ids('functionResponse')]).toEqual([
      ['same', undefined],
      ['same', undefined],
    ]);
  });

  const foreign = [
    { text: 'Hello, world' },
    { functionCall: { name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
    { functionCall: { name: 'g', args: {} } },
  ];
  const strangers: [string, Partial<Extract<Message, { role: 'assistant' }>>][] = [
    ['of another model', { carry: { ...carry, model: 'gemini-3-flash-preview' } }],
    ['of another API', { carry: { ...carry, api: 'anthropic' } }],
    ['that are none', { carry: { ...carry, value: null } }],
    ['that no longer fit the text', {}],
    ['that are garbled', { carry: { ...carry, value: [{ kind: 'text', length: -1 }] } }],
    ['that are garbled otherwise', { carry: { ...carry, value: [1, { kind: 'x', length: 12 }] } }],
  ];
  test.each(strangers)('%s are dropped, and what Gemini 3 takes for one stands in their place', (_, more) => {
    verifies('models.adapter.gemini-foreign');
    expect(contents(answer(more))[1]?.parts).toEqual(foreign);
    const older = contents(answer(more), 'gemini-2.5-pro')[1]?.parts;
    expect(older).toEqual(foreign.map(({ thoughtSignature: _signature, ...part }: (typeof foreign)[number]) => part));
  });

  test('of its own that it forgot to give are stood in for as well', () => {
    const calls = [{ id: 'c', name: 'f', arguments: '{}' }];
    const message = said({
      calls,
      carry: { api: 'gemini', model, value: [{ kind: 'call', length: 0, held: { id: 's' } }] },
    });
    expect(body({ messages: [asking, message, result('c', 'f', '1')], model }).contents[1]?.parts).toEqual([
      { functionCall: { id: 's', name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
    ]);
  });

  test('the strict server refuses a call without one', () => {
    const open = body({
      messages: [asking, answer(), result('a', 'f', '1'), result('b', 'g', '2')],
      model: 'gemini-2.5-pro',
    });
    expect(checkGeminiRequest(open, model)).toContain('missing a thought_signature');
  });
});

test('how much to think is told as each generation wants it', () => {
  verifies('models.adapter.gemini-thinking');
  const config = (model: string, thinking?: Thinking) =>
    body({ model, ...(thinking !== undefined && { thinking }) }).generationConfig?.thinkingConfig;
  const shown = { includeThoughts: true };
  expect(config('gemini-2.0-flash', 'high')).toBeUndefined();
  expect(config('gemma-3-27b-it', 'high')).toBeUndefined();
  expect(config('gemini-2.5-flash-image', 'high')).toBeUndefined();
  expect(config('gemini-2.5-pro')).toEqual(shown);
  expect(config('gemini-2.5-pro', 'off')).toEqual({ thinkingBudget: 128 });
  expect(config('gemini-2.5-pro', 'high')).toEqual({ ...shown, thinkingBudget: 32_768 });
  expect(config('gemini-2.5-flash', 'off')).toEqual({ thinkingBudget: 0 });
  expect(config('models/gemini-2.5-flash-lite', 'low')).toEqual({ ...shown, thinkingBudget: 2048 });
  expect(config('gemini-2.5-flash', 'medium')).toEqual({ ...shown, thinkingBudget: 8192 });
  expect(config('gemini-2.5-flash', 'high')).toEqual({ ...shown, thinkingBudget: 24_576 });
  expect(config('gemini-3-pro-preview')).toEqual(shown);
  expect(config('gemini-3-pro-preview', 'off')).toEqual({ thinkingLevel: 'LOW' });
  expect(config('gemini-3-pro-preview', 'medium')).toEqual({ ...shown, thinkingLevel: 'HIGH' });
  expect(config('gemini-3-flash-preview', 'off')).toEqual({ thinkingLevel: 'MINIMAL' });
  expect(config('gemini-3.7-flash', 'off')).toEqual({ thinkingLevel: 'LOW' });
  expect(config('gemini-3.1-pro-preview', 'medium')).toEqual({ ...shown, thinkingLevel: 'MEDIUM' });
  expect(config('gemini-flash-latest', 'high')).toEqual({ ...shown, thinkingLevel: 'HIGH' });
});
