import { expect, it } from 'vitest';
import type { Call } from '../../../src/run/call.js';
import type { LoopRules } from '../../../src/run/guard/loop-rules.js';
import { createLoopWatch, type LoopWatch } from '../../../src/run/guard/loop-watch.js';

const rules: LoopRules = {
  redundant: { warn: 2, refuse: 3 },
  refusal: '{pattern}/{tool}/{count}/{question}',
  warning: 'warned {pattern}/{tool}/{count}/{question}',
  pivot: { after: 2, code: 'pivot', note: 'Try another way.' },
};
const again = { again: { tools: ['read'], argument: 'path' } };
let made = 0;
const callOf = (name: string, args: unknown): Call => {
  made += 1;
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { id: `c${made}`, index: 0, name, arguments: text, attempt: 1 };
};

const hashes = new Map<string, string>();

/** Makes a call and settles it, unless it is refused; answers why it is. */
function make(watch: LoopWatch, name: string, args: unknown, end: { outcome?: string; content?: string } = {}) {
  const call = callOf(name, args);
  watch.apply({ type: 'call-admitted', body: { callId: call.id, index: 0, name, arguments: call.arguments } });
  const path = watch.looksAt(call);
  const refused = watch.judge(call, path === undefined ? undefined : { path, hash: hashes.get(path) ?? 'as it was' });
  if (refused !== undefined)
    watch.apply({ type: 'guard-tripped', body: { callId: call.id, limit: refused.limit, message: refused.message } });
  const { outcome = 'ok', content = `result ${made}` } =
    refused === undefined ? end : { outcome: 'error', content: '' };
  watch.apply({
    type: 'call-settled',
    body: { callId: call.id, name, outcome, content, errorType: 'none', durationMs: 1 },
  });
  return refused;
}

function watching(given: Partial<LoopRules> = {}): LoopWatch {
  const watch = createLoopWatch({ ...rules, ...given });
  watch.apply({ type: 'message-received', body: { text: 'what is in a?' } });
  return watch;
}

it('refuses to have read again what has not changed, until the person says something', () => {
  const watch = watching(again);
  expect(make(watch, 'read', { path: 'a' })).toBeUndefined();
  expect(make(watch, 'read', { path: 'b' })).toBeUndefined();
  const refused = { limit: 'loop-again', message: 'again/read/2/what is in a?' };
  expect(make(watch, 'read', { lines: 7, path: 'a' })).toEqual(refused);
  expect(watch.refusals).toBe(1);
  expect(make(watch, 'list', { path: 'a' })).toBeUndefined();
  expect(watch.refusals).toBe(0);
  watch.apply({ type: 'message-received', body: { text: 'again' } });
  expect(make(watch, 'read', { path: 'a' })).toBeUndefined();
});

it.each([
  ['no arguments', ''],
  ['arguments that are no object', '["a"]'],
  ['arguments that name nothing', { lines: 7 }],
  ['arguments that name no text', { path: 7 }],
])('looks at no file for a call with %s', (_, args) => {
  const watch = watching(again);
  expect(watch.looksAt(callOf('read', args))).toBeUndefined();
});

it('lets a file be read again that is another one now', () => {
  const watch = watching(again);
  expect(make(watch, 'read', { path: 'a' })).toBeUndefined();
  hashes.set('a', 'changed');
  expect(make(watch, 'read', { path: 'a' })).toBeUndefined();
  expect(make(watch, 'read', { path: 'a' })).toBeDefined();
  hashes.clear();
});

it('refuses any call that was made before, until something changes', () => {
  const watch = watching(again);
  expect(make(watch, 'list', {})).toBeUndefined();
  expect(make(watch, 'list', {})).toMatchObject({ limit: 'loop-again' });
  watch.apply({ type: 'change-applied', body: {} });
  expect(make(watch, 'list', {})).toBeUndefined();
});

