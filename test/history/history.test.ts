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

  it('knows the calls that calls made until they are settled, and no id twice', () => {
    const step: NewEvent = {
      type: 'step-admitted',
      body: { callId: 's', parentId: 'a', name: 'echo', arguments: '{"n":1}' },
    };
    const open = (started: boolean) => [
      { call: { id: 's', index: 0, name: 'echo', arguments: '{"n":1}', attempt: 1 }, started },
    ];
    const history = project([answer('', 1), admitted('a'), step]);
    expect(history.openSteps).toEqual(open(false));
    expect(history.hasCall('s')).toBe(true);
    history.apply({ type: 'call-started', body: { callId: 's', attempt: 1 } });
    expect(history.openSteps).toEqual(open(true));
    expect(history.openCalls).toMatchObject([{ started: false }]);
    history.apply(settled('s'));
    expect(history.openSteps).toEqual([]);
    history.apply(admitted('a'));
    expect(history.openCalls).toHaveLength(1);
  });

  it('knows which calls a program made', () => {
    const turn = (caller?: string): NewEvent => ({
      type: 'turn-started',
      body: { turnId: 't', ...(caller !== undefined && { caller }) },
    });
    const calledOf = (first: NewEvent) =>
      project([first, answer('', 1), admitted('a')]).openCalls.map(({ called }) => called);
    expect(calledOf(turn('program'))).toEqual([true]);
    expect(calledOf(turn())).toEqual([undefined]);
  });

  it('says what was wrong with an answer only where the model is to try again, and what it is warned of', () => {
    const problem = (more: object): NewEvent => ({
      type: 'message-problem',
      body: { round: 1, code: 'x', message: 'No call.', ...more },
    });
    const warned: NewEvent = { type: 'guard-warned', body: { code: 'loop', message: 'Again the same.' } };
    const events = [problem({}), problem({ rejected: true }), answer('', 1), admitted('a'), warned, settled('a')];
    expect(project(events).messages.slice(1)).toMatchObject([
      { role: 'user', text: 'No call.' },
      { role: 'assistant' },
      { role: 'tool', callId: 'a' },
      { role: 'user', text: 'Again the same.' },
    ]);
    const asSystem = createHistory('system', { notesAs: 'system' });
    for (const event of [problem({ rejected: true }), warned]) asSystem.apply(event);
    expect(asSystem.messages.slice(1).map(({ role }) => role)).toEqual(['system', 'system']);
  });

  it('sends refused arguments again only up to a bound', () => {
    const args = (length: number) => `"${'x'.repeat(length - 2)}"`;
    const refusedWith = (length: number) => {
      const call: NewEvent = {
        type: 'call-admitted',
        body: { callId: 'a', index: 0, name: 'e', arguments: args(length) },
      };
      const history = project([answer('', 1), call, { type: 'call-refused', body: { callId: 'a' } }]);
      const [, said] = history.messages;
      return said?.role === 'assistant' ? said.calls[0]?.arguments : undefined;
    };
    expect(refusedWith(2000)).toBe(args(2000));
    expect(refusedWith(2001)).toBe(JSON.stringify({ refused_arguments: `"${'x'.repeat(199)}… (2001 characters)` }));
    expect(project([{ type: 'call-refused', body: { callId: 'a' } }]).messages).toHaveLength(1);
    const other = project([answer('', 1), admitted('a'), { type: 'call-refused', body: { callId: 'b' } }]);
    expect(other.messages[1]).toMatchObject({ calls: [{ arguments: '{}' }] });
  });

  it('knows where the whole of a result is, until a compaction leaves the result out', () => {
    const whole: NewEvent = { type: 'call-settled', body: { ...(settled('a').body as object), blob: 'blob:1' } };
    const history = project([
      message('go'),
      answer('', 1),
      admitted('a'),
      whole,
      answer('x', 1),
      admitted('b'),
      settled('b'),
    ]);
    const compacted = (body: object): NewEvent => ({ type: 'history-compacted', body });
    expect([history.blobOf('a'), history.blobOf('b'), history.compactions]).toEqual(['blob:1', undefined, 0]);
    history.apply(compacted({ shortened: [{ what: 'result', id: 'a', chars: 0 }] }));
    expect([history.blobOf('a'), history.compactions, history.summary]).toEqual(['blob:1', 1, undefined]);
    const summary = { from: 'b', by: 'digest', text: 'x', requests: [], denials: [], notes: [] };
    history.apply(compacted({ summary }));
    history.apply(compacted({ shortened: [] }));
    expect([history.blobOf('a'), history.compactions, history.summary]).toEqual([undefined, 3, summary]);
  });

  it('is not made shorter while a call is open', () => {
    const history = project([message('go'), answer('', 1), admitted('a')]);
    history.apply({ type: 'history-compacted', body: { summary: { by: 'digest', text: 'x' } } });
    expect(history.compactions).toBe(0);
    history.apply(settled('a'));
    expect(history.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  });

  it('counts the questions that were denied because nobody was there', () => {
    const answered = (by: string): NewEvent => ({ type: 'approval-answered', body: { by } });
    expect(project([answered('person'), answered('no-person-rule')]).deniedUnasked).toBe(1);
  });
});
