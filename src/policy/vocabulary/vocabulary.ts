import { type Judgement, type Level, levels, type PolicyInput, type Verdict } from '../policy.js';

/** How another system judges a call. It stands in the place of the mode: all that is stricter still counts. */
export interface Vocabulary {
  /** What it says against the call; nothing where it would let it run. */
  judge(input: PolicyInput): readonly Judgement[];
  /** What it makes of every judgement in the end; it must never be milder. */
  settle?(judgement: Judgement, input: PolicyInput): Judgement;
  /** How much harm it thinks the call could do; the facts can weigh more. */
  level?(input: PolicyInput): Level;
}

export const heaviest = (given: readonly Level[]): Level => levels.findLast((one) => given.includes(one)) ?? 'safe';

/** What is said of the call as a whole, by its tool; nothing where it may run. */
export const judgeCall = (verdict: Verdict, reason: string): readonly Judgement[] =>
  verdict === 'allow' ? [] : [{ verdict, source: 'tool', reason }];
