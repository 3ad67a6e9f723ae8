import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/dialect/dialect.js';
import { actionFence } from '../../src/dialect/format/action-fence/action-fence.js';
import { hermes } from '../../src/dialect/format/hermes.js';
import { type Answer, collectAnswer, type ModelDelta, type Unanswered } from '../../src/model/collect.js';
import type { Message } from '../../src/model/message.js';
import type { Model, ModelEvent, ModelRequest, ToolChoice } from '../../src/model/model.js';
import { promptMode } from '../../src/model/prompt-mode.js';
import { promptedModel } from '../../src/model/prompted-model.js';
import { verifies } from '../requirements.js';

const tools = [{ name: 'read', description: 'reads a file', parameters: { type: 'object' } }];
const system: Message = { role: 'system', text: 'Be brief.' };
const hello: Message = { role: 'user', text: 'hello', images: [{ mediaType: 'image/png', data: 'AA==' }] };
const stop = { type: 'stop', reason: 'answered' } as const;
const written = '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>';

interface Spy extends Model {
  readonly requests: (Omit<ModelRequest, 'messages'> & { readonly messages: readonly Message[] })[];
}

const saying = (...events: ModelEvent[]): Spy => {
  const requests: Spy['requests'] = [];
  return {
    name: 'inner',
    requests,
    async stream(request, emit) {
      requests.push({ ...request, messages: [...request.messages] });
      for (const event of events) emit(event);
    },
  };
};

const text = (...pieces: string[]): ModelEvent[] => pieces.map((piece) => ({ type: 'text', text: piece }));

async function ask(
  model: Spy,
  request: Partial<ModelRequest> & { readonly dialect?: Dialect; onDelta?(delta: ModelDelta): void } = {},
): Promise<Answer | Unanswered> {
  const { dialect, onDelta, ...rest } = request;
  const given = { messages: [system, hello], tools, signal: new AbortController().signal, ...rest };
  return collectAnswer(promptMode(model, dialect === undefined ? {} : { dialect }), given, onDelta);
}

