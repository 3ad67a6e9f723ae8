import { expect, it } from 'vitest';
import type { PolicyOptions } from '../../../src/policy/fixed-judgements.js';
import type { Policy } from '../../../src/policy/policy.js';
import { createAstraPolicy } from '../../../src/profile/astra/astra-vocabulary.js';
import { createSeedPolicy } from '../../../src/profile/seed/seed-vocabulary.js';
import { createYAgentPolicy } from '../../../src/profile/y-agent/y-agent-vocabulary.js';
import { createYipsPolicy } from '../../../src/profile/yips/yips-vocabulary.js';
import { verifies } from '../../requirements.js';
import { call, makePlaces, net, places, rules, verdictOf } from '../vocabulary/call.js';

makePlaces();

/** Each as mild as it can be. */
const mildest: Readonly<Record<string, (options: PolicyOptions) => Policy>> = {
  yips: createYipsPolicy,
  seed: (options) => createSeedPolicy({ ...options, mode: () => 'autorun_all' }),
  astra: createAstraPolicy,
  'y-agent': (options) => createYAgentPolicy({ ...options, mode: () => 'BypassPermissions', fullAccess: () => true }),
};

it.each(Object.entries(mildest))('%s asks before data is sent out while tainted', async (_name, create) => {
  verifies('taint.policy.vocabularies');
  const fetch = call('web_fetch', [net('a.example.com')], { effects: 'outside' });
  const before = await verdictOf(create({ places }), fetch);
  expect(['allow', 'ask']).toContain(before);
  expect(await verdictOf(create({ places }), { ...fetch, tainted: true })).toBe('ask');
  const said = rules({ allow: 'net(a.example.com)', when: { tainted: true } });
  expect(await verdictOf(create({ places, rules: said }), { ...fetch, tainted: true })).toBe(before);
});

it('is denied where nobody is ever asked', async () => {
  verifies('taint.policy.vocabularies', 'taint.policy.nobody');
  const policy = createYAgentPolicy({ places, mode: () => 'DontAsk', fullAccess: () => true });
  const fetch = call('web_fetch', [net('a.example.com')], { effects: 'outside', tainted: true });
  expect(await verdictOf(policy, fetch)).toBe('deny');
});
