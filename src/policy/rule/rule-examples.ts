import { isAbsolute, normalize } from 'node:path/posix';
import { defined } from '../../base/defined.js';
import { isBeneath } from '../../base/is-beneath.js';
import type { Fact } from '../../tool/fact.js';
import type { Places, PolicyInput, Verdict } from '../policy.js';
import type { Found } from './command-pattern.js';
import { coveredByAllow, judgeRules } from './match-rules.js';
import { commandTool, isAboutCommands } from './parse-rule.js';
import { type Rule, type RuleProblem, renderRule } from './rule.js';
import { compileRules, type ReadyRules } from './rule-set.js';

/** What a command would do, as facts. It is handed in, so that nothing of it is loaded unless an example needs it. */
export type Analyse = (command: string) => Promise<readonly Fact[]>;

/** Rules that do not do with their examples what they should: each example that says otherwise. */
export async function checkRuleExamples(rules: readonly Rule[], analyse: Analyse): Promise<readonly RuleProblem[]> {
  return [...checkPlainExamples(rules), ...(await checkCommandExamples(rules, analyse))];
}

/** Of the examples that are no commands: paths, hosts and names. */
export function checkPlainExamples(rules: readonly Rule[]): readonly RuleProblem[] {
  return rules
    .filter(({ subject }) => !isAboutCommands(subject))
    .flatMap((rule) => {
      const judge = judgeOf(rule);
      return examplesOf(rule).flatMap((example) => judge(example, plainInput(rule, example.text)));
    });
}

/** Of the examples that are commands. */
export async function checkCommandExamples(rules: readonly Rule[], analyse: Analyse): Promise<readonly RuleProblem[]> {
  const problems: RuleProblem[] = [];
  for (const rule of rules.filter(({ subject }) => isAboutCommands(subject))) {
    const judge = judgeOf(rule);
    for (const example of examplesOf(rule)) {
      const facts = await analyse(example.text);
      problems.push(...judge(example, inputOf(rule, { name: toolOf(rule), facts })));
    }
  }
  return problems;
}

interface Example {
  readonly list: 'match' | 'miss';
  readonly at: number;
  readonly text: string;
}

function examplesOf(rule: Rule): readonly Example[] {
  return (['match', 'miss'] as const).flatMap((list) => rule[list].map((text, at) => ({ list, at, text })));
}

/** Made once for all examples of a rule. */
function judgeOf(rule: Rule): (example: Example, input: PolicyInput) => readonly RuleProblem[] {
  const rules = compileRules([rule]);
  return ({ list, at, text }, input) => {
    const found = rule.verdict === 'allow' ? allows(rules, input) : finds(rules, input, rule.verdict);
    if (found === (list === 'match' ? 'yes' : 'no')) return [];
    const does = list === 'match' ? 'does not match its example' : 'matches what it should miss,';
    const whole = list === 'match' && rule.verdict === 'allow' ? ', or not all that it does' : '';
    const message = `the rule ${renderRule(rule)} ${does} ${JSON.stringify(text)}${whole}; change one of them`;
    return [{ path: [String(rule.index), list, String(at)], message }];
  };
}

/** All of it must be covered. */
function allows(rules: ReadyRules, input: PolicyInput): Found {
  const covered = coveredByAllow(rules, input, examplePlaces);
  return covered.length > 0 && covered.every((rule) => rule !== undefined) ? 'yes' : 'no';
}

function finds(rules: ReadyRules, input: PolicyInput, verdict: Verdict): Found {
  const [judgement] = judgeRules(rules, input, examplePlaces);
  if (judgement === undefined) return 'no';
  return judgement.verdict === verdict ? 'yes' : 'maybe';
}

/** Examples are about no real folder. */
const examplePlaces: Places = { root: '/~workspace', home: '/~home', own: [] };

function plainInput(rule: Rule, example: string): PolicyInput {
  const { subject } = rule;
  if (subject.type === 'fact') return inputOf(rule, { name: 'example', facts: [factOf(subject.kind, example)] });
  if (subject.pattern === undefined) return inputOf(rule, { name: example, facts: [factOf('env', 'example')] });
  const kind = /^[a-z][a-z0-9+.-]*:\/\//i.test(example) ? 'net' : 'read';
  return inputOf(rule, { name: toolOf(rule), facts: [factOf(kind, example)] });
}

function factOf(kind: Fact['kind'], example: string): Fact {
  if (kind !== 'read' && kind !== 'write' && kind !== 'delete' && kind !== 'move')
    return { kind, target: example, where: 'nowhere', known: true };
  const { root, home } = examplePlaces;
  const spelled = example === '~' || example.startsWith('~/') ? `${home}${example.slice(1)}` : example;
  const target = normalize(isAbsolute(spelled) ? spelled : `${root}/${spelled}`);
  const inside = isBeneath(target, root);
  return { kind, target, where: inside ? 'workspace' : 'outside', known: true };
}

/** A name the rule is about. */
function toolOf({ subject }: Rule): string {
  if (subject.type === 'fact') return commandTool;
  return subject.name.replaceAll('*', 'x');
}

function inputOf(
  { when }: Rule,
  { name, facts }: { readonly name: string; readonly facts: readonly Fact[] },
): PolicyInput {
  return {
    tool: { name, effects: 'outside', dangerous: false, source: 'custom' },
    facts,
    mode: when.mode ?? 'ask',
    sandboxed: false,
    ...defined({ profile: when.profile, tainted: when.tainted }),
  };
}
