import { type Json, parseJson } from '../../../base/json.js';
import type { NetRequest, NetResponse } from '../../../tool/net.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import type { EngineSettings, SearchEngine, SearchHit, SearchQuery } from './search-engine.js';
import { distinctHits, engineFailure, readHit } from './search-hit.js';

/** An instance of SearXNG, by its JSON API. */
export const searxng = ({ url }: EngineSettings): SearchEngine =>
  jsonEngine({
    name: 'SearXNG',
    snippet: 'content',
    request({ query }) {
      if (url === undefined) {
        const message = 'No address is set for SearXNG. Ask the person to set webSearch.url in the config.';
        return fail('validation_failed', message);
      }
      const base = url.replace(/\/+$/, '').replace(/\/search$/, '');
      return { url: `${base}/search?q=${encodeURIComponent(query)}&format=json`, headers: {} };
    },
    failureOf({ status }) {
      const message =
        'This instance of SearXNG gives no JSON. Ask the person to list json under search.formats in its settings.yml.';
      return status === 403 ? fail('permission_denied', message) : undefined;
    },
  });

/** The web search of Brave's API. */
export const brave = ({ url = 'https://api.search.brave.com', apiKey }: EngineSettings): SearchEngine =>
  jsonEngine({
    name: 'Brave Search',
    snippet: 'description',
    request({ query, count }) {
      if (apiKey === undefined) return missingKey('Brave Search');
      return {
        url: `${url.replace(/\/+$/, '')}/res/v1/web/search?q=${encodeURIComponent(query)}&count=${count}`,
        headers: { 'x-subscription-token': apiKey },
      };
    },
    // A key that is none has a status of its own there.
    failureOf: (response) =>
      response.status === 422 && /SUBSCRIPTION_TOKEN/.test(new TextDecoder().decode(response.body))
        ? engineFailure({ ...response, status: 401 }, 'Brave Search')
        : undefined,
    // A search that finds no pages is answered without them.
    listIn: ({ web, type }) =>
      web === undefined && type === 'search' ? [] : isObject(web) ? web['results'] : undefined,
  });

/** The search of Tavily's API. */
export const tavily = ({ url = 'https://api.tavily.com', apiKey }: EngineSettings): SearchEngine =>
  jsonEngine({
    name: 'Tavily',
    snippet: 'content',
    request({ query, count }) {
      if (apiKey === undefined) return missingKey('Tavily');
      return {
        url: `${url.replace(/\/+$/, '')}/search`,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ query, max_results: count }),
      };
    },
    // What a plan includes is used up.
    failureOf({ status }) {
      const message = 'The searches of this key of Tavily are used up. Ask the person for another engine.';
      return status === 432 || status === 433 ? fail('rate_limited', message) : undefined;
    },
  });

const missingKey = (name: string): ToolFailure =>
  fail(
    'permission_denied',
    `${name} needs a key and none is set. Ask the person to set webSearch.apiKeyEnv in the config, and that variable.`,
  );

type JsonObject = { readonly [key: string]: Json };

interface JsonEngine {
  readonly name: string;
  /** What the snippet of a hit is called. */
  readonly snippet: string;
  request(query: SearchQuery): NetRequest | ToolFailure;
  /** What it says in ways of its own. */
  failureOf(response: NetResponse): ToolFailure | undefined;
  /** Where its hits are; in `results` when absent. */
  listIn?(answer: JsonObject): Json | undefined;
}

function jsonEngine({
  name,
  snippet,
  request,
  failureOf,
  listIn = ({ results }) => results,
}: JsonEngine): SearchEngine {
  return {
    name,
    request(query) {
      const asked = request(query);
      return 'url' in asked ? { ...asked, headers: { accept: 'application/json', ...asked.headers } } : asked;
    },
    read(response, { count }) {
      const failure = failureOf(response) ?? engineFailure(response, name);
      if (failure !== undefined) return failure;
      const parsed = parseJson(new TextDecoder().decode(response.body));
      if (parsed.ok && isObject(parsed.value)) return readHits(listIn(parsed.value), { name, snippet, count });
      return fail('parse_error', `What ${name} answered is no result of a search. Check webSearch.url in the config.`);
    },
  };
}

/** The hits of a list. What is no list, or lists nothing that is a hit, is another form than is known. */
function readHits(
  list: Json | undefined,
  { name, snippet, count }: Pick<JsonEngine, 'name' | 'snippet'> & Pick<SearchQuery, 'count'>,
): readonly SearchHit[] | ToolFailure {
  const listed = Array.isArray(list) ? list : undefined;
  const found = (listed ?? []).filter(isObject).map((hit) => readHit(hit['title'], hit['url'], hit[snippet]));
  const hits = distinctHits(found, count);
  if (listed !== undefined && (hits.length > 0 || listed.length === 0)) return hits;
  const message = `The answer of ${name} has another form than is known. Check webSearch in the config, or name another engine there.`;
  return fail('parse_error', message);
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
