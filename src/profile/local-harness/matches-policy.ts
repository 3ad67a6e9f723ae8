import { fold } from '../../policy/rule/glob.js';
import { isPathKind } from '../../policy/rule/seen-fact.js';
import { isOutside } from '../../policy/vocabulary/touched.js';
import type { Fact } from '../../tool/fact.js';
import type { HarnessPolicy } from './harness-policies.js';

/**
 * Whether a policy is about a fact. One that allows is a proof: the very path, known, in the workspace. One that denies
 * or asks is a search: case does not count, and what reaches all below a folder reaches what is named in it. A deny
 * pattern is an exception either way: where it hits, the policy does not match.
 */
export function matchesPolicy({ mode, path_patterns, deny_patterns }: HarnessPolicy, fact: Fact): boolean {
  if (mode !== 'always_allow') {
    if (deny_patterns.some((pattern) => covers(pattern, fact))) return false;
    return path_patterns.some((pattern) => finds(pattern, fact));
  }
  if (!isSure(fact)) return false;
  if (deny_patterns.some((pattern) => finds(pattern, fact))) return false;
  return path_patterns.some((pattern) => covers(pattern, fact));
}

/** Whether it is settled what would be touched, and that it lies in the workspace: only this can be allowed for longer. */
export const isSure = (fact: Fact): boolean =>
  fact.unread !== true && !isOutside(fact) && (fact.known || (fact.kind === 'exec' && fact.plain === true));

/** `*`, `dir/**`, `*.ext`, or the very text. The original took `src/**` for all that begins with `src`. */
function covers(pattern: string, fact: Fact): boolean {
  const { target, deep } = fact;
  if (pattern === '*') return true;
  const folder = folderOf(pattern);
  if (folder !== undefined) return isPathKind(fact) && isBelow(target, folder);
  if (deep === true) return false;
  return isExtension(pattern) ? isPathKind(fact) && target.endsWith(pattern.slice(1)) : target === pattern;
}

function finds(pattern: string, fact: Fact): boolean {
  const { target, via, deep = false } = fact;
  const wanted = fold(pattern);
  return [target, via ?? target].some((path) => {
    const seen = { ...fact, target: fold(path) };
    if (covers(wanted, { ...seen, deep: false })) return true;
    // Whether something with that ending lies below cannot be told.
    return deep && (isExtension(wanted) || isBelow(folderOf(wanted) ?? wanted, seen.target));
  });
}

const folderOf = (pattern: string): string | undefined => (pattern.endsWith('/**') ? pattern.slice(0, -3) : undefined);

const isExtension = (pattern: string): boolean => pattern.startsWith('*.');

const isBelow = (path: string, folder: string): boolean =>
  folder === '.' || path === folder || path.startsWith(`${folder}/`);
