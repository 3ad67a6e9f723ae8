import { expect, it } from 'vitest';
import { createMask } from '../../src/policy/secret/create-mask.js';
import { maskPast, maskQuestion, maskStored, maskTold } from '../../src/run/mask-event.js';
import type { Question } from '../../src/run/question.js';
import { createRecorder } from '../../src/run/recorder.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { StoredEvent } from '../../src/store/store.js';
import { verifies } from '../requirements.js';

const value = 'kx-test-7d1f0c2a9b8e4f60';
const mask = createMask({ secrets: [{ name: 'API_KEY', value }] });
const stored = (type: string, body: unknown) => ({ v: 1, seq: 1, at: 0, hash: 'h', type, body });

it('stores everything masked but what is done again from the record, and tells all of it masked', async () => {
  verifies('secret.exit.events');
  const store = createMemoryStore();
  const told: unknown[] = [];
  const recorder = createRecorder({ store, stream: 's', mask, onRecord() {}, onTold: (event) => told.push(event) });
  const admitted = { callId: 'c', index: 0, name: 'x', arguments: `{"q":"${value}"}` };
  const changed = { changeId: 'd', callId: 'c', operation: 'create', paths: [{ path: value }] };
  recorder.record([
    { type: 'call-admitted', body: admitted },
    { type: 'change-applied', body: changed },
    { type: 'call-refused', body: { callId: 'c', message: value } },
    { type: 'made-up-later', body: [value] },
  ]);
  await recorder.flush();
  expect((await store.read('s')).map(({ body }) => body)).toEqual([
    admitted,
    changed,
    { callId: 'c', message: '[masked:API_KEY]' },
    ['[masked:API_KEY]'],
  ]);
  expect(JSON.stringify(told)).not.toContain(value);
  const [first, , third] = told as StoredEvent[];
  const [kept] = await store.read('s');
  expect(first).toEqual({ ...kept, body: { ...admitted, arguments: '{"q":"[masked:API_KEY]"}' } });
  expect(third?.hash).toMatch(/^[0-9a-f]{64}$/);
});

it('masks the reasons of a decision and works out its digest only then', () => {
  verifies('secret.exit.events');
  let worked = 0;
  class Body {
    readonly callId = 'c';
    readonly verdict = 'deny';
    readonly sandboxed = true;
    readonly reasons: readonly string[];
    constructor(reasons: readonly string[]) {
      this.reasons = reasons;
    }
    get digest(): string {
      worked += 1;
      return 'd';
    }
  }
  const clean = { type: 'call-decided', body: new Body(['it reads a file']) };
  expect(maskStored(clean, mask)).toBe(clean);
  expect(worked).toBe(0);
  expect(maskStored({ type: 'call-decided', body: new Body([`it reads ${value}`]) }, mask).body).toEqual({
    callId: 'c',
    verdict: 'deny',
    sandboxed: true,
    reasons: ['it reads [masked:API_KEY]'],
    digest: 'd',
  });
});

it('leaves events without secrets as they are', () => {
  verifies('secret.exit.events');
  const event = stored('call-admitted', { callId: 'c', arguments: '{}' });
  expect(maskTold(event, mask)).toBe(event);
  const settled = stored('call-settled', { content: value });
  expect(maskTold(settled, mask)).toBe(settled);
  expect(maskPast(settled, mask)).toEqual({ type: 'call-settled', body: { content: '[masked:API_KEY]' } });
  const opened = stored('session-opened', { workspace: '/work' });
  expect(maskPast(opened, mask)).toBe(opened);
});

const asItWas = ['call-admitted', 'change-staged', 'change-applied', 'change-undone', 'change-redone'];
const masksItself = [
  ...['session-opened', 'session-forked', 'turn-started', 'round-started', 'turn-ended'],
  ...['message-queued', 'message-edited', 'message-received', 'model-answered'],
  ...['approval-requested', 'call-started', 'call-settled'],
];
const ofConversation = [
  ...['message-queued', 'message-edited', 'message-received', 'model-answered', 'message-problem'],
  ...['call-settled', 'todos-changed', 'history-compacted'],
];
const others = ['call-refused', 'call-rewritten', 'guard-tripped', 'child-started', 'hook-ended', 'taint-raised', 'x'];

