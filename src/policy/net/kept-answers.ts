import type { Clock } from '../../base/clock.js';
import { parseUrl } from '../../base/parse-url.js';
import type { NetRequest, NetResponse } from '../../tool/net.js';

/** Answers that are given again for a while, in place of asking the server once more. */
export interface KeptAnswers {
  find(request: NetRequest): NetResponse | undefined;
  /** Keeps an answer where its server does not forbid it. */
  keep(request: NetRequest, response: NetResponse): void;
}

const longestMs = 15 * 60_000;
const maxAnswers = 50;
const maxBytes = 20_000_000;

interface Kept {
  readonly response: NetResponse;
  readonly until: number;
}

/** Only answers of 200 to GET are kept, by the exact request. Those that were kept first are the first to go. */
export function createKeptAnswers(clock: Pick<Clock, 'monotonic'>): KeptAnswers {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.response.body.length ?? 0;
    kept.delete(key);
  };
  return {
    find(request) {
      const key = keyOf(request);
      const found = key === undefined ? undefined : kept.get(key);
      if (key === undefined || found === undefined) return undefined;
      if (found.until <= clock.monotonic()) drop(key);
      else if (found.response.body.length <= (request.maxBytes ?? maxBytes)) return found.response;
      return undefined;
    },
    keep(request, response) {
      const key = keyOf(request);
      const forMs = response.status === 200 ? keptMs(response.headers) : 0;
      if (key === undefined || forMs <= 0 || response.body.length > maxBytes) return;
      drop(key);
      kept.set(key, { response, until: clock.monotonic() + forMs });
      bytes += response.body.length;
      for (const old of kept.keys()) if (kept.size > maxAnswers || bytes > maxBytes) drop(old);
    },
  };
}

/** Undefined for a request whose answer is not kept. */
function keyOf({ url, method = 'GET', headers = {} }: NetRequest): string | undefined {
  const href = method === 'GET' ? parseUrl(url)?.href : undefined;
  if (href === undefined) return undefined;
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (given.some(([name]) => name === 'cache-control' || name === 'pragma')) return undefined;
  return JSON.stringify([href.replace(/#.*$/s, ''), given.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** For how long the server lets its answer be used (RFC 9111), and never longer than ours. */
function keptMs(headers: NetResponse['headers']): number {
  const said = (headers['cache-control'] ?? '').toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(said)) return 0;
  const [, seconds] = /\bmax-age\s*=\s*"?(\d{1,9})/.exec(said) ?? [];
  return seconds === undefined ? longestMs : Math.min(longestMs, Number(seconds) * 1000);
}
