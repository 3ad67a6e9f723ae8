import { parseUrl } from '../../../base/parse-url.js';
import type { NetResponse } from '../../../tool/net.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
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

/** What engines say with a status in place of results; undefined for one that holds them. */
export function engineFailure({ status, headers }: NetResponse, name: string): ToolFailure | undefined {
  if (status === 200) return undefined;
  if (status === 401 || status === 403)
    return fail(
      'permission_denied',
      `${name} does not accept the key (status ${status}). Ask the person to check the variable that webSearch.apiKeyEnv names.`,
    );
  if (status === 429) {
    const wait = /^\d{1,6}$/.test(headers['retry-after'] ?? '') ? `${headers['retry-after']} s` : 'a while';
    return fail('rate_limited', `${name} was asked too often: wait ${wait} before you search again.`);
  }
  return fail('io_error', `${name} answered with status ${status}. Try again later, or fetch an address you know.`);
}
