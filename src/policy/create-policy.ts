import type { Fact } from '../tool/fact.js';
import { allowedByGrant, allowedByRule } from './allowed-by.js';
import { createFixedJudgements, type PolicyOptions, strictest } from './fixed-judgements.js';
import { createGrantedRules, type Granted, type GrantedRules, type GrantSource } from './grant/granted-rules.js';
import { judgeMode } from './mode-base.js';
import type { Decision, Judgement, Policy, PolicyInput } from './policy.js';
import { allowOfTool, coveredByAllow } from './rule/match-rules.js';
import type { Rule } from './rule/rule.js';
import { handsOver } from './secret/judge-secrets.js';
import { judgeBy } from './vocabulary/judge-by.js';
import { heaviest, type Vocabulary } from './vocabulary/vocabulary.js';

export interface GrantingOptions extends PolicyOptions {
  /** The approvals that last. */
  readonly grants?: GrantSource;
}

const nothingTouched: Decision = { verdict: 'allow', level: 'safe', reasons: [] };

/**
 * The verdict is the strictest of: floor, known secrets, deny rules, protected paths, ask rules, taint, what the
 * missing sandbox says, and the base. The base is what the mode says, lowered from ask to allow only by an allow rule
 * or a grant that covers the fact; or what a vocabulary says in its place.
 */
export function createPolicy(options: GrantingOptions): Policy {
  const { rules = [], places, vocabulary } = options;
  const frame = createFixedJudgements(options);
  const grantedRules = createGrantedRules(options.grants);
  const whileTainted = createGrantedRules(options.grants, ({ tainted }) => tainted === true);
  const grantsOf = (known: GrantedRules | undefined, input: PolicyInput): Granted => {
    if (known === undefined) return nothing;
    const ofTool = allowOfTool(known.rules, input);
    return {
      facts: coveredByAllow(known.rules, input, places).map((rule) => rule && known.grantOf(rule)),
      tool: ofTool && known.grantOf(ofTool),
    };
  };
  return {
    decide(input) {
      const { facts, tool, tainted } = input;
      const touches = facts.length > 0 || tool.dangerous || handsOver(input);
      if (!touches && rules.length === 0 && tainted !== true && vocabulary === undefined) return nothingTouched;
      const granted = grantsOf(grantedRules(), input);
      const held = tainted === true ? { granted, whileTainted: grantsOf(whileTainted(), input) } : { granted };
      if (vocabulary !== undefined) {
        const judged = frame.judge(input, judgeBy(vocabulary, input, granted), held);
        return settled(vocabulary, judged, input);
      }
      const base = judgeBase(input, coveredByAllow(frame.rules, input, places), granted);
      const own = [...base, ...judgeDangerous(input, allowOfTool(frame.rules, input), granted)];
      return strictest(frame.judge(input, own, held), input);
    },
  };
}

const nothing: Granted = { facts: [] };

function settled({ settle, level }: Vocabulary, judged: readonly Judgement[], input: PolicyInput): Decision {
  const decision = strictest(settle === undefined ? judged : judged.map((one) => settle(one, input)), input);
  return level === undefined ? decision : { ...decision, level: heaviest([decision.level, level(input)]) };
}

function judgeBase(input: PolicyInput, covers: readonly (Rule | undefined)[], granted: Granted): readonly Judgement[] {
  const judgements: Judgement[] = [];
  for (const [index, fact] of input.facts.entries()) {
    const { verdict, reason } = judgeMode(fact, input.mode);
    if (reason === undefined) continue;
    const lowers = verdict === 'ask' && canBeAllowed(fact);
    const rule = lowers ? covers[index] : undefined;
    const grant = lowers ? granted.facts[index] : undefined;
    if (rule !== undefined) judgements.push(allowedByRule(rule, index));
    else if (grant !== undefined) judgements.push(allowedByGrant(grant, index));
    else judgements.push({ verdict, source: 'mode', reason, fact: index });
  }
  return judgements;
}

function judgeDangerous(
  { tool, mode }: PolicyInput,
  rule: Rule | undefined,
  { tool: grant }: Granted,
): readonly Judgement[] {
  if (!tool.dangerous || mode === 'auto') return [];
  if (mode !== 'plan' && rule !== undefined) return [allowedByRule(rule)];
  if (mode !== 'plan' && grant !== undefined) return [allowedByGrant(grant)];
  const verdict = mode === 'plan' ? 'deny' : 'ask';
  return [{ verdict, source: 'tool', reason: `${tool.name} is marked dangerous` }];
}

/** What cannot be read is covered by no rule. */
const canBeAllowed = ({ unread, forbidden }: Fact): boolean => unread !== true && forbidden !== true;
