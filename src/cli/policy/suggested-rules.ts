import type { Rule } from '../../policy/rule/rule.js';
import { parseRuleList } from '../../policy/rule/rule-list.js';
import { suggestRule } from '../../policy/suggest-rule.js';
import type { CallPreview } from '../../session/preview-calls.js';

/** Rules by which a call that the mode alone holds up would run unasked: tried out, so that none is told in vain. */
export async function suggestedRules(
  preview: CallPreview,
  look: (rules: readonly Rule[]) => Promise<CallPreview>,
): Promise<readonly string[]> {
  if (preview.type === 'refused' || preview.decision.verdict !== 'ask') return [];
  const { because = [] } = preview.decision;
  if (because.some(({ source }) => source !== 'mode')) return [];
  const facts = because.map(({ fact }) => (fact === undefined ? undefined : preview.facts[fact]));
  const texts = [...new Set(facts.map((fact) => (fact === undefined ? undefined : suggestRule(fact))))];
  const given = texts.filter((text) => text !== undefined);
  const { rules, problems } = parseRuleList(
    given.map((allow) => ({ allow })),
    { layer: 'user', file: 'suggested', line: 1 },
  );
  if (problems.length > 0 || given.length < texts.length) return [];
  const then = await look(rules);
  return then.type === 'decided' && then.decision.verdict === 'allow' ? given : [];
}
