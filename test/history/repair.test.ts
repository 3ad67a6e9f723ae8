import { expect, it } from 'vitest';
import { createHistory } from '../../src/history/history.js';
import type { NewEvent } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { createRandom } from '../session/compaction/long-talk.js';
import { faultsOf } from '../session/compaction/strict-model.js';

const message = (messageId: string): NewEvent => ({ type: 'message-received', body: { messageId, text: messageId } });
const answer = (text: string, calls: number): NewEvent => ({
  type: 'model-answered',
  body: { round: 1, text, calls, stop: calls > 0 ? 'calls' : 'answered' },
});
const admitted = (callId: string, index: number): NewEvent => ({
  type: 'call-admitted',
  body: { callId, index, name: 'look', arguments: '{"what":"x"}' },
});
const started = (callId: string): NewEvent => ({ type: 'call-started', body: { callId, attempt: 1 } });
const settled = (callId: string): NewEvent => ({
  type: 'call-settled',
  body: { callId, name: 'look', outcome: 'ok', errorType: 'none', content: 'seen '.repeat(20), durationMs: 1 },
});
const compacted = (from: string, id: string): NewEvent => ({
  type: 'history-compacted',
  body: {
    why: 'room',
    tokens: { before: 2, after: 1 },
    summary: { from, by: 'digest', text: 'so far', requests: [], denials: [], notes: [] },
    shortened: [
      { what: 'result', id, chars: 60 },
      { what: 'arguments', id, chars: 0 },
      { what: 'answer', id, chars: 10 },
      { what: 'message', id: from, chars: 500 },
    ],
  },
});

/** What a session records in some turns, with compactions between them. */
function record(random: (below: number) => number): readonly NewEvent[] {
  const events: NewEvent[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    events.push(message(`m${turn}`));
    for (let round = 0; round < 3; round += 1) {
      const ids = Array.from({ length: 1 + random(3) }, (_, index) => `c${turn}-${round}-${index}`);
      events.push(answer(random(2) === 0 ? '' : 'well', ids.length), ...ids.map(admitted));
      for (const id of ids) events.push(started(id));
      for (const id of ids) events.push(settled(id));
      if (random(3) === 0) events.push(compacted(random(2) === 0 ? `m${turn}` : (ids[0] ?? ''), ids[0] ?? ''));
      if (random(4) === 0) events.push({ type: 'guard-warned', body: { code: 'x', message: 'look out' } });
    }
    events.push(answer(`done ${turn}`, 0));
  }
  return events;
}

type Change = (events: readonly NewEvent[], random: (below: number) => number) => readonly NewEvent[];

const changes: Readonly<Record<string, Change>> = {
  'cut off': (events, random) => events.slice(0, random(events.length + 1)),
  'with some missing': (events, random) => events.filter(() => random(6) !== 0),
  'with some doubled': (events, random) => events.flatMap((event) => (random(5) === 0 ? [event, event] : [event])),
  'with neighbours changed': (events, random) => {
    const all = [...events];
    for (let at = 1; at < all.length; at += 1) {
      const [one, other] = [all[at - 1], all[at]];
      if (random(4) === 0 && one !== undefined && other !== undefined) all.splice(at - 1, 2, other, one);
    }
    return all;
  },
  shuffled: (events, random) =>
    events
      .map((event) => ({ event, key: random(1_000_000) }))
      .sort((a, b) => a.key - b.key)
      .map(({ event }) => event),
};

/** The rules of a request that do not depend on what was said last. */
const wrongPairs = (faults: readonly string[]): readonly string[] =>
  faults.filter((fault) => fault.includes('result') || fault.startsWith('nothing'));

it.each(Object.entries(changes))('gives no request with an unanswered call from events %s', (_, change) => {
  verifies('compaction.record.repair');
  let checked = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = createRandom(seed);
    const history = createHistory('system');
    for (const event of change(record(random), random)) {
      history.apply(event);
      // No request goes out while a call is open.
      if (history.openCalls.length > 0) continue;
      checked += 1;
      const faults = wrongPairs(faultsOf(history.messages));
      if (faults.length > 0) expect({ seed, faults }).toEqual({ seed, faults: [] });
    }
    // What a later turn does with the calls that are open.
    for (const { call } of history.openCalls) history.apply(settled(call.id));
    expect(history.openCalls).toEqual([]);
    expect(wrongPairs(faultsOf(history.messages))).toEqual([]);
  }
  expect(checked).toBeGreaterThan(1000);
});

it('leaves out an answer whose calls were never admitted, and keeps its text', () => {
  const messagesOf = (events: readonly NewEvent[]) => {
    const history = createHistory('system');
    for (const event of events) history.apply(event);
    return history.messages.slice(1).map(({ role, text }) => [role, text]);
  };
  expect(messagesOf([message('go'), answer('', 2)])).toEqual([['user', 'go']]);
  expect(messagesOf([message('go'), answer('I look.', 2)])).toEqual([
    ['user', 'go'],
    ['assistant', 'I look.'],
  ]);
  expect(messagesOf([message('go'), answer('', 2), message('well?'), admitted('late', 0)])).toEqual([
    ['user', 'go'],
    ['user', 'well?'],
  ]);
});

it('says of a call that another answer left behind that its end is not known', () => {
  const history = createHistory('system');
  for (const event of [answer('', 2), admitted('a', 0), admitted('b', 1), settled('b'), answer('next', 0)])
    history.apply(event);
  expect(history.openCalls).toEqual([]);
  expect(history.messages.slice(2)).toMatchObject([
    { role: 'tool', callId: 'a', isError: true, text: expect.stringContaining('never recorded') },
    { role: 'tool', callId: 'b', isError: false },
    { role: 'assistant', text: 'next' },
  ]);
  history.apply(settled('a'));
  expect(history.messages).toHaveLength(5);
});
