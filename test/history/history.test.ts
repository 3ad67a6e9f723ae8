import { describe, expect, it } from 'vitest';
import { createHistory } from '../../src/history/history.js';
import type { NewEvent } from '../../src/store/store.js';
import { verifies } from '../requirements.js';

const message = (text: string): NewEvent => ({ type: 'message-received', body: { messageId: 'm', text } });
const answer = (text: string, calls = 0): NewEvent => ({
  type: 'model-answered',
  body: { round: 1, text, calls, stop: calls > 0 ? 'calls' : 'answered' },
});
const admitted = (callId: string, index = 0): NewEvent => ({
  type: 'call-admitted',
  body: { callId, index, name: 'echo', arguments: '{}' },
});
const settled = (callId: string, outcome = 'ok'): NewEvent => ({
  type: 'call-settled',
  body: { callId, name: 'echo', outcome, errorType: 'none', content: `result of ${callId}`, durationMs: 1 },
});

function project(events: readonly NewEvent[]) {
  const history = createHistory('system');
  for (const event of events) history.apply(event);
  return history;
}

describe('the history', () => {
  it('puts results behind their calls, in source order, once all are there', () => {
    const history = project([message('go'), answer('two calls', 2), admitted('a', 0), admitted('b', 1), settled('b')]);
    expect(history.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
    expect(history.openCalls.map(({ call }) => call.id)).toEqual(['a']);
    history.apply(settled('a', 'error'));
    expect(history.openCalls).toEqual([]);
    expect(history.messages.slice(3)).toEqual([
      { role: 'tool', callId: 'a', name: 'echo', text: 'result of a', isError: true },
      { role: 'tool', callId: 'b', name: 'echo', text: 'result of b', isError: false },
    ]);
  });

  it('looks at each event once and leaves what is there as it was', () => {
    verifies('core.history.incremental', 'core.history.flat-cost');
    const history = project([message('one'), answer('first')]);
    const { messages } = history;
    const before = [...messages];
    history.apply(message('two'));
    expect(history.messages).toBe(messages);
    for (const [index, kept] of before.entries()) expect(messages[index]).toBe(kept);
    expect(messages).toHaveLength(before.length + 1);
  });

  it('takes a second settlement of a call for nothing', () => {
    verifies('core.road.settled-once');
    const history = project([answer('', 1), admitted('a'), settled('a'), settled('a', 'error')]);
    expect(history.messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
    expect(history.hasCall('a')).toBe(true);
    expect(history.hasCall('b')).toBe(false);
  });

  it('keeps partial text, drops an empty answer and passes over what it does not know', () => {
    verifies('design.durability.unknown-types');
    const cut: NewEvent = {
      type: 'model-answered',
      body: { round: 1, text: 'half', reasoning: 'why', calls: 0, stop: 'cut' },
    };
    const history = project([answer(''), cut, { type: 'something-new', body: {} }]);
    expect(history.messages.slice(1)).toEqual([{ role: 'assistant', text: 'half', reasoning: 'why', calls: [] }]);
  });

  it('counts the attempts of an open call, and knows how the last one was stopped', () => {
    const started = (attempt: number): NewEvent => ({ type: 'call-started', body: { callId: 'a', attempt } });
    const stopped: NewEvent = {
      type: 'call-stopped',
      body: { callId: 'a', attempt: 1, message: 'refused', refused: [] },
    };
    const open = (attempt: number) => ({
      call: { id: 'a', index: 0, name: 'echo', arguments: '{}', attempt },
      started: attempt > 1,
    });
    const history = project([answer('', 1), admitted('a')]);
    expect(history.openCalls).toEqual([open(1)]);
    history.apply(started(1));
    expect(history.openCalls).toEqual([open(2)]);
    history.apply(stopped);
    expect(history.openCalls).toEqual([{ ...open(2), stopped: stopped.body }]);
    history.apply(started(2));
    expect(history.openCalls).toEqual([open(3)]);
  });

  it('tells what the server counted last, and takes no estimate for it', () => {
    const used = (inputTokens: number, more: object = {}): NewEvent => ({
      type: 'model-answered',
      body: { round: 1, text: 'x', calls: 0, stop: 'answered', usage: { inputTokens, outputTokens: 1, ...more } },
    });
    const history = project([message('one')]);
    expect(history.counted).toBeUndefined();
    history.apply(used(50, { estimated: true }));
    expect(history.counted).toBeUndefined();
    history.apply(used(70));
    expect(history.counted).toEqual({ tokens: 70, messages: 3 });
    history.apply(used(900, { estimated: true }));
    history.apply(answer('not told'));
    expect(history.counted).toEqual({ tokens: 70, messages: 3 });
  });
});
