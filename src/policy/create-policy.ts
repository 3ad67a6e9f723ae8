import type { Fact } from '../tool/fact.js';
import { judgeFloor } from './floor.js';
import { levelOf } from './level.js';
import { judgeMode } from './mode-base.js';
import { type Decision, type Judgement, type Places, type Policy, type PolicyInput, verdicts } from './policy.js';
import { judgeProtected } from './protected.js';
import { allowOfTool, coveredByAllow, judgeRules } from './rule/match-rules.js';
import { type Rule, renderRule } from './rule/rule.js';
import { compileRules } from './rule/rule-set.js';

export interface PolicyOptions {
  readonly places: Places;
  readonly rules?: readonly Rule[];
  /** `off` is the user's own word that commands may run unconfined. */
  readonly sandbox?: 'required' | 'off';
}

const nothingTouched: Decision = { verdict: 'allow', level: 'safe', reasons: [] };

/**
 * The verdict is the strictest of: floor, deny rules, protected paths, ask rules, what the missing sandbox says, and the
 * base. The base is what the mode says, lowered from ask to allow only by an allow rule that covers the fact.
 */
export function createPolicy({ places, rules = [], sandbox = 'required' }: PolicyOptions): Policy {
  const compiled = compileRules(rules);
  return {
    decide(input) {
      const { facts, tool } = input;
      if (facts.length === 0 && !tool.dangerous && rules.length === 0) return nothingTouched;
      const judgements = [
        ...judgeFloor(facts, places),
        ...(rules.length === 0 ? [] : judgeRules(compiled, input, places)),
        ...judgeProtected(facts, places),
        ...judgeBase(input, coveredByAllow(compiled, input, places)),
        ...judgeDangerous(input, allowOfTool(compiled, input)),
        ...(input.sandboxed || sandbox === 'off' ? [] : judgeUnconfined(input)),
      ];
      return strictest(judgements, input);
    },
  };
}

/** Where nothing confines a command, none runs unasked; in `auto` nobody is there to be asked. */
export function judgeUnconfined({ facts, mode }: PolicyInput): readonly Judgement[] {
  const at = facts.findIndex(({ kind }) => kind === 'exec' || kind === 'process');
  if (at === -1) return [];
  const judged = { source: 'sandbox', fact: at } as const;
  if (mode !== 'auto') return [{ ...judged, verdict: 'ask', reason: 'not sandboxed' }];
  const reason = 'auto mode runs commands only in a sandbox, and there is none here: use mode ask, or --sandbox off';
  return [{ ...judged, verdict: 'deny', reason }];
}

function judgeBase(input: PolicyInput, covers: readonly (Rule | undefined)[]): readonly Judgement[] {
  const judgements: Judgement[] = [];
  for (const [index, fact] of input.facts.entries()) {
    const { verdict, reason } = judgeMode(fact, input.mode);
    if (reason === undefined) continue;
    const rule = verdict === 'ask' && canBeAllowed(fact) ? covers[index] : undefined;
    if (rule === undefined) judgements.push({ verdict, source: 'mode', reason, fact: index });
    else judgements.push(allowedBy(rule, index));
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

export function strictest(judgements: readonly Judgement[], input: PolicyInput): Decision {
  const level = levelOf(input);
  let rank = 0;
  for (const { verdict } of judgements) rank = Math.max(rank, verdicts.indexOf(verdict));
  const because = judgements.filter(({ verdict }) => verdicts.indexOf(verdict) === rank).slice(0, maxReasons);
  const denied = because.some(({ source }) => source === 'floor');
  const verdict = verdicts[rank] ?? 'deny';
  return {
    verdict,
    level: denied ? 'critical' : level,
    reasons: verdict === 'allow' ? [] : [...new Set(because.map(({ reason }) => reason))],
    ...(because.length > 0 && { because }),
  };
}

/** More are not told: the first of them say enough. */
const maxReasons = 50;
