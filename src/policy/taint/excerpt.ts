import { cutEnd } from '../../base/text.js';

const maxExcerpt = 200;
/** A secret that begins in the excerpt is only found where all of it is looked at. */
const maxLookedAt = 64 * 1024;
const contentNames = ['output', 'content', 'text', 'body'];
const maxDepth = 5;
const maxMembers = 1000;

/**
 * The beginning of what a result holds, on one line: of what is named as content is, or else of its longest text. The
 * rest is about it. `mask` sees it before it is cut.
 */
export function excerptOf(value: unknown, mask: (text: string) => string): string {
  const text = mask(cutEnd(textOf(value), maxLookedAt));
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > maxExcerpt ? `${cutEnd(line, maxExcerpt - 1)}…` : line;
}

/** Results of others may throw when they are looked at. */
function textOf(value: unknown): string {
  try {
    return longestText(value, maxDepth);
  } catch {
    return '';
  }
}

function longestText(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return '';
  const content = contentNames.find((name) => Object.hasOwn(value, name));
  if (content !== undefined) return longestText((value as Readonly<Record<string, unknown>>)[content], depth - 1);
  let longest = '';
  for (const member of Object.values(value).slice(0, maxMembers)) {
    const text = longestText(member, depth - 1);
    if (text.length > longest.length) longest = text;
  }
  return longest;
}
