import { many, takesAll } from '../../base/pieces.js';

/** Whether a name holds what a shell would take for a pattern. */
export const isPattern = (name: string): boolean => name.includes('*') || name.includes('?') || name.includes('[');

/**
 * Whether a shell's pattern may stand for a name: `*`, `?` and `[…]`, where a bracket stands for any one character. A dot
 * at the start must be written.
 */
export function mayMatch(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  return takesAll(piecesOf(pattern), name, (piece, char) => piece === '?' || piece === char);
}

function piecesOf(pattern: string): readonly (string | typeof many)[] {
  const pieces: (string | typeof many)[] = [];
  const lastClose = pattern.lastIndexOf(']');
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    pieces.push(char === '*' ? many : char === '[' ? '?' : char);
    // A ] that comes first is one of the characters.
    if (char === '[' && at + 2 <= lastClose) at = pattern.indexOf(']', at + 2);
  }
  return pieces;
}
