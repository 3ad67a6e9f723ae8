import { expect, it } from 'vitest';
import { renderDigest } from '../../src/history/digest.js';
import { createHistory } from '../../src/history/history.js';
import { summaryMessage } from '../../src/history/summary-message.js';
import { verifies } from '../requirements.js';

const received = (text: string) => ({ type: 'message-received', body: { messageId: text, text } });
const answered = (text: string) => ({ type: 'model-answered', body: { round: 1, text, calls: 0, stop: 'answered' } });

it('keeps notes of what the person undid, and they are told again with a summary', () => {
  verifies('compaction.kept.requests');
  const history = createHistory('s');
  history.apply(received('change it'));
  history.apply({ type: 'change-undone', body: { paths: [{ path: 'a.txt' }] } });
  history.apply(received('go on'));
  const { notes } = history.ledger;
  expect(notes).toEqual([expect.stringContaining('"a.txt"')]);
  const message = summaryMessage({ by: 'digest', text: 'x', requests: [], denials: [], notes }, new Map());
  expect(message.text).toContain('The user undid changes');
});

it('stays small, however long the session is, and makes a digest of what was done', () => {
  verifies('compaction.summary.digest');
  const history = createHistory('s');
  for (let turn = 0; turn < 500; turn += 1) {
    history.apply(received(`request ${turn}`));
    history.apply({ type: 'model-answered', body: { round: 1, text: '', calls: 1, stop: 'calls' } });
    const callId = `c${turn}`;
    history.apply({
      type: 'call-admitted',
      body: { callId, index: 0, name: 'run', arguments: `{"command":"do ${turn}"}` },
    });
    const outcome = turn % 2 === 0 ? 'ok' : 'denied';
    history.apply({
      type: 'call-settled',
      body: { callId, name: 'run', outcome, errorType: 'none', content: 'no', durationMs: 1 },
    });
    history.apply({ type: 'change-applied', body: { paths: [{ path: `file-${turn}` }] } });
    history.apply(answered(`done ${turn}`));
  }
  const { ledger } = history;
  expect([ledger.earlier.length, ledger.denials.length, ledger.calls.length, ledger.changed.size]).toEqual([
    20, 30, 40, 60,
  ]);
  expect([ledger.first?.text, ledger.current.map(({ text }) => text)]).toEqual(['request 0', ['request 499']]);
  const digest = renderDigest(ledger, { before: 'It began well.', tokens: 700 });
  for (const part of ['It began well.', 'request 498', 'file-499', 'do 498', 'denied', 'done 499'])
    expect(digest).toContain(part);
  expect(renderDigest(ledger, { before: undefined, tokens: 50 }).length).toBeLessThanOrEqual(150);
});

it('says in its digest who asked what, what was changed, called and said, and leaves out what there is none of', () => {
  verifies('compaction.summary.digest');
  const history = createHistory('s');
  const empty = renderDigest(history.ledger, { before: undefined, tokens: 500 });
  expect(empty).toBe('');
  for (const event of [
    received('first'),
    { type: 'model-answered', body: { round: 1, text: 'I look.', calls: 1, stop: 'calls' } },
    { type: 'call-admitted', body: { callId: 'c', index: 0, name: 'run', arguments: '{"command":"ls"}' } },
    { type: 'call-settled', body: { callId: 'c', name: 'run', outcome: 'timeout', errorType: 'none', content: 'x' } },
    { type: 'change-applied', body: { paths: [{ path: 'a' }, { path: 'b' }] } },
    { type: 'change-applied', body: { paths: [{ path: 'a' }] } },
    answered('Done.'),
    received('second'),
  ])
    history.apply(event);
  expect(renderDigest(history.ledger, { before: 'Before.', tokens: 500 })).toBe(
    [
      'Told before:\nBefore.',
      'The user asked:\n- "first"',
      'Files changed: "b", "a"',
      'The last calls:\n- run "{\\"command\\":\\"ls\\"}": timeout',
      'The last thing you said: "Done."',
    ].join('\n'),
  );
});

it('keeps a denial until the same call is allowed, the last one last', () => {
  const history = createHistory('s');
  let calls = 0;
  const call = (command: string, outcome: string): void => {
    calls += 1;
    const callId = `c${calls}`;
    for (const event of [
      { type: 'model-answered', body: { round: 1, text: '', calls: 1, stop: 'calls' } },
      { type: 'call-admitted', body: { callId, index: 0, name: 'run', arguments: command } },
      { type: 'call-settled', body: { callId, name: 'run', outcome, errorType: 'none', content: `no ${calls}` } },
    ])
      history.apply(event);
  };
  const denied = () => history.ledger.denials.map((one) => `${one.arguments} ${one.text}`);
  call('"a"', 'denied');
  call('"b"', 'denied');
  call('"c"', 'ok');
  expect(denied()).toEqual(['"a" no 1', '"b" no 2']);
  call('"a"', 'denied');
  expect(denied()).toEqual(['"b" no 2', '"a" no 4']);
  call('"b"', 'ok');
  call('"a"', 'error');
  expect(denied()).toEqual([]);
});

it('tells what is worked on from what was asked before: only an answer without calls ends a request', () => {
  const history = createHistory('s');
  const texts = () => ({
    earlier: history.ledger.earlier.map(({ text }) => text),
    current: history.ledger.current.map(({ text }) => text),
  });
  for (const event of [received('one'), received('two')]) history.apply(event);
  history.apply({ type: 'model-answered', body: { round: 1, text: 'x', calls: 1, stop: 'calls' } });
  history.apply(received('three'));
  expect(texts()).toEqual({ earlier: [], current: ['one', 'two', 'three'] });
  history.apply(answered('done'));
  expect(texts()).toEqual({ earlier: [], current: ['one', 'two', 'three'] });
  for (const event of [received('four'), received('five')]) history.apply(event);
  expect(texts()).toEqual({ earlier: ['one', 'two', 'three'], current: ['four', 'five'] });
});
