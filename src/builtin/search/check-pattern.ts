import { fail, type ToolFailure } from '../../tool/outcome.js';

/**
 * Whether ripgrep would refuse a regular expression, as far as can be told without asking it: a pattern that is refused
 * here is wrong for certain; one that is not may still be.
 */
export function checkPattern(pattern: string): ToolFailure | undefined {
  const plain = checkPlainPattern(pattern);
  if (plain !== undefined) return plain;
  const wrong = whatIsWrong(pattern);
  if (wrong === undefined) return undefined;
  const { why, at } = wrong;
  const shown = `${pattern.slice(Math.max(0, at - 20), at)}»${pattern.slice(at, at + 20)}`;
  return fail(
    'validation_failed',
    `The pattern cannot be used: ${why}, at character ${at + 1}: ${shown}. Write \\ before a character meant as it is, or search with literal.`,
  );
}

/** What no pattern can hold, one that is searched for as it is neither. */
export function checkPlainPattern(pattern: string): ToolFailure | undefined {
  if (pattern === '') return fail('validation_failed', 'The pattern is empty. Give the text to search for.');
  if (pattern.includes('\0')) return fail('validation_failed', 'The pattern holds a NUL character. Send it without.');
  if (!/[\r\n]/.test(pattern)) return undefined;
  return fail(
    'validation_failed',
    'The pattern holds a line feed, and lines are searched one by one. Search for one line.',
  );
}

function whatIsWrong(pattern: string): { readonly why: string; readonly at: number } | undefined {
  // With the flag x, spaces and comments count for nothing: that is left to ripgrep.
  if (/\(\?[a-zA-Z-]*x/.test(pattern)) return undefined;
  const open: number[] = [];
  /** Whether something stands before that could be repeated. */
  let operand = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? '';
    if (char === '\\') {
      const wrong = wrongEscape(pattern[at + 1]);
      if (wrong !== undefined) return { why: wrong, at };
      at = escapeEnd(pattern, at + 1);
      operand = true;
    } else if (char === '[') {
      const end = classEnd(pattern, at);
      if (end === undefined) return { why: 'unclosed character class, a [ has no ]', at };
      // Classes within classes are left to ripgrep.
      if (end === 'nested') return undefined;
      if (runsBackwards(pattern.slice(at + 1, end))) return { why: 'a range such as z-a ends before it starts', at };
      at = end;
      operand = true;
    } else if (char === '(') {
      if (/^\(\?<?[=!]/.test(pattern.slice(at, at + 4))) return { why: 'look-around is not supported', at };
      open.push(at);
      at += groupStart.exec(pattern.slice(at + 1, at + 101))?.[0].length ?? 0;
      operand = false;
    } else if (char === ')') {
      if (open.pop() === undefined) return { why: 'unopened group, a ) has no (', at };
      operand = true;
    } else if (char === '|') {
      operand = false;
    } else if (char === '*' || char === '+' || char === '?' || char === '{') {
      if (!operand) return { why: `nothing stands before ${char} that it could repeat`, at };
      if (char === '{' && !isCount(pattern.slice(at, at + 24)))
        return { why: 'a { is followed by no count such as {2} or {2,5}', at };
    } else operand = true;
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? undefined : { why: 'unclosed group, a ( has no )', at: unclosed };
}

const groupStart = /^\?(?:P?<[^>]{0,90}>|[a-zA-Z-]{0,20}(?::|(?=\))))/;

function wrongEscape(char: string | undefined): string | undefined {
  if (char === undefined) return 'it ends with a \\';
  if (/[0-9]/.test(char)) return 'back-references are not supported';
  return /[a-zA-Z]/.test(char) && !'aftnrvAzbBdDsSwWxuUpP'.includes(char) ? `\\${char} has no meaning` : undefined;
}

/** `\p{Greek}` and `\x{2603}` have braces of their own. */
function escapeEnd(pattern: string, at: number): number {
  if (!'pPxuUbB'.includes(pattern[at] ?? '') || pattern[at + 1] !== '{') return at;
  const close = pattern.indexOf('}', at);
  return close === -1 ? at : close;
}

/** A ] right at the start stands for itself. */
function classEnd(pattern: string, start: number): number | 'nested' | undefined {
  let at = start + 1;
  if (pattern[at] === '^') at += 1;
  if (pattern[at] === ']') at += 1;
  for (; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === ']') return at;
    if (char === '\\') at += 1;
    else if (char === '[') return pattern.includes(']', at) ? 'nested' : undefined;
  }
  return undefined;
}

/** Of letters and digits as they are; other ranges are left to ripgrep. */
function runsBackwards(inside: string): boolean {
  if (inside.includes('\\')) return false;
  return [...inside.matchAll(/([a-zA-Z0-9])-([a-zA-Z0-9])/g)].some(([, from = '', to = '']) => from > to);
}

function isCount(text: string): boolean {
  const [, least, , most] = /^\{(\d{1,9})(,(\d{0,9}))?\}/.exec(text) ?? [];
  return least !== undefined && (most === undefined || most === '' || Number(least) <= Number(most));
}
