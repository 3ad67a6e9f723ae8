import type { VocabularyContext } from '../../agent/profile.js';
import type { Mode, PolicyInput, Verdict } from '../../policy/policy.js';
import { isChange } from '../../policy/vocabulary/touched.js';
import type { Vocabulary } from '../../policy/vocabulary/vocabulary.js';
import { yAgentVocabulary } from '../../policy/vocabulary/y-agent.js';
import type { YAgentGuard, YAgentMode } from '../../policy/vocabulary/y-agent-permissions.js';

/** What a session's mode is called there. */
const permissionModes: Readonly<Record<Mode, YAgentMode>> = {
  ask: 'Default',
  edit: 'AcceptEdits',
  plan: 'Plan',
  auto: 'BypassPermissions',
};

/** Each mode judges in its own way: which one it is, is looked up at every call. */
export function vocabularyOf({ places }: VocabularyContext): Vocabulary {
  const byMode = new Map<Mode, Vocabulary>();
  const of = (mode: Mode): Vocabulary => {
    const known = byMode.get(mode);
    if (known !== undefined) return known;
    const made = yAgentVocabulary({ places, mode: () => permissionModes[mode], guards: [taintGuard] });
    byMode.set(mode, made);
    return made;
  };
  return { judge: (input) => of(input.mode).judge(input) };
}

/**
 * All that a model writes is made of what a user, a command or the network said, and nobody vouches for that: where it
 * reaches a file, a command or the network it is told. Once text from outside has come in, a person is asked.
 */
const taintGuard: YAgentGuard = {
  name: 'taint',
  judge(input): Verdict {
    if (!reachesSink(input)) return 'allow';
    return input.tainted === true && input.mode !== 'auto' ? 'ask' : 'notify';
  },
};

const reachesSink = ({ facts }: PolicyInput): boolean =>
  facts.some((fact) => isChange(fact) || fact.kind === 'exec' || fact.kind === 'net');
