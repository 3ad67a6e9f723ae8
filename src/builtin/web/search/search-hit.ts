import { parseUrl } from '../../../base/parse-url.js';
import { stripTags } from '../page/strip-tags.js';
import type { SearchHit } from './search-engine.js';

const maxTitle = 200;
const maxSnippet = 500;

/** A hit out of whatever an engine sent; undefined when it leads nowhere on the web. */
export function readHit(title: unknown, url: unknown, snippet: unknown): SearchHit | undefined {
  if (typeof url !== 'string' || url.length > maxUrl || !/^https?:\/\//i.test(url)) return undefined;
  const href = parseUrl(url)?.href;
  if (href === undefined) return undefined;
  const words = (text: unknown, most: number): string =>
    typeof text === 'string'
      ? stripTags(text.slice(0, 20 * most))
          .replaceAll(/\s+/g, ' ')
          .slice(0, most)
      : '';
  return { title: words(title, maxTitle) || href, url: href, snippet: words(snippet, maxSnippet) };
}

const maxUrl = 2000;

/** Those that are hits, each address once. */
export function distinctHits(hits: readonly (SearchHit | undefined)[], count: number): readonly SearchHit[] {
  const byUrl = new Map<string, SearchHit>();
  for (const hit of hits) if (hit !== undefined && !byUrl.has(hit.url)) byUrl.set(hit.url, hit);
  return [...byUrl.values()].slice(0, count);
}
