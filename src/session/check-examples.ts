import type { Places } from '../policy/policy.js';
import type { Rule, RuleProblem } from '../policy/rule/rule.js';
import { type Analyse, checkRuleExamples } from '../policy/rule/rule-examples.js';

type Env = Readonly<Record<string, string | undefined>>;

/** What is wrong with the examples of rules. */
export const checkExamples = (rules: readonly Rule[], places: Places, env: Env): Promise<readonly RuleProblem[]> =>
  checkRuleExamples(rules, analyseIn(places, env));

/** What a command would do here; the analyser is loaded with the first one. */
export function analyseIn({ root, home }: Pick<Places, 'root' | 'home'>, env: Env): Analyse {
  return async (command) => {
    const { planCommand } = await import('../policy/shell/plan-command.js');
    return planCommand(command, { root, cwd: root, home, env });
  };
}
