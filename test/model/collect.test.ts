import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../src/model/collect.js';
import type { Model, ModelEvent } from '../../src/model/model.js';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { verifies } from '../requirements.js';

const request = { messages: [], tools: [], signal: new AbortController().signal };

const saying = (...events: ModelEvent[]): Model => ({
  name: 'saying',
  async stream(_, emit) {
    for (const event of events) emit(event);
  },
});
const call = (index: number, name: string): ModelEvent => ({
  type: 'call',
  index,
  id: `c${index}`,
  name,
  arguments: '{}',
});

describe('collectAnswer', () => {
  test('joins text and reasoning, orders calls by index and shows only deltas', async () => {
    verifies('core.model.port');
    const shown: string[] = [];
    const model = saying(
      { type: 'reasoning', text: 'h' },
      { type: 'reasoning', text: 'm' },
      { type: 'text', text: 'a' },
      { type: 'call-open', index: 1, name: 'two' },
      { type: 'call-arguments', index: 1, text: '{}' },
      { type: 'text', text: 'b' },
      call(1, 'two'),
      call(0, 'one'),
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 2 } },
      { type: 'stop', reason: 'calls' },
    );
    expect(await collectAnswer(model, request, (delta) => shown.push(delta.type))).toEqual({
      text: 'ab',
      reasoning: 'hm',
      calls: [
        { id: 'c0', name: 'one', arguments: '{}' },
        { id: 'c1', name: 'two', arguments: '{}' },
      ],
      usage: { inputTokens: 1, outputTokens: 2 },
      stop: 'calls',
      carry: undefined,
      problems: [],
    });
    expect(shown).toEqual(['reasoning', 'reasoning', 'text', 'call-open', 'call-arguments', 'text']);
  });

  test('a failure keeps the text and drops the calls', async () => {
    const failure = { kind: 'cut', message: 'cut' } as const;
    const got = await collectAnswer(
      saying({ type: 'text', text: 'half' }, call(0, 'x'), { type: 'failure', failure }),
      request,
    );
    expect(got).toEqual({ failure, text: 'half', reasoning: '', usage: undefined });
  });

  test('ids and names that would weigh on every later request are not kept', async () => {
    verifies('models.robust.bounded-answer');
    const calls: ModelEvent[] = ['x'.repeat(5000), 'half \ud800', 'c2'].map((id, index) => ({
      type: 'call',
      index,
      id,
      name: index === 0 ? 'y'.repeat(5000) : 'f',
      arguments: '{}',
    }));
    const answer = await collectAnswer(saying(...calls, { type: 'stop', reason: 'calls' }), request);
    expect(answer).toMatchObject({
      calls: [
        { id: '', name: `${'y'.repeat(255)}…` },
        { id: '', name: 'f' },
        { id: 'c2', name: 'f' },
      ],
      problems: [{ code: 'call-name-cut', message: expect.stringContaining('5000 characters') }],
    });
  });

  test('a model that breaks its contract is a failure, never a half answer', async () => {
    const throws: Model = { name: 'bad', stream: () => Promise.reject(new Error('boom')) };
    expect(await collectAnswer(throws, request)).toMatchObject({
      failure: { kind: 'protocol', message: expect.stringContaining('boom') },
    });
    expect(await collectAnswer(saying(call(0, 'x')), request)).toMatchObject({ failure: { kind: 'protocol' } });
    const late = saying({ type: 'stop', reason: 'answered' }, call(0, 'x'), { type: 'text', text: 'late' });
    expect(await collectAnswer(late, request)).toMatchObject({ text: '', calls: [], stop: 'answered' });
  });

  test('what the watcher throws comes out, once', async () => {
    let shown = 0;
    const watcher = () => {
      shown += 1;
      throw new Error('watcher');
    };
    await expect(collectAnswer(scriptedModel([{ text: 'abc', chunks: 3 }]), request, watcher)).rejects.toThrow(
      'watcher',
    );
    expect(shown).toBe(1);
  });
});
