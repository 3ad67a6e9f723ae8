import type { Fact } from '../../tool/fact.js';
import type { Decision, PolicyInput } from '../policy.js';
import { isPathKind } from '../rule/seen-fact.js';
import { suggestRule } from '../suggest-rule.js';
import { type GrantTrial, passes } from './grant-trial.js';

/** A rule with the fact it was made for. */
export interface MadeRule {
  readonly rule: string;
  readonly fact: Fact;
}

/** More than these nobody reads. */
const maxRules = 8;

/** The narrowest rules that let the call pass, found by trying them out; undefined when none would. */
export async function exactRules(
  input: PolicyInput,
  first: Decision,
  trial: GrantTrial,
): Promise<readonly MadeRule[] | undefined> {
  const made = new Map<string, MadeRule>();
  let decision = first;
  while (!passes(decision)) {
    const before = made.size;
    for (const fact of missing(input, decision, made)) {
      const rule = suggestRule(fact);
      if (rule === undefined) return undefined;
      made.set(rule, { rule, fact });
    }
    if (made.size === before || made.size > maxRules) return undefined;
    decision = await trial([...made.keys()], input);
  }
  const order = ({ fact }: MadeRule): number => input.facts.indexOf(fact);
  return [...made.values()].toSorted((a, b) => order(a) - order(b));
}

/** The facts that need a rule next: of what a command does, the command itself, as long as that is enough. */
function missing(
  { facts }: PolicyInput,
  { because = [] }: Decision,
  made: ReadonlyMap<string, MadeRule>,
): ReadonlySet<Fact> {
  const found = new Set<Fact>();
  const isMade = (fact: Fact): boolean => made.has(suggestRule(fact) ?? '');
  for (const { source, fact: at } of because) {
    if (source === 'sandbox') for (const fact of facts) if (fact.kind === 'exec' && !isMade(fact)) found.add(fact);
    const fact = at === undefined ? undefined : facts[at];
    if ((source !== 'mode' && source !== 'taint') || fact === undefined) continue;
    const command = fact.by === undefined ? undefined : facts[fact.by];
    const goesWithIt = command?.kind === 'exec' && (!isPathKind(fact) || fact.where !== 'outside');
    found.add(goesWithIt && !isMade(command) ? command : fact);
  }
  return found;
}
