import { type Parsed, unparsed } from '../../base/parsed.js';

const maxPatterns = 64;

/** `{a,b}` as the patterns it stands for; braces may stand in braces. */
export function expandBraces(pattern: string): Parsed<{ patterns: readonly string[] }> {
  if (!pattern.includes('{')) return { ok: true, patterns: [pattern] };
  let done: readonly string[] = [''];
  let at = 0;
  while (at < pattern.length) {
    const char = pattern.charAt(at);
    let choices: readonly string[] = [char === '\\' ? pattern.slice(at, at + 2) : char];
    let end = at + (choices[0]?.length ?? 1);
    if (char === '{') {
      const group = readGroup(pattern, at);
      if (group === undefined) return unparsed('a { is not closed: write \\{ if it is meant as it is');
      const inner = group.parts.map(expandBraces);
      const failed = inner.find(({ ok }) => !ok);
      if (failed !== undefined) return failed;
      choices = inner.flatMap((one) => (one.ok ? one.patterns : []));
      end = group.end;
    }
    if (done.length * choices.length > maxPatterns)
      return unparsed(`it stands for more than ${maxPatterns} patterns: write several rules`);
    done = done.flatMap((before) => choices.map((choice) => before + choice));
    at = end;
  }
  return { ok: true, patterns: done };
}

/** The parts between the commas of the braces that open here; undefined when they do not close. */
function readGroup(
  pattern: string,
  open: number,
): { readonly parts: readonly string[]; readonly end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '{') depth += 1;
    else if (char === ',' && depth === 1) {
      parts.push(pattern.slice(start, at));
      start = at + 1;
    } else if (char === '}') {
      depth -= 1;
      if (depth === 0) return { parts: [...parts, pattern.slice(start, at)], end: at + 1 };
    }
  }
  return undefined;
}
