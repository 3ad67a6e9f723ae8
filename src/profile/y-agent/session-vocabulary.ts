import type { VocabularyContext } from '../../agent/profile.js';
import type { Mode, Verdict } from '../../policy/policy.js';
import type { Rule } from '../../policy/rule/rule.js';
import { isChange } from '../../policy/vocabulary/touched.js';
import type { Vocabulary } from '../../policy/vocabulary/vocabulary.js';
import type { YAgentGuard, YAgentMode, YAgentPermissions } from './y-agent-permissions.js';
import type { YAgentRules } from './y-agent-rules.js';
import { yAgentVocabulary } from './y-agent-vocabulary.js';

/** What a session's mode is called there. */
const permissionModes: Readonly<Record<Mode, YAgentMode>> = {
  ask: 'Default',
  edit: 'AcceptEdits',
  plan: 'Plan',
  auto: 'BypassPermissions',
};

/** Permissions as a session has them: its mode, where the host gives none, its rules, and that what it was told taints. */
export const vocabularyOf =
  ({ guards = [], rulesBySource, ...permissions }: YAgentPermissions = {}) =>
  ({ places, rules }: VocabularyContext): Vocabulary =>
    yAgentVocabulary({
      mode: ({ mode }) => permissionModes[mode],
      ...permissions,
      places,
      rulesBySource: withAllows(rules, rulesBySource),
      guards: [taintGuard, ...guards],
    });

/** What the config allows, by where it is from. What else it says is stricter, and holds already. */
function withAllows(rules: readonly Rule[], given: YAgentRules = {}): YAgentRules {
  const allows = rules.filter(({ verdict }) => verdict === 'allow');
  const brought = allows.filter(({ origin }) => origin.layer === 'workspace');
  const own = allows.filter(({ origin }) => origin.layer !== 'workspace');
  return { ...given, user: [...(given.user ?? []), ...own], project: [...(given.project ?? []), ...brought] };
}

/**
 * All that a model writes is made of what a user, a command or the network said, and nobody vouches for that: where it
 * reaches a file, a command or the network it is told. Once text from outside has come in, a person is asked.
 */
const taintGuard: YAgentGuard = {
  name: 'taint',
  judge({ facts, tainted, mode }): Verdict {
    const reachesSink = facts.some((fact) => isChange(fact) || fact.kind === 'exec' || fact.kind === 'net');
    if (!reachesSink) return 'allow';
    return tainted === true && mode !== 'auto' ? 'ask' : 'notify';
  },
};
