import { parseUrl } from '../../../base/parse-url.js';
import type { NetResponse } from '../../../tool/net.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import { attributeOf, htmlTokens } from '../page/html-tokens.js';
import type { EngineSettings, SearchEngine, SearchHit, SearchQuery } from './search-engine.js';
import { distinctHits, engineFailure, readHit } from './search-hit.js';

const name = 'DuckDuckGo';

/** The page of DuckDuckGo that works without scripts, and without a key. */
export function duckDuckGo({ url = 'https://html.duckduckgo.com/html/' }: EngineSettings): SearchEngine {
  return {
    name,
    request: ({ query }) => ({ url: `${url}?q=${encodeURIComponent(query)}`, headers: { accept: 'text/html' } }),
    read: readResults,
  };
}

function readResults(response: NetResponse, { count }: SearchQuery): readonly SearchHit[] | ToolFailure {
  const page = new TextDecoder().decode(response.body);
  // It answers 202 with a puzzle to whom it takes for a program.
  if (response.status === 202 || /anomaly[-_.](?:modal|js)|class="challenge-form"/.test(page)) return blocked;
  const failure = engineFailure(response, name);
  if (failure !== undefined) return failure.errorType === 'permission_denied' ? blocked : failure;
  const hits = distinctHits(findResults(page), count);
  if (hits.length > 0 || /class=["'][^"']*\bno-results\b/.test(page) || page.includes('No results.')) return hits;
  return fail('parse_error', `The page of ${name} has another form than is known. ${otherEngine}`);
}

const otherEngine = 'Fetch an address you know, or ask the person to name another engine as webSearch in the config.';
const blocked = fail(
  'rate_limited',
  `${name} wants to see a person first and gave no results. Wait some minutes before you search again. ${otherEngine}`,
);

/** Each result has a link of class `result__a`, and one of class `result__snippet` behind it. */
function findResults(page: string): readonly (SearchHit | undefined)[] {
  const found: { href: string; title: string; snippet: string }[] = [];
  let into: 'title' | 'snippet' | undefined;
  let depth = 0;
  for (const token of htmlTokens(page)) {
    const last = found.at(-1);
    if (token.kind === 'text') {
      if (into !== undefined && last !== undefined) last[into] += token.text;
      continue;
    }
    if (into !== undefined) {
      if (token.name === 'a' || token.name === 'div') depth += token.kind === 'open' ? 1 : -1;
      if (depth <= 0) into = undefined;
      continue;
    }
    if (token.kind === 'close') continue;
    const classes = (attributeOf(token.rest, 'class') ?? '').split(/\s+/);
    if (classes.includes('result__a')) {
      found.push({ href: attributeOf(token.rest, 'href') ?? '', title: '', snippet: '' });
      into = 'title';
    } else if (classes.includes('result__snippet') && last !== undefined) into = 'snippet';
    if (into !== undefined) depth = 1;
  }
  return found.map(({ href, title, snippet }) => readHit(title, targetOf(href), snippet));
}

/** Where a link of a result leads: most go by way of `/l/?uddg=`. What goes by way of `y.js` is an advertisement. */
function targetOf(href: string): string | undefined {
  const full = href.startsWith('//') ? `https:${href}` : href;
  const url = parseUrl(full, 'https://duckduckgo.com/');
  if (url === undefined) return undefined;
  if (!/(?:^|\.)duckduckgo\.com$/.test(url.hostname)) return url.href;
  return url.pathname === '/l/' ? (url.searchParams.get('uddg') ?? undefined) : undefined;
}
