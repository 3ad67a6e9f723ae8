import type { Json } from '../base/json.js';
import { breadthOf } from '../policy/rule/broad-rule.js';
import { parseRule } from '../policy/rule/parse-rule.js';
import { parsePathPattern } from '../policy/rule/path-pattern.js';
import { type Rule, type RuleText, renderRule } from '../policy/rule/rule.js';
import { checkPlainExamples } from '../policy/rule/rule-examples.js';
import { checkConfig, maxIssues } from './check-config.js';
import type { Config } from './config-schema.js';
import { parseConfigText } from './config-text.js';
import { isObject, withoutPath } from './json-path.js';
import type { Layer, Origin } from './layer.js';
import type { ConfigIssue, ConfigProblem } from './problem.js';
import { withoutRemoved } from './removed-settings.js';

/** One config file, read and checked. */
export interface ConfigLayer {
  readonly layer: Layer;
  readonly file: string;
  /** What it sets, without what is wrong. */
  readonly values: Config;
  /** Its rules, read: each with its place. */
  readonly rules: readonly Rule[];
  readonly problems: readonly ConfigProblem[];
  /** What counts no more, and is no problem. */
  readonly warnings: readonly ConfigProblem[];
  /** The line of a setting. */
  lineOf(path: readonly string[]): number;
}

/** What was found where a config file should be. */
export type FoundText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly message: string };

export function readLayer(layer: Layer, file: string, found: FoundText): ConfigLayer {
  const parsed = found.ok ? parseConfigText(found.text) : found;
  const problem = ({ path, message }: ConfigIssue, line: number): ConfigProblem => ({
    layer,
    file,
    line,
    path,
    message,
  });
  if (!parsed.ok) {
    const problems = [problem({ path: [], message: parsed.message }, parsed.line)];
    return { layer, file, values: {}, rules: [], problems, warnings: [], lineOf: () => parsed.line };
  }
  const { value, warnings: removed, placeOf } = withoutRemoved(parsed.read.value, layer);
  const lineOf = (path: readonly string[]): number => parsed.read.lineOf(placeOf(path));
  const wrong = checkConfig(value, layer);
  const read = readRules(value, wrong, (path) => ({ layer, file, line: lineOf(path) }));
  const issues = [...wrong, ...read.issues, ...untrustedIssues(value)].slice(0, maxIssues);
  const placed = (issue: ConfigIssue): ConfigProblem => problem(issue, lineOf(issue.path));
  const problems = issues.map(placed);
  const warnings = removed.map(placed).toSorted((one, other) => one.line - other.line);
  const isSound = issues.length < maxIssues;
  const rules = isSound ? read.rules : [];
  const values = isSound ? soundPart(value, issues, rules) : {};
  return { layer, file, values, rules, problems, warnings, lineOf };
}

/** With something wrong in one entry the list is left out as a whole. */
const isList = (key: string | undefined): boolean => key === 'untrusted' || key === 'hooks';

/** What is left when everything wrong is taken out. */
function soundPart(value: Json, issues: readonly ConfigIssue[], rules: readonly Rule[]): Config {
  if (!isObject(value)) return {};
  // Where the editor finds the schema is no setting.
  const gone = [['$schema'], ...issues.map(({ path }) => (isList(path[0]) ? path.slice(0, 1) : path))];
  const { rules: all, ...rest } = { ...value };
  const sound = gone.reduce<Json>((left, path) => withoutPath(left, path), rest) as Config;
  const texts = Array.isArray(all) ? (all as unknown as readonly RuleText[]) : [];
  const kept = rules.flatMap(({ index }) => texts[index] ?? []);
  return kept.length === 0 ? sound : { ...sound, rules: kept };
}

/** The patterns under `untrusted` that cannot be read. */
function untrustedIssues(value: Json): readonly ConfigIssue[] {
  const list = isObject(value) && Array.isArray(value['untrusted']) ? (value['untrusted'] as readonly Json[]) : [];
  return list.flatMap((pattern, at) => {
    const parsed = typeof pattern === 'string' ? parsePathPattern(pattern) : undefined;
    if (parsed === undefined || parsed.ok) return [];
    return [{ path: ['untrusted', String(at)], message: `untrusted.${at} is no pattern of paths: ${parsed.message}` }];
  });
}

interface LayerRules {
  readonly rules: readonly Rule[];
  /** What the schema cannot tell: patterns that cannot be read, and examples that say otherwise. */
  readonly issues: readonly ConfigIssue[];
}

/** So few that a person who is asked sees each of them. */
const maxWorkspaceAllows = 50;

/** The rules of one config file; those with issues already are left out. */
function readRules(
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
