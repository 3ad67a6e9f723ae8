import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../src/model/collect.js';
import type { Message } from '../../../src/model/message.js';
import type { ModelEvent } from '../../../src/model/model.js';
import { type ScriptedRounds, scriptedModel } from '../../../src/model/provider/scripted.js';
import { verifies } from '../../requirements.js';

const signal = new AbortController().signal;
const request = { messages: [], tools: [], signal };

async function eventsOf(rounds: ScriptedRounds, given = request): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  await scriptedModel(rounds).stream(given, (event) => events.push(event));
  return events;
}

describe('scriptedModel', () => {
  test('plays its rounds in order and then says that there are no more', async () => {
    verifies('core.model.scripted');
    const model = scriptedModel([
      {
        text: 'one',
        reasoning: 'hm',
        calls: [
          { name: 'f', arguments: { a: 1 } },
          { name: 'g', arguments: 'not json', id: 'own' },
        ],
      },
      { text: 'two', usage: { inputTokens: 1, outputTokens: 2 } },
    ]);
    expect(await collectAnswer(model, request)).toMatchObject({
      text: 'one',
      reasoning: 'hm',
      calls: [
        { id: 'call_1', name: 'f', arguments: '{"a":1}' },
        { id: 'own', name: 'g', arguments: 'not json' },
      ],
      stop: 'calls',
    });
    expect(await collectAnswer(model, request)).toMatchObject({
      text: 'two',
      usage: { inputTokens: 1, outputTokens: 2 },
      stop: 'answered',
    });
    expect(await collectAnswer(model, request)).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringContaining('no more rounds') },
    });
  });

  test('a function sees the request and the number of the round', async () => {
    const model = scriptedModel(({ messages }, index) => ({ text: `${index}:${messages.length}` }));
    expect(await collectAnswer(model, request)).toMatchObject({ text: '0:0' });
    expect(await collectAnswer(model, { ...request, messages: [{ role: 'user', text: 'x' }] })).toMatchObject({
      text: '1:1',
    });
  });

  test('text in pieces, no code point split', async () => {
    const pieces = (await eventsOf([{ text: 'a👋b👋c', chunks: 3 }])).flatMap((event) =>
      event.type === 'text' ? [event.text] : [],
    );
    expect(pieces).toEqual(['a👋', 'b👋', 'c']);
  });

  test('a failing round shows what it had begun and hands over no call', async () => {
    const failure = { kind: 'overloaded', message: 'busy' } as const;
    const events = await eventsOf([{ text: 'x', calls: [{ name: 'f', arguments: {} }], failure }]);
    expect(events.map((event) => event.type)).toEqual(['text', 'call-open', 'call-arguments', 'failure']);
  });

  test('a script that throws or cannot be written is a failure, not an exception', async () => {
    const loop: { self?: object } = {};
    loop.self = loop;
    expect(await eventsOf([{ calls: [{ name: 'f', arguments: loop }] }])).toMatchObject([
      { type: 'failure', failure: { kind: 'protocol' } },
    ]);
    const throwing = () => {
      throw new Error('boom');
    };
    expect(await eventsOf(throwing)).toMatchObject([
      { type: 'failure', failure: { message: expect.stringContaining('boom') } },
    ]);
  });

  test('honours its signal, before and during a delay', async () => {
    const cancelled = [{ type: 'failure', failure: { kind: 'cancelled' } }];
    expect(await eventsOf([{ text: 'x' }], { ...request, signal: AbortSignal.abort() })).toMatchObject(cancelled);
    const start = performance.now();
    const got = await eventsOf([{ delayMs: 5000, calls: [{ name: 'f', arguments: {} }] }], {
      ...request,
      signal: AbortSignal.timeout(20),
    });
    expect(got).toMatchObject(cancelled);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('ids repeat neither own ones nor those of an older conversation', async () => {
    const messages: Message[] = [
      { role: 'assistant', text: '', calls: [{ id: 'call_1', name: 'f', arguments: '{}' }] },
    ];
    const model = scriptedModel([
      {
        calls: [
          { name: 'f', arguments: {}, id: 'call_2' },
          { name: 'f', arguments: {} },
          { name: 'f', arguments: {} },
        ],
      },
    ]);
    const got = await collectAnswer(model, { ...request, messages });
    expect(got.failure === undefined && got.calls.map(({ id }) => id)).toEqual(['call_2', 'call_3', 'call_4']);
  });

  test('records requests as they were, unless told not to', async () => {
    const messages: Message[] = [{ role: 'user', text: 'a' }];
    const model = scriptedModel(() => ({ text: 'x' }));
    await collectAnswer(model, { ...request, messages });
    messages.push({ role: 'user', text: 'b' });
    expect(model.requests).toEqual([{ messageCount: 1, messages: [{ role: 'user', text: 'a' }], toolNames: [] }]);
    const quiet = scriptedModel(() => ({ text: 'x' }), { record: false, name: 'quiet' });
    await collectAnswer(quiet, request);
    expect([quiet.name, quiet.requests]).toEqual(['quiet', []]);
  });
});
