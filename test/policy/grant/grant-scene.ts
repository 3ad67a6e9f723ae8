import { createPolicy, type GrantingOptions } from '../../../src/policy/create-policy.js';
import type { Grant, GrantOffers } from '../../../src/policy/grant/grant.js';
import { offerGrants } from '../../../src/policy/grant/offer-grants.js';
import type { PastCall } from '../../../src/policy/grant/past-call.js';
import type { Decision, PolicyInput } from '../../../src/policy/policy.js';
import { rulesOf } from '../rule/rule-scene.js';

export const places = { root: '/srv/app', home: '/home/u', own: ['/home/u/.config/toolwright'] };

export const grantOf = (rules: readonly string[], more: Partial<Grant> = {}): Grant => ({
  id: 'grant_1',
  scope: 'project',
  rules,
  workspace: places.root,
  sessionId: 'ses_1',
  createdAt: 0,
  expiresAt: Number.MAX_SAFE_INTEGER,
  unconfined: false,
  origin: { questionId: 'q_1', tool: 'run_command', digest: 'd', who: 'me', from: 'terminal' },
  ...more,
});

/** What is decided with these grants and configured rules. */
export async function decideWith(
  input: PolicyInput,
  options: { readonly grants?: readonly Grant[]; readonly rules?: readonly string[] },
): Promise<Decision> {
  const list = options.grants ?? [];
  const policy: GrantingOptions = { places, rules: rulesOf(...(options.rules ?? [])), grants: { inForce: () => list } };
  return createPolicy(policy).decide(input);
}

/** What may be made lasting of a call that is asked about. */
export async function offersFor(
  input: PolicyInput,
  options: { readonly rules?: readonly string[]; readonly past?: readonly PastCall[] } = {},
): Promise<GrantOffers> {
  const policy: GrantingOptions = { places, rules: rulesOf(...(options.rules ?? [])) };
  const decision = await createPolicy(policy).decide(input);
  if (decision.verdict !== 'ask') throw new Error(`it is not asked about: ${decision.verdict}`);
  return offerGrants(input, decision, { policy, past: options.past ?? [] });
}