it('warns of what repeats until that was told, something changed or the person says something', () => {
  const warned = { code: 'loop-redundant', message: 'warned redundant/list/2/what is in a?' };
  const repeat = (watch: LoopWatch): void => {
    for (let time = 0; time < 2; time += 1) make(watch, 'list', {}, { content: 'same' });
    expect(watch.notes).toEqual([warned]);
  };
  const told = [
    { type: 'guard-warned', body: { code: 'loop-redundant', message: '' } },
    { type: 'change-applied', body: {} },
    { type: 'history-compacted', body: {} },
    { type: 'message-received', body: { text: 'hm' } },
  ];
  for (const event of told) {
    const watch = watching();
    repeat(watch);
    watch.apply(event);
    expect(watch.notes, event.type).toEqual([]);
  }
  const watch = watching();
  repeat(watch);
  watch.apply({ type: 'guard-warned', body: { code: 'pivot', message: '' } });
  expect(watch.notes).toEqual([warned]);
});

it('says to try another way after rounds in which every call failed', () => {
  const round = (watch: LoopWatch, ...outcomes: readonly string[]) => {
    for (const outcome of outcomes) make(watch, 'list', {}, { outcome });
    const notes = watch.notes.map(({ code, message }) => `${code}: ${message}`);
    watch.apply({ type: 'round-started', body: {} });
    return notes;
  };
  const note = ['pivot: Try another way.'];
  const watch = watching({ redundant: {} });
  expect(round(watch, 'error')).toEqual([]);
  expect(round(watch, 'denied', 'timeout')).toEqual(note);
  expect(round(watch)).toEqual(note);
  expect(round(watch, 'error', 'ok')).toEqual([]);
  expect(round(watch, 'error')).toEqual([]);
  expect(round(watch, 'cancelled')).toEqual([]);
  expect(round(watch, 'error')).toEqual([]);
  expect(round(watch, 'error')).toEqual(note);
  watch.apply({ type: 'guard-warned', body: { code: 'pivot', message: '' } });
  expect(watch.notes).toEqual([]);
  const none = createLoopWatch({ refusal: '', warning: '' });
  for (let time = 0; time < 9; time += 1) expect(round(none, 'error')).toEqual([]);
});

it('counts no call that was refused for its rate, and none it knows nothing of', () => {
  const watch = watching({ redundant: { refuse: 3 } });
  for (let time = 0; time < 5; time += 1) {
    const { id: callId } = callOf('list', {});
    watch.apply({ type: 'call-admitted', body: { callId, index: 0, name: 'list', arguments: '{}' } });
    watch.apply({ type: 'guard-tripped', body: { callId, limit: 'rate', message: '' } });
    watch.apply({ type: 'call-settled', body: { callId, name: 'list', outcome: 'error', content: 'x' } });
    watch.apply({ type: 'call-settled', body: { callId: 'unknown', name: 'list', outcome: 'error', content: 'x' } });
  }
  expect(watch.refusals).toBe(0);
  expect(make(watch, 'list', {}, { content: 'x' })).toBeUndefined();
  expect(watch.notes).toEqual([]);
});

it('counts calls beside one that was refused and is not settled yet', () => {
  const watch = watching({ redundant: { refuse: 3 } });
  watch.apply({ type: 'guard-tripped', body: { callId: 'other', limit: 'rate', message: '' } });
  for (let time = 0; time < 2; time += 1) expect(make(watch, 'list', {}, { content: 'same' })).toBeUndefined();
  expect(make(watch, 'list', {}, { content: 'same' })).toMatchObject({ limit: 'loop-redundant' });
});

it('recalls the beginning of a long question', () => {
  const watch = watching(again);
  watch.apply({ type: 'message-received', body: { text: 'x'.repeat(2000) } });
  make(watch, 'read', { path: 'a' });
  const { message = '' } = make(watch, 'read', { path: 'a' }) ?? {};
  expect(message.length).toBeGreaterThan(490);
  expect(message.length).toBeLessThan(540);
});
