import type { AnswerFile } from '../../policy/vocabulary/answer-file.js';
import { addPolicies, allowingPolicies, parsePolicies, policyWords, removePolicies } from './harness-policies.js';
import { assessLocalHarness, rememberPolicies } from './harness-vocabulary.js';

/** Where LocalHarness keeps what it remembers. */
export const policiesJson: AnswerFile = {
  path: '.config/localharness/policies.json',
  add(text, input) {
    const added = rememberPolicies(input);
    const merged = added.length === 0 ? undefined : addPolicies(text, added);
    if (merged === undefined) return undefined;
    const { policies } = parsePolicies(merged);
    // An earlier entry may ask all the same.
    if (assessLocalHarness(input, { policies: () => policies }).verdict !== 'allow') return undefined;
    return { text: merged, adds: added.map(policyWords) };
  },
  list: (text) => allowingPolicies(text).map(({ at, policy }) => ({ at, says: policyWords(policy) })),
  remove: removePolicies,
};
