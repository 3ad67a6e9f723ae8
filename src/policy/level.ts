import type { Fact } from '../tool/fact.js';
import { type Level, levels, type PolicyInput } from './policy.js';

/**
 * The one table from facts to levels: what each kind weighs inside and outside the workspace. What is not known weighs
 * at least `high`; what is never legitimate is `critical`; a command that was proved weighs what its other facts do.
 */
export const levelTable: Readonly<Record<Fact['kind'], { readonly inside: Level; readonly outside: Level }>> = {
  read: { inside: 'safe', outside: 'medium' },
  write: { inside: 'medium', outside: 'high' },
  move: { inside: 'medium', outside: 'high' },
  delete: { inside: 'high', outside: 'critical' },
  exec: { inside: 'high', outside: 'high' },
  process: { inside: 'high', outside: 'high' },
  net: { inside: 'medium', outside: 'medium' },
  env: { inside: 'medium', outside: 'medium' },
  secret: { inside: 'critical', outside: 'critical' },
};

/** How much harm a call could do: the heaviest of its facts. */
export function levelOf({ facts, tool }: Pick<PolicyInput, 'facts' | 'tool'>): Level {
  let heaviest = tool.dangerous ? levels.indexOf('high') : 0;
  for (const fact of facts) heaviest = Math.max(heaviest, levels.indexOf(weightOf(fact)));
  return levels[heaviest] ?? 'critical';
}

function weightOf(fact: Fact): Level {
  if (fact.forbidden === true) return 'critical';
  if (fact.proved === true) return 'safe';
  const inside = fact.where === 'workspace' && fact.instructs !== true;
  const weight = levelTable[fact.kind][inside ? 'inside' : 'outside'];
  return fact.known || levels.indexOf(weight) > levels.indexOf('high') ? weight : 'high';
}
