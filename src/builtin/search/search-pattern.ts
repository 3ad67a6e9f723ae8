import type { ToolFailure } from '../../tool/outcome.js';
import { checkPattern, checkPlainPattern } from './check-pattern.js';

/** How a pattern is written: a regular expression, text as it is, or text in which a star stands for any run. */
export type PatternSyntax = 'regex' | 'literal' | 'wildcard';

export const checkSearched = (pattern: string, syntax: PatternSyntax): ToolFailure | undefined =>
  syntax === 'regex' ? checkPattern(pattern) : checkPlainPattern(pattern);

/** The words for ripgrep, which matches in linear time whatever the pattern is. */
export function patternArgs(pattern: string, syntax: PatternSyntax): readonly string[] {
  if (syntax === 'literal') return ['--fixed-strings', '--', pattern];
  return ['--', syntax === 'regex' ? pattern : pattern.split('*').map(escapeRegex).join('.*')];
}

const escapeRegex = (text: string): string => text.replaceAll(/[\\^$.|?+()[\]{}#&~-]/g, '\\$&');

/** Whether a name holds what a wildcard pattern describes; capital letters do not count. */
export function holdsWildcard(name: string, pattern: string): boolean {
  const folded = name.toLowerCase();
  let at = 0;
  for (const part of pattern.toLowerCase().split('*')) {
    const found = folded.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}
