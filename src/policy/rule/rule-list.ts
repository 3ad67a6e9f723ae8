import { defined } from '../../base/defined.js';
import { shellQuote } from '../../base/shell-quote.js';
import { modes, type RuleOrigin, type Verdict, verdicts } from '../policy.js';
import { parseRule } from './parse-rule.js';
import { maxExamples, maxRules, type Rule, type RuleProblem, type RuleText } from './rule.js';

export interface ParsedRules {
  /** Those without a problem. */
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
}

/** Where the rules stand: one place for all, or one for each path into the list. */
type Origins = RuleOrigin | ((path: readonly string[]) => RuleOrigin);

/**
 * Reads a list of rules from elsewhere than a config file. Each is written as there, or as an effect with what it is on:
 * `{"effect": "deny", "prefix": ["git", "push"]}`, with `host`, `path` or `tool` in place of `prefix`. `confirm` is
 * another word for `ask`. `layer` says whose rule it is.
 */
export function parseRuleList(json: unknown, origins: Origins): ParsedRules {
  const list = Array.isArray(json) ? (json as readonly unknown[]) : undefined;
  if (list === undefined) return { rules: [], problems: [{ path: [], message: 'rules must be a list [ … ]' }] };
  if (list.length > maxRules)
    return { rules: [], problems: [{ path: [], message: `there are more than ${maxRules} rules: use fewer` }] };
  const rules: Rule[] = [];
  const problems: RuleProblem[] = [];
  for (const [index, one] of list.entries()) {
    const path = [String(index)];
    const read = readTexts(one);
    if (typeof read === 'string') {
      problems.push({ path, message: `rule ${index + 1} ${read}` });
      continue;
    }
    const origin = typeof origins === 'function' ? origins(path) : origins;
    const place = { origin: { ...origin, ...defined({ layer: read.layer }) }, index };
    for (const text of read.texts) {
      const parsed = parseRule(text, place);
      if (parsed.ok) rules.push(parsed.rule);
      else problems.push(parsed.problem);
    }
  }
  return { rules, problems };
}

interface ReadTexts {
  readonly texts: readonly RuleText[];
  readonly layer: RuleOrigin['layer'] | undefined;
}

/** A message tells what is wrong with its shape. */
function readTexts(value: unknown): ReadTexts | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object { … }';
  const source = value as Readonly<Record<string, unknown>>;
  const layer = (['managed', 'user', 'workspace'] as const).find((one) => one === source['layer']);
  if (source['layer'] !== undefined && layer === undefined) return 'has a layer that is not managed, user or workspace';
  const { effect } = source;
  const set = verdicts.filter((verdict) => source[verdict] !== undefined);
  if (effect === undefined) {
    const wrong = shapeProblem(source, set);
    return wrong ?? { texts: [source as RuleText], layer };
  }
  const verdict = effect === 'confirm' ? 'ask' : verdicts.find((one) => one === effect);
  if (verdict === undefined) return 'has an effect that is not allow, notify, ask or deny';
  const patterns = patternsOf(source, verdict);
  return patterns === undefined
    ? 'must have exactly one of prefix (a list of words), host, path and tool'
    : { texts: patterns.map((pattern) => textOf(verdict, pattern, source)), layer };
}

function shapeProblem(source: Readonly<Record<string, unknown>>, set: readonly Verdict[]): string | undefined {
  const [verdict] = set;
  if (verdict === undefined || set.length > 1 || typeof source[verdict] !== 'string')
    return 'must have exactly one of allow, notify, ask and deny, with a pattern';
  const known = [...verdicts, 'when', 'match', 'miss', 'why', 'layer'];
  const unknown = Object.keys(source).find((key) => !known.includes(key));
  if (unknown !== undefined) return `has ${JSON.stringify(unknown)}, which means nothing: use ${known.join(', ')}`;
  const { when, match = [], miss = [], why = '' } = source;
  if (when !== undefined && !isWhen(when)) return 'has a when that is not mode, profile or tainted';
  if (![match, miss].every(isExamples)) return `must have match and miss as lists of at most ${maxExamples} texts`;
  return typeof why === 'string' ? undefined : 'must have why as text';
}

function isWhen(when: unknown): boolean {
  if (typeof when !== 'object' || when === null) return false;
  return Object.entries(when).every(([key, value]) => {
    if (key === 'mode') return modes.some((mode) => mode === value);
    return key === 'profile' ? typeof value === 'string' : key === 'tainted' && typeof value === 'boolean';
  });
}

const isExamples = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= maxExamples && value.every((one) => typeof one === 'string');

function patternsOf(source: Readonly<Record<string, unknown>>, verdict: Verdict): readonly string[] | undefined {
  const given = ['prefix', 'host', 'path', 'tool'].filter((key) => source[key] !== undefined);
  const [key = ''] = given;
  const value = source[key];
  if (given.length !== 1) return undefined;
  if (key === 'prefix') {
    const words = Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
    return words ? [`exec(${(value as readonly string[]).map(shellQuote).join(' ')}:*)`] : undefined;
  }
  if (typeof value !== 'string' || value === '') return undefined;
  if (key === 'host') return [`net(${value})`];
  if (key === 'tool') return [value];
  // Whoever allows a path means that files there are read and written, not that they go.
  const kinds = verdict === 'allow' ? ['read', 'write'] : ['read', 'write', 'delete', 'move'];
  return kinds.map((kind) => `${kind}(${value})`);
}

function textOf(verdict: Verdict, pattern: string, source: Readonly<Record<string, unknown>>): RuleText {
  const { why } = source;
  return { [verdict]: pattern, ...(typeof why === 'string' && { why }) };
}
