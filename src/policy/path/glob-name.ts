/** Whether a name holds what a shell would take for a pattern. */
export const isPattern = (name: string): boolean => name.includes('*') || name.includes('?') || name.includes('[');

/**
 * Whether a shell's pattern may stand for a name: `*`, `?` and `[…]`, where a bracket stands for any one character. A dot
 * at the start must be written.
 */
export function mayMatch(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  let at = 0;
  let mark = 0;
  let star: number | undefined;
  let inPattern = 0;
  while (at < name.length) {
    const char = pattern[inPattern];
    if (char === '*') {
      star = inPattern;
      mark = at;
      inPattern += 1;
    } else if (char !== undefined && (char === '?' || char === '[' || char === name[at])) {
      inPattern = char === '[' ? afterBracket(pattern, inPattern) : inPattern + 1;
      at += 1;
    } else if (star !== undefined) {
      inPattern = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}

function afterBracket(pattern: string, open: number): number {
  const close = pattern.indexOf(']', open + 2);
  return close === -1 ? open + 1 : close + 1;
}