it('knows which events are masked where', () => {
  const body = { arguments: value };
  const types = [...new Set([...asItWas, ...masksItself, ...ofConversation, ...others])];
  const holds = (told: unknown): boolean => JSON.stringify(told).includes(value);
  const where = (mask: (event: StoredEvent) => unknown) =>
    types.filter((type) => holds(mask(stored(type, body)))).sort();
  expect(where((event) => maskStored(event, mask))).toEqual([...new Set([...asItWas, ...masksItself])].sort());
  expect(where((event) => maskTold(event, mask))).toEqual(types.filter((type) => !asItWas.includes(type)).sort());
  expect(where((event) => maskPast(event, mask))).toEqual(
    types.filter((type) => !ofConversation.includes(type)).sort(),
  );
});

it('masks what is planned, and looks at no plan of nothing', () => {
  const nothing = { type: 'call-planned', body: { callId: 'c', facts: [] } };
  expect(maskStored(nothing, mask)).toBe(nothing);
  const facts = [{ kind: 'read', target: value }];
  expect(maskStored({ type: 'call-planned', body: { callId: 'c', facts } }, mask).body).toEqual({
    callId: 'c',
    facts: [{ kind: 'read', target: '[masked:API_KEY]' }],
  });
  expect(maskStored({ type: 'call-planned', body: { callId: 'c', facts: [], basis: value } }, mask).body).toEqual({
    callId: 'c',
    facts: [],
    basis: '[masked:API_KEY]',
  });
});

it('masks a question, but not what an answer is bound to, and offers no rule with a secret in it', () => {
  const offer = (rule: string) => ({ label: rule, rules: [rule] });
  const ask = (more: object) =>
    ({ kind: 'approval', id: 'q', digest: value, preview: { kind: 'arguments' }, ...more }) as unknown as Question;
  const clean = ask({ digest: 'd', offers: [offer('read a')] });
  expect(maskQuestion(clean, mask)).toEqual(clean);
  expect(maskQuestion(ask({ reasons: [value], offers: [offer('read a')] }), mask)).toEqual(
    ask({ reasons: ['[masked:API_KEY]'], offers: [offer('read a')] }),
  );
  const offers = [offer('read a'), offer(`read ${value}`)];
  expect(maskQuestion(ask({ offers }), mask)).toEqual(
    ask({ offers: [offer('read a')], withheld: 'it holds a secret, and is asked about each time' }),
  );
  expect(maskQuestion(ask({ offers, withheld: 'too broad' }), mask)).toEqual(
    ask({ offers: [offer('read a')], withheld: 'too broad' }),
  );
  const input = { kind: 'input', id: 'q', text: value, options: [value] } as unknown as Question;
  expect(maskQuestion(input, mask)).toEqual({ ...input, text: '[masked:API_KEY]', options: ['[masked:API_KEY]'] });
});

it('masks arguments as whoever reads them sees them, and leaves them JSON', () => {
  verifies('secret.exit.events', 'secret.exit.model');
  const spelled = value.replace('k', '\\x6b').replace('7', '\\067');
  for (const text of [JSON.stringify({ q: spelled }), JSON.stringify({ q: `n${spelled}`, [value]: [`\n${value}`] })]) {
    const { body } = maskTold(stored('call-admitted', { callId: 'c', arguments: text }), mask);
    const args = JSON.parse((body as { arguments: string }).arguments) as { q: string };
    expect(args.q).toMatch(/^n?\[masked:API_KEY\]$/);
    expect(JSON.stringify(args)).not.toContain(value);
  }
  const broken = maskTold(
    stored('call-admitted', { callId: 'c', arguments: `{"q": "${spelled.replaceAll('\\', '\\\\')}` }),
    mask,
  );
  expect(broken.body).toEqual({ callId: 'c', arguments: '{"q": "[masked:API_KEY]' });
});
