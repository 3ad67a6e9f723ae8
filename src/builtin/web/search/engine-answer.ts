import { type Json, parseJson } from '../../../base/json.js';
import type { NetResponse } from '../../../tool/net.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import type { SearchHit } from './search-engine.js';
import { distinctHits, readHit } from './search-hit.js';

type JsonObject = { readonly [key: string]: Json };

/** The object an engine answered with, or what it says instead. */
export function readAnswer(response: NetResponse, name: string): JsonObject | ToolFailure {
  const failure = engineFailure(response, name);
  if (failure !== undefined) return failure;
  const parsed = parseJson(new TextDecoder().decode(response.body));
  if (parsed.ok && isObject(parsed.value)) return parsed.value;
  return fail('parse_error', `What ${name} answered is no result of a search. Check webSearch.url in the config.`);
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

/** Where the parts of a hit stand in what an engine lists. */
export interface HitKeys {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** The hits of a list. What is no list, or lists nothing that is a hit, is another form than is known. */
export function readHits(
  list: Json | undefined,
  { keys, count, name }: { readonly keys: HitKeys; readonly count: number; readonly name: string },
): readonly SearchHit[] | ToolFailure {
  const listed = Array.isArray(list) ? list : undefined;
  const hits = distinctHits(
    (listed ?? []).filter(isObject).map((hit) => readHit(hit[keys.title], hit[keys.url], hit[keys.snippet])),
    count,
  );
  if (listed !== undefined && (hits.length > 0 || listed.length === 0)) return hits;
  return fail(
    'parse_error',
    `The answer of ${name} has another form than is known. Check webSearch in the config, or name another engine there.`,
  );
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
