import { expect, it } from 'vitest';
import { createMask } from '../../src/policy/secret/create-mask.js';
import { maskPast, maskStored, maskTold } from '../../src/run/mask-event.js';
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
