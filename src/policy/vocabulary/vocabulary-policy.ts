import { createFrame, type PolicyOptions, strictest } from '../frame.js';
import { judgeMode } from '../mode-base.js';
import { type Judgement, type Level, levels, type Policy, type PolicyInput } from '../policy.js';

/** How another system judges a call. It stands in the place of the mode: all that is stricter still counts. */
export interface Vocabulary {
  /** What it says against the call; nothing where it would let it run. */
  judge(input: PolicyInput): readonly Judgement[];
  /** What it makes of every judgement in the end; it must never be milder. */
  settle?(judgement: Judgement): Judgement;
  /** How much harm it thinks the call could do; the facts can weigh more. */
  level?(input: PolicyInput): Level;
}

/**
 * A policy that decides by the words of another system. The verdict is the strictest of: floor, known secrets, rules
 * that deny or ask, protected paths, taint, the missing sandbox, the least that every vocabulary asks about, and the
 * vocabulary itself. Rules that allow have no say, but for taint: a system that keeps approvals does it in its own words.
 */
export function createVocabularyPolicy(options: PolicyOptions, { judge, settle, level }: Vocabulary): Policy {
  const frame = createFrame(options);
  return {
    decide(input) {
      const judgements = frame.judge(input, [...judgeLeast(input), ...judge(input)]);
      const decision = strictest(settle === undefined ? judgements : judgements.map(settle), input);
      return level === undefined ? decision : { ...decision, level: heaviest([decision.level, level(input)]) };
    },
  };
}

/**
 * No vocabulary is milder than mode `auto`: changes outside the workspace, secrets, and what cannot be read or known are
 * asked about. In mode `plan` nothing is changed, whatever a vocabulary would allow.
 */
function judgeLeast({ facts, mode }: PolicyInput): readonly Judgement[] {
  return facts.flatMap((fact, at) => {
    const { verdict, reason } = judgeMode(fact, mode === 'plan' ? 'plan' : 'auto');
    return reason === undefined ? [] : [{ verdict, source: 'mode', reason, fact: at }];
  });
}

export const heaviest = (given: readonly Level[]): Level => levels.findLast((one) => given.includes(one)) ?? 'safe';
