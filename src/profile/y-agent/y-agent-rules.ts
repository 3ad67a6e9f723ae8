import type { Judgement, Places, PolicyInput } from '../../policy/policy.js';
import { allowOfTool, coveredByAllow, judgeRules } from '../../policy/rule/match-rules.js';
import type { Rule } from '../../policy/rule/rule.js';
import { compileRules, type ReadyRules } from '../../policy/rule/rule-set.js';

/** In the order in which they come. */
export const yAgentSources = ['session', 'cli', 'project', 'user', 'agent'] as const;
export type YAgentSource = (typeof yAgentSources)[number];

export type YAgentRules = Readonly<Partial<Record<YAgentSource, readonly Rule[]>>>;

/** What the rules say of a call. */
export interface YAgentRuleAnswer {
  readonly denied: Judgement | undefined;
  /** A deny that may turn out to match once it runs. */
  readonly doubted: Judgement | undefined;
  /** An ask that no rule lifts. */
  readonly asked: Judgement | undefined;
  readonly notified: Judgement | undefined;
  readonly allowed: boolean;
}

interface Sourced {
  readonly rule: Rule;
  readonly source: YAgentSource;
}

/** Deny and notify hold wherever they stand; an ask is lifted by allows that beat it and together cover the call. */
export function createYAgentRules(rules: YAgentRules, places: Places): (input: PolicyInput) => YAgentRuleAnswer {
  const all = yAgentSources.flatMap((source) => (rules[source] ?? []).map((rule): Sourced => ({ rule, source })));
  const of = (verdict: Rule['verdict']): readonly Sourced[] => all.filter(({ rule }) => rule.verdict === verdict);
  const strict = setOf([...of('deny'), ...of('notify')]);
  const asks = of('ask').map((ask) => ({ ask, set: setOf([ask]) }));
  const allows = of('allow');
  const allow = setOf(allows);
  // Most rules are never hit: those that could lift one are sorted out when it is.
  const lifters = new Map<Sourced, ReadyRules>();
  const liftersOf = (ask: Sourced): ReadyRules => {
    const known = lifters.get(ask) ?? setOf(allows.filter((one) => beats(one, ask)));
    lifters.set(ask, known);
    return known;
  };
  return (input) => {
    const found = judgeRules(strict, input, places);
    const asked = asks.flatMap(({ ask, set }) => {
      const [hit] = judgeRules(set, input, places);
      return hit === undefined || isAllowed(liftersOf(ask), input, places) ? [] : [hit];
    });
    return {
      denied: found.find(({ verdict }) => verdict === 'deny'),
      doubted: found.find(({ verdict }) => verdict === 'ask'),
      asked: asked[0],
      notified: found.find(({ verdict }) => verdict === 'notify'),
      allowed: isAllowed(allow, input, places),
    };
  };
}

const setOf = (rules: readonly Sourced[]): ReadyRules => compileRules(rules.map(({ rule }) => rule));

/** Whether rules allow all that the call does. */
function isAllowed(set: ReadyRules, input: PolicyInput, places: Places): boolean {
  if (allowOfTool(set, input) !== undefined) return true;
  const covered = coveredByAllow(set, input, places);
  return covered.length > 0 && covered.every((rule) => rule !== undefined);
}

/** What a folder or an agent brings never lifts what the person asked for; beyond that the more specific rule wins. */
function beats(allow: Sourced, ask: Sourced): boolean {
  if (!isOwn(allow.source) && isOwn(ask.source)) return false;
  const difference = specificity(allow.rule) - specificity(ask.rule);
  if (difference !== 0) return difference > 0;
  return yAgentSources.indexOf(allow.source) < yAgentSources.indexOf(ask.source);
}

const isOwn = (source: YAgentSource): boolean => source === 'session' || source === 'cli' || source === 'user';

/** A bare name, then patterns by how much of them is written out, then one without a wildcard. */
function specificity({ subject: { pattern } }: Rule): number {
  if (pattern === undefined) return 0;
  const literal = pattern.replaceAll(/[*?]|:\*$/g, '');
  if (literal === '') return 0;
  return literal === pattern ? maxLength + literal.length : literal.length;
}

/** No pattern is longer. */
const maxLength = 1000;