describe('the request', () => {
  it('tells of the tools in the system message and sends none', async () => {
    verifies('models.prompt.request');
    const model = saying(stop);
    await ask(model);
    expect(model.requests).toEqual([
      {
        messages: [{ role: 'system', text: `Be brief.\n\n${hermes.renderPrompt(tools)}` }, hello],
        tools: [],
        raw: true,
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(promptMode(model).name).toBe('inner');
  });

  it('tells of them in a message of their own, reads no other format, and leaves calls as they are, where told so', async () => {
    const model = saying(...text('<function=read><parameter=path>a</parameter></function>'), stop);
    const call = { id: 'c1', name: 'read', arguments: '{"path":"a"}' };
    const messages: readonly Message[] = [
      system,
      hello,
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', callId: 'c1', name: 'read', text: 'x', isError: false },
    ];
    const request = { messages, tools, signal: new AbortController().signal };
    const apart = promptedModel(model, { dialect: hermes, promptApart: true, keepsCalls: true });
    const answer = await collectAnswer(apart, request);
    expect(answer).toMatchObject({ calls: [] });
    expect(model.requests[0]?.messages).toEqual([{ role: 'system', text: hermes.renderPrompt(tools) }, ...messages]);
    await collectAnswer(apart, { ...request, messages: [{ role: 'system', text: '' }, hello] });
    expect(model.requests[1]?.messages).toEqual([{ role: 'system', text: hermes.renderPrompt(tools) }, hello]);
  });

  it('leaves the answer to who prompts it above', async () => {
    const fence =
      '```yips-agent\n{"actions": [{"type": "tool", "id": "t1", "name": "read", "arguments": {"path": "a"}}]}\n```';
    const model = saying(...text(fence), stop);
    const twice = promptedModel(promptMode(model), { dialect: actionFence });
    const answer = await collectAnswer(twice, {
      messages: [system, hello],
      tools,
      signal: new AbortController().signal,
    });
    expect(answer).toMatchObject({ calls: [{ id: 't1', name: 'read', arguments: '{"path": "a"}' }], problems: [] });
    expect(model.requests[0]?.messages[0]?.text).not.toContain('<tool_call>');
  });

  it('joins results and what was said meanwhile, and pictures with them, the same way in every round', async () => {
    verifies('models.prompt.alternates', 'models.prompt.rewritten-once');
    const model = saying(stop);
    const messages: Message[] = [
      system,
      { role: 'user', text: 'read a' },
      { role: 'assistant', text: '', calls: [{ id: 'c', name: 'read', arguments: '{"path": "a"}' }] },
      { role: 'tool', callId: 'c', name: 'read', text: 'one', isError: false },
      { role: 'user', text: 'and be quick' },
      hello,
    ];
    const wrapped = promptMode(model);
    const request = { messages, tools, signal: new AbortController().signal };
    for (let round = 0; round < 2; round += 1) await wrapped.stream(request, () => {});
    const [first, second] = model.requests.map((one) => one.messages.at(-1));
    expect(first).toEqual({
      role: 'user',
      text: expect.stringMatching(/one[\s\S]*\n\nand be quick\n\nhello$/),
      images: hello.role === 'user' ? hello.images : [],
    });
    expect(second).toBe(first);
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('makes a system message where there is none, and leaves it alone without tools', async () => {
    verifies('models.prompt.request');
    const model = saying(stop);
    await ask(model, { messages: [hello] });
    await ask(model, { messages: [{ role: 'system', text: '' }, hello] });
    await ask(model, { tools: [] });
    await ask(model, { messages: [], tools: [] });
    const prompt = { role: 'system', text: hermes.renderPrompt(tools) };
    expect(model.requests.map(({ messages }) => messages)).toEqual([
      [prompt, hello],
      [prompt, hello],
      [system, hello],
      [],
    ]);
  });

  it('writes calls into answers and results into user messages', async () => {
    verifies('models.prompt.request');
    const model = saying(stop);
    const call = { id: 'c1', name: 'read', arguments: '{"path": "a"}' };
    const result: Message = { role: 'tool', callId: 'c1', name: 'read', text: 'A', isError: false };
    const bad = { id: 'c2', name: 'read', arguments: 'the file, please' };
    const refused: Message = { role: 'tool', callId: 'c2', name: 'read', text: 'no', isError: true };
    const plain: Message = { role: 'assistant', text: 'Well.', calls: [] };
    await ask(model, {
      tools: [],
      messages: [
        hello,
        {
          role: 'assistant',
          text: 'I look.',
          reasoning: 'hm',
          calls: [call, bad],
          carry: { api: 'x', model: 'y', value: 1 },
        },
        result,
        refused,
        {
          role: 'assistant',
          text: '',
          calls: [
            { ...bad, arguments: `{${'x'.repeat(5000)}` },
            { ...bad, name: ' ' },
          ],
        },
        result,
        hello,
        refused,
        plain,
      ],
    });
    const shown = (args: object) => `<tool_call>\n{"name": "read", "arguments": ${JSON.stringify(args)}}\n</tool_call>`;
    const cut = shown({ malformed_arguments: `{${'x'.repeat(199)}…` });
    expect(model.requests[0]?.messages).toEqual([
      hello,
      {
        role: 'assistant',
        reasoning: 'hm',
        text: `I look.\n${written}\n${shown({ malformed_arguments: 'the file, please' })}`,
        calls: [],
      },
      {
        role: 'user',
        text: '<tool_response>\n{"name": "read", "content": "A"}\n</tool_response>\n<tool_response>\n{"name": "read", "content": "no", "is_error": true}\n</tool_response>',
      },
      {
        role: 'assistant',
        text: `${cut}\n(a call that cannot be shown: A call without a name cannot be written.)`,
        calls: [],
      },
      {
        role: 'user',
        text: '<tool_response>\n{"name": "read", "content": "A"}\n</tool_response>\n\nhello\n\n<tool_response>\n{"name": "read", "content": "no", "is_error": true}\n</tool_response>',
        images: [{ mediaType: 'image/png', data: 'AA==' }],
      },
      plain,
    ]);
  });

  it('writes each message once, and anew when what it was made of changes', async () => {
    verifies('models.prompt.rewritten-once');
    const inner = saying(stop);
    const model = promptMode(inner);
    const signal = new AbortController().signal;
    const call = { id: 'c1', name: 'read', arguments: '{}' };
    const result: Message = { role: 'tool', callId: 'c1', name: 'read', text: 'A', isError: false };
    const messages: Message[] = [system, hello, { role: 'assistant', text: '', calls: [call] }, result];
    const sent = async (more: Partial<ModelRequest> = {}) => {
      await model.stream({ messages, tools, signal, ...more }, () => {});
      return inner.requests.at(-1)?.messages ?? [];
    };
    const first = await sent();
    messages.push({ role: 'assistant', text: 'Well.', calls: [] });
    const second = await sent();
    expect(second).toHaveLength(5);
    for (const [at, message] of first.entries()) expect(second[at]).toBe(message);

    const others = await sent({ tools: [...tools, ...tools] });
    expect(others[0]).not.toEqual(first[0]);
    expect(others.slice(1)).toEqual(second.slice(1));
    messages.splice(4, 1, { ...result, text: 'B' });
    expect((await sent())[3]).toEqual({
      role: 'user',
      text: expect.stringMatching(/"content": "A"[\s\S]*"content": "B"/),
    });
    expect((await sent({ messages: [hello] }))[0]).toBe((await sent({ messages: [hello] }))[0]);
  });

  it('puts the choice of tools into words', async () => {
    verifies('models.prompt.choice');
    const last = async (toolChoice: ToolChoice) => {
      const model = saying(stop);
      await ask(model, { toolChoice });
      return model.requests[0]?.messages[0]?.text.split('\n\n').at(-1);
    };
    expect(await last('required')).toBe('Your next message must call at least one tool.');
    expect(await last({ name: 'read' })).toBe('Your next message must call the tool "read".');
    expect(await last('none')).toBe('No tool can be called now: answer in plain words.');
    expect(await last('auto')).toBe(hermes.renderPrompt(tools).split('\n\n').at(-1));
  });

  it('writes results in as many messages and with the roles the dialect has', async () => {
    verifies('dialects.native.style');
    const twofold: Dialect = {
      ...hermes,
      renderResults: (results) => [
        { role: 'system', text: results.map(({ id, text }) => `${id}: ${text}`).join() },
        { role: 'user', text: 'Go on.' },
      ],
    };
    const model = saying(stop);
    const result: Message = { role: 'tool', callId: 'c', name: 'read', text: 'A', isError: false };
    await ask(model, { messages: [hello, result, hello], tools: [], dialect: twofold });
    expect(model.requests[0]?.messages).toEqual([
      hello,
      { role: 'system', text: 'c: A' },
      expect.objectContaining({ role: 'user', text: 'Go on.\n\nhello' }),
    ]);
  });
});

describe('the answer', () => {
  it('is read for calls, which get ids of their own', async () => {
    verifies('models.prompt.calls');
    const shown: ModelDelta[] = [];
    const usage = { type: 'usage', usage: { inputTokens: 1, outputTokens: 2 } } as const;
    const model = saying(
      { type: 'reasoning', text: 'native ' },
      ...text('<thi', 'nk>hm</think>I look.\n<tool_', `call>${written.slice(11)}\n${written}`),
      usage,
      stop,
    );
    const answer = await ask(model, { onDelta: (delta) => shown.push(delta) });
    const id = (_index: number) => expect.stringMatching(/^call_[0-9a-f]{24}$/);
    expect(answer).toEqual({
      text: 'I look.',
      reasoning: 'native hm',
      calls: [
        { id: id(0), name: 'read', arguments: '{"path": "a"}' },
        { id: id(1), name: 'read', arguments: '{"path": "a"}' },
      ],
      usage: usage.usage,
      stop: 'calls',
      carry: undefined,
      problems: [],
    });
    expect(shown.slice(3)).toEqual([
      { type: 'call-open', index: 512, name: 'read' },
      { type: 'call-arguments', index: 512, text: '{"path": "a"}' },
      { type: 'call-open', index: 513, name: 'read' },
      { type: 'call-arguments', index: 513, text: '{"path": "a"}' },
    ]);
  });

  it('may hold native calls: then no other is made', async () => {
    verifies('models.prompt.calls', 'dialects.native.first', 'y-agent.parse.native-first');
    const model = saying(
      { type: 'call-open', index: 0, name: 'list' },
      { type: 'call-arguments', index: 0, text: '{}' },
      ...text(written),
      { type: 'call', index: 0, id: 'n1', name: 'list', arguments: '{}' },
      { type: 'stop', reason: 'calls' },
    );
    const indexes: number[] = [];
    const answer = await ask(model, { onDelta: (delta) => 'index' in delta && indexes.push(delta.index) });
    expect(answer).toMatchObject({
      stop: 'calls',
      calls: [{ id: 'n1', name: 'list' }],
      problems: [{ code: 'call-ignored', message: expect.stringContaining('beside calls by its API') }],
    });
    expect(indexes).toEqual([0, 0, 512, 512]);
    const native = await ask(saying({ type: 'call', index: 0, id: 'n1', name: 'list', arguments: '{}' }, stop));
    expect(native).toMatchObject({ stop: 'calls', calls: [{ id: 'n1', name: 'list', arguments: '{}' }] });
  });

  it('reports what was rejected, repaired and ignored', async () => {
    verifies('models.prompt.problems');
    const fenced = '<tool_call>```\n{"name":"read","arguments":{}}```</tool_call>';
    const answer = await ask(
      saying(...text(`Like \`${written.replaceAll('\n', '')}\`.\n${fenced}\n<tool_call>{`), stop),
    );
    expect(answer).toMatchObject({ stop: 'calls', calls: [{ name: 'read', arguments: '{}' }] });
    expect((answer as Answer).problems).toEqual([
      { type: 'problem', code: 'call-repaired', message: expect.stringContaining('fence') },
      { type: 'problem', code: 'call-rejected', message: expect.stringContaining('in the middle'), rejected: true },
      { type: 'problem', code: 'call-ignored', message: expect.stringContaining('quoted') },
    ]);
  });

  it('without calls ends as the model ended it', async () => {
    for (const reason of ['answered', 'length', 'refused'] as const) {
      expect(await ask(saying(...text('ok <', 'b>'), { type: 'stop', reason }))).toMatchObject({
        text: 'ok <b>',
        calls: [],
        stop: reason,
        problems: [],
      });
    }
  });

  it('that was cut by the output limit runs nothing: what is missing might have taken a call back', async () => {
    verifies('models.prompt.failure');
    const length = { type: 'stop', reason: 'length' } as const;
    expect(await ask(saying(...text(`${written}\n<tool_call>\n{"name": "read", "arg`), length))).toMatchObject({
      failure: { kind: 'cut', message: expect.stringContaining('output limit in the middle of a call') },
    });
    const unclosed = '<tool_call>{"name": "read", "arguments": {}}';
    expect(await ask(saying(...text(unclosed), length))).toMatchObject({ failure: { kind: 'cut' } });
    expect(await ask(saying(...text(`I could call ${written}\nor I cou`), length))).toMatchObject({
      failure: { kind: 'cut' },
      text: expect.stringMatching(/or I cou$/),
    });
  });

  it('that failed or was refused runs nothing', async () => {
    verifies('models.prompt.failure');
    const failure = { kind: 'overloaded', message: 'later' } as const;
    expect(await ask(saying(...text(`A\n${written}`), { type: 'failure', failure }))).toEqual({
      failure,
      text: 'A',
      reasoning: '',
      usage: undefined,
    });
    const refused = await ask(saying(...text(`${written}<tool_call>{`), { type: 'stop', reason: 'refused' }));
    expect(refused).toMatchObject({ stop: 'refused', calls: [] });
    expect((refused as Answer).problems.map(({ code, rejected }) => [code, rejected])).toEqual([
      ['call-rejected', undefined],
      ['call-ignored', undefined],
    ]);
  });

  it('calls nothing when no tool may be called', async () => {
    verifies('models.prompt.choice');
    for (const request of [{ toolChoice: 'none' }, { tools: [] }] as const) {
      const shown: string[] = [];
      const model = saying(...text(`Fine.\n${written}\n${written}`), stop);
      const answer = await ask(model, { ...request, onDelta: ({ type }) => shown.push(type) });
      expect(answer).toMatchObject({ text: 'Fine.', calls: [], stop: 'answered' });
      expect((answer as Answer).problems).toEqual([
        { type: 'problem', code: 'call-ignored', message: expect.stringContaining('The model called read') },
      ]);
      expect(shown).toEqual(['text']);
    }
  });

  it('passes on what else a model tells, and ends once', async () => {
    const carry = { api: 'x', model: 'y', value: null };
    const retry = { attempt: 1, waitMs: 5, failure: { kind: 'overloaded', message: 'later' } } as const;
    const events: ModelEvent[] = [{ type: 'retry', retry }, { type: 'carry', carry }, ...text('hi '), stop, stop];
    const got: ModelEvent[] = [];
    const signal = new AbortController().signal;
    await promptMode(saying(...events)).stream({ messages: [], tools, signal }, (event) => got.push(event));
    expect(got).toEqual([
      { type: 'retry', retry },
      { type: 'carry', carry },
      { type: 'text', text: 'hi' },
      { type: 'text', text: ' ' },
      stop,
    ]);
  });
});
