import { allowedByGrant, allowedByRule } from '../allowed-by.js';
import type { Granted } from '../grant/granted-rules.js';
import type { Places, PolicyInput } from '../policy.js';
import { allowOfTool, coveredByAllow } from '../rule/match-rules.js';
import type { Rule } from '../rule/rule.js';
import { compileRules } from '../rule/rule-set.js';
import { holdsTainted, type Release } from './judge-taint.js';

/** What lets a fact pass although the session is tainted: rules and grants that say so themselves. */
export function createReleases(
  rules: readonly Rule[],
  places: Places,
): (input: PolicyInput, granted?: Granted) => Release {
  const said = compileRules(rules.filter(saysTainted));
  return (input, granted = { facts: [] }) => {
    const covers = coveredByAllow(said, input, places);
    return (at) => {
      if (at === undefined)
        return granted.tool === undefined ? ruled(allowOfTool(said, input)) : allowedByGrant(granted.tool);
      const [fact, grant] = [input.facts[at], granted.facts[at]];
      if (grant !== undefined && fact !== undefined && holdsTainted(grant, fact)) return allowedByGrant(grant, at);
      return ruled(covers[at], at);
    };
  };
}

/** A folder does not say of itself that it may be steered. */
const saysTainted = ({ verdict, when, origin }: Rule): boolean =>
  verdict === 'allow' && when.tainted === true && origin.layer !== 'workspace';

const ruled = (rule: Rule | undefined, at?: number) => (rule === undefined ? undefined : allowedByRule(rule, at));
