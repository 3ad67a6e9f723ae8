import type { Fact } from '../tool/fact.js';
import { allowedByGrant, createFrame, type PolicyOptions, strictest } from './frame.js';
import type { Grant } from './grant/grant.js';
import { createGrantedRules, type GrantSource } from './grant/granted-rules.js';
import { judgeMode } from './mode-base.js';
import type { Decision, Judgement, Policy, PolicyInput } from './policy.js';
import { allowOfTool, coveredByAllow } from './rule/match-rules.js';
import { type Rule, renderRule } from './rule/rule.js';

export interface GrantingOptions extends PolicyOptions {
  /** The approvals that last. */
  readonly grants?: GrantSource;
}

const nothingTouched: Decision = { verdict: 'allow', level: 'safe', reasons: [] };

/**
 * The verdict is the strictest of: floor, deny rules, protected paths, ask rules, what the missing sandbox says, and the
 * base. The base is what the mode says, lowered from ask to allow only by an allow rule or a grant that covers the fact.
 */
export function createPolicy(options: GrantingOptions): Policy {
  const { rules = [], places } = options;
  const frame = createFrame(options);
  const grantedRules = createGrantedRules(options.grants);
  const grantsOf = (input: PolicyInput): Granted => {
    const known = grantedRules();
    if (known === undefined) return nothing;
    return coveredByAllow(known.rules, input, places).map((rule) => rule && known.grantOf(rule));
  };
  return {
    decide(input) {
      const { facts, tool } = input;
      if (facts.length === 0 && !tool.dangerous && rules.length === 0) return nothingTouched;
      const granted = grantsOf(input);
      const base = judgeBase(input, coveredByAllow(frame.rules, input, places), granted);
      const own = [...base, ...judgeDangerous(input, allowOfTool(frame.rules, input))];
      return strictest(frame.judge(input, own, granted), input);
    },
  };
}

/** For each fact the grant that covers it. */
type Granted = readonly (Grant | undefined)[];

const nothing: readonly never[] = [];

function judgeBase(input: PolicyInput, covers: readonly (Rule | undefined)[], granted: Granted): readonly Judgement[] {
  const judgements: Judgement[] = [];
  for (const [index, fact] of input.facts.entries()) {
    const { verdict, reason } = judgeMode(fact, input.mode);
    if (reason === undefined) continue;
    const lowers = verdict === 'ask' && canBeAllowed(fact);
    const rule = lowers ? covers[index] : undefined;
    const grant = lowers ? granted[index] : undefined;
    if (rule !== undefined) judgements.push(allowedBy(rule, index));
    else if (grant !== undefined) judgements.push(allowedByGrant(grant, index));
    else judgements.push({ verdict, source: 'mode', reason, fact: index });
  }
  return judgements;
}

function judgeDangerous({ tool, mode }: PolicyInput, rule: Rule | undefined): readonly Judgement[] {
  if (!tool.dangerous || mode === 'auto') return [];
  if (mode !== 'plan' && rule !== undefined) return [allowedBy(rule)];
  const verdict = mode === 'plan' ? 'deny' : 'ask';
  return [{ verdict, source: 'tool', reason: `${tool.name} is marked dangerous` }];
}

/** What cannot be read is covered by no rule. */
const canBeAllowed = ({ unread, forbidden }: Fact): boolean => unread !== true && forbidden !== true;

const allowedBy = ({ verdict, text, origin, why }: Rule, fact?: number): Judgement => ({
  verdict: 'allow',
  source: 'rule',
  reason: why ?? `allowed by the rule ${text}`,
  ...(fact !== undefined && { fact }),
  rule: { text: renderRule({ verdict, text }), origin },
});
