import type { Json } from '../base/json.js';
import { breadthOf } from '../policy/rule/broad-rule.js';
import { parseRule } from '../policy/rule/parse-rule.js';
import { type Rule, type RuleText, renderRule } from '../policy/rule/rule.js';
import { checkPlainExamples } from '../policy/rule/rule-examples.js';
import { isObject } from './json-path.js';
import type { Origin } from './layer.js';
import type { ConfigIssue } from './problem.js';

export interface LayerRules {
  readonly rules: readonly Rule[];
  /** What the schema cannot tell: patterns that cannot be read, and examples that say otherwise. */
  readonly issues: readonly ConfigIssue[];
}

/** So few that a person who is asked sees each of them. */
const maxWorkspaceAllows = 50;

/** The rules of one config file; those with issues already are left out. */
export function readRules(
  value: Json,
  issues: readonly ConfigIssue[],
  originOf: (path: readonly string[]) => Origin,
): LayerRules {
  const list = isObject(value) && Array.isArray(value['rules']) ? (value['rules'] as readonly Json[]) : [];
  const wrong = new Set(issues.filter(({ path }) => path[0] === 'rules').map(({ path }) => path[1]));
  // Something is wrong with the list as a whole.
  if (wrong.has(undefined)) return { rules: [], issues: [] };
  const rules: Rule[] = [];
  const found: ConfigIssue[] = [];
  for (const [index, text] of list.entries()) {
    if (wrong.has(String(index))) continue;
    const path = ['rules', String(index)];
    const parsed = parseRule(text as RuleText, { origin: originOf(path), index });
    if (parsed.ok) rules.push(parsed.rule);
    else found.push({ ...parsed.problem, path: ['rules', ...parsed.problem.path] });
  }
  const failed = checkPlainExamples(rules).map(({ path, message }) => ({ path: ['rules', ...path], message }));
  const refused = [...found, ...failed, ...rules.flatMap(workspaceIssues), ...tooManyAllows(rules)];
  const bad = new Set(refused.map(({ path }) => path[1]));
  return { rules: bad.has(undefined) ? [] : rules.filter(({ index }) => !bad.has(String(index))), issues: refused };
}

/** What a folder brings may be allowed once it is trusted, as far as the person could see what that is. */
function workspaceIssues(rule: Rule): readonly ConfigIssue[] {
  if (rule.origin.layer !== 'workspace') return [];
  const path = ['rules', String(rule.index)];
  const breadth = breadthOf(rule);
  if (breadth !== undefined) {
    const message = `${renderRule(rule)} is too broad for a workspace: ${breadth}; narrow it, or put it into your own config.json`;
    return [{ path, message }];
  }
  if (rule.verdict !== 'allow' || rule.when.tainted !== true) return [];
  const message = `${renderRule(rule)} cannot hold when tainted in a workspace; put it into your own config.json`;
  return [{ path, message }];
}

function tooManyAllows(rules: readonly Rule[]): readonly ConfigIssue[] {
  const allows = rules.filter(({ verdict, origin }) => verdict === 'allow' && origin.layer === 'workspace');
  if (allows.length <= maxWorkspaceAllows) return [];
  const message = `a workspace can bring at most ${maxWorkspaceAllows} rules that allow; put the others into your own config.json`;
  return [{ path: ['rules'], message }];
}
