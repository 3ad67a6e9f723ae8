import { findPlaces } from './find-places.js';
import type { Span } from './flexible-match.js';

/** Where a text stands in one with line ends of both kinds: each of its own may be either there. */
export function findWithMixedLineEndings(content: string, text: string, max?: number): readonly Span[] {
  const wanted = toLf(text);
  const starts = findPlaces(toLf(content), wanted, max);
  if (starts.length === 0) return [];
  const returns = returnsIn(content);
  const original = (at: number): number => at + countBefore(returns, at);
  return starts.map((start) => ({ start: original(start), end: original(start + wanted.length) }));
}

export const toLf = (text: string): string => text.replaceAll('\r\n', '\n');

/** For each CRLF, where its line feed stands once the carriage returns are gone. */
function returnsIn(content: string): readonly number[] {
  const feeds: number[] = [];
  for (let at = content.indexOf('\r\n'); at !== -1; at = content.indexOf('\r\n', at + 2)) feeds.push(at - feeds.length);
  return feeds;
}

function countBefore(feeds: readonly number[], at: number): number {
  let low = 0;
  let high = feeds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((feeds[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
