import { defined } from '../base/defined.js';
import type { Grant } from './grant/grant.js';
import type { Judgement } from './policy.js';
import { type Rule, renderRule } from './rule/rule.js';

export const allowedByRule = ({ verdict, text, origin, why }: Rule, fact?: number): Judgement => ({
  verdict: 'allow',
  source: 'rule',
  reason: why ?? `allowed by the rule ${text}`,
  ...defined({ fact }),
  rule: { text: renderRule({ verdict, text }), origin },
});

export const allowedByGrant = (grant: Grant, fact?: number): Judgement => ({
  verdict: 'allow',
  source: 'grant',
  reason: grantReason(grant),
  ...defined({ fact }),
  grant: grant.id,
});

export const grantReason = ({ id, rules }: Grant): string => `allowed by the grant ${id} (${rules.join(', ')})`;
