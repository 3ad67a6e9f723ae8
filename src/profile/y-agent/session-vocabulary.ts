import type { VocabularyContext } from '../../agent/profile.js';
import type { Mode, Verdict } from '../../policy/policy.js';
import { isChange } from '../../policy/vocabulary/touched.js';
import type { Vocabulary } from '../../policy/vocabulary/vocabulary.js';
import type { YAgentGuard, YAgentMode } from './y-agent-permissions.js';
import { yAgentVocabulary } from './y-agent-vocabulary.js';

/** What a session's mode is called there. */
const permissionModes: Readonly<Record<Mode, YAgentMode>> = {
  ask: 'Default',
  edit: 'AcceptEdits',
  plan: 'Plan',
  auto: 'BypassPermissions',
};

/** Permissions as a session has them: its mode, and that what it was told taints. */
export const vocabularyOf = ({ places }: VocabularyContext): Vocabulary =>
  yAgentVocabulary({ places, mode: ({ mode }) => permissionModes[mode], guards: [taintGuard] });

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
