import { matchesGlob, parseGlob } from '../../../policy/rule/glob.js';
import { parsePathGlob } from './path-glob.js';

/** The lines of an ignore file such as `.gitignore`. */
export interface IgnoreRules {
  /** What the last line that matches says of a name in a folder, given from where the ignore file is; undefined when none does. */
  check(name: string, isFolder: boolean, folder: readonly string[]): 'ignored' | 'kept' | undefined;
}

interface IgnoreRule {
  readonly order: number;
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
  /** What its key does not tell already. */
  matches?(name: string, folder: readonly string[]): boolean;
}

const maxRules = 10_000;
const maxLineChars = 4096;

/** Reads an ignore file as git does; a line that cannot be read says nothing. Source: gitignore(5). */
export function parseIgnoreRules(text: string): IgnoreRules | undefined {
  // Most lines name one name or one ending: these are looked up, and only the others are tried one by one.
  const byName = new Map<string, IgnoreRule[]>();
  const byEnding = new Map<string, IgnoreRule[]>();
  const others: IgnoreRule[] = [];
  let order = 0;
  for (const line of text.split('\n').slice(0, maxRules)) {
    order += 1;
    const read = readLine(line, order);
    if (read === undefined) continue;
    const { rule, key } = read;
    if (key === undefined) others.push(rule);
    else {
      const map = key.ending ? byEnding : byName;
      map.set(key.text, [...(map.get(key.text) ?? []), rule]);
    }
  }
  if (byName.size + byEnding.size + others.length === 0) return undefined;
  return {
    check(name, isFolder, folder) {
      let best: IgnoreRule | undefined;
      const named = byName.get(name);
      if (named !== undefined) best = lastOf(named, isFolder, best);
      if (byEnding.size > 0) {
        const ending = byEnding.get(name.slice(name.lastIndexOf('.')));
        if (ending !== undefined) best = lastOf(ending, isFolder, best);
      }
      for (const rule of others) {
        if (
          (best === undefined || best.order < rule.order) &&
          (isFolder || !rule.foldersOnly) &&
          rule.matches?.(name, folder)
        )
          best = rule;
      }
      if (best === undefined) return undefined;
      return best.keeps ? 'kept' : 'ignored';
    },
  };
}

/** Of rules that match, the one that stands last. */
function lastOf(
  rules: readonly IgnoreRule[],
  isFolder: boolean,
  before: IgnoreRule | undefined,
): IgnoreRule | undefined {
  let best = before;
  for (const rule of rules) {
    if ((isFolder || !rule.foldersOnly) && (best === undefined || best.order < rule.order)) best = rule;
  }
  return best;
}

interface ReadLine {
  readonly rule: IgnoreRule;
  /** What the name of an entry has to be, or has to end in, for the rule to match. */
  readonly key: { readonly text: string; readonly ending: boolean } | undefined;
}

function readLine(line: string, order: number): ReadLine | undefined {
  if (line.startsWith('#') || line.length > maxLineChars) return undefined;
  let pattern = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  const keeps = pattern.startsWith('!');
  if (keeps) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  if (pattern === '') return undefined;
  const common = { order, keeps, foldersOnly };
  if (/^[^*?[\]\\/]+$/.test(pattern)) return { rule: common, key: { text: pattern, ending: false } };
  if (/^\*\.[^*?[\]\\/.]+$/.test(pattern)) return { rule: common, key: { text: pattern.slice(1), ending: true } };
  const matches = pattern.includes('/') ? pathMatch(pattern) : nameMatch(pattern);
  return matches === undefined ? undefined : { rule: { ...common, matches }, key: undefined };
}

type Match = (name: string, folder: readonly string[]) => boolean;

function nameMatch(pattern: string): Match | undefined {
  const parsed = parseGlob(pattern, { folds: false });
  return parsed.ok ? (name) => matchesGlob(parsed.glob, name) : undefined;
}

/** Braces mean themselves in ignore files. */
function pathMatch(pattern: string): Match | undefined {
  const parsed = parsePathGlob(pattern.replaceAll(/[{}]/g, '\\$&'));
  if (!parsed.ok) return undefined;
  return (name, folder) => parsed.glob.matches(name, folder);
}
