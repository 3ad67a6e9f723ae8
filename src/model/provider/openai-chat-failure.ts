import type { IncomingHttpHeaders } from 'node:http';
import { firstLine } from '../../base/text.js';
import { parseTrusted } from '../../base/trusted-json.js';
import type { ModelFailure } from '../model.js';

/** Whom a failure is about. `url` is shown to people: it holds no credentials. */
export interface Endpoint {
  readonly url: string;
  readonly model: string;
}

/** What an answer with an error status means and what to do about it. */
export function failureOfStatus(
  endpoint: Endpoint,
  answer: { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string },
): ModelFailure {
  const { status } = answer;
  const said = serverWords(answer.body);
  const wait = status === 429 || status >= 500 ? retryAfterMs(answer.headers) : undefined;
  return {
    ...explain(endpoint, status, said, answer.headers['location']),
    status,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

/** What an `{"error": …}` in the middle of a stream means. */
export function failureOfError(endpoint: Endpoint, error: unknown): ModelFailure {
  const said = serverWords({ error });
  const status = statusOf(error);
  if (status !== undefined) return { ...explain(endpoint, status, said), status };
  const kind = `${field(error, 'type')} ${field(error, 'code')} ${said}`;
  if (contextWords.test(kind)) return explain(endpoint, 413, said);
  if (/rate.?limit|quota|too many requests/i.test(kind)) return explain(endpoint, 429, said);
  if (/unauthori[sz]ed|authentication|api.?key/i.test(kind)) return explain(endpoint, 401, said);
  return explain(endpoint, 500, said);
}

/** Milliseconds to wait; undefined for none and for what cannot be read. */
export function retryAfterMs(headers: IncomingHttpHeaders, now: number = Date.now()): number | undefined {
  const exact = numberOf(headers['retry-after-ms']);
  if (exact !== undefined) return exact;
  const header = headers['retry-after'];
  const seconds = numberOf(header);
  if (seconds !== undefined) return seconds * 1000;
  // Only the three date forms of HTTP start with the name of a day; Date.parse alone would read "-5" as a year.
  if (header === undefined || !/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(header)) return undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const contextWords =
  /context.{0,12}(?:length|window|size|limit|overflow)|exceed_context|maximum context|too many (?:input )?tokens|prompt is too long|input is too long|reduce the length/i;
const modelWords =
  /model.{0,80}(?:not found|not exist|not available|not loaded|unknown|invalid)|(?:unknown|invalid|no such|not a valid) model/i;

type Explained = Pick<ModelFailure, 'kind' | 'message'>;

function explain({ url, model }: Endpoint, status: number, said: string, location?: string): Explained {
  const words = said === '' ? '' : ` It said: ${said}`;
  const from = `${url} answered ${status}`;
  if (status === 401 || status === 403) {
    const message = `${from}: the API key is missing, wrong or may not use ${model}. Name the variable that holds the key with --api-key-env VAR, or pass apiKey.${words}`;
    return { kind: 'unauthorized', message };
  }
  if (status === 402) {
    return {
      kind: 'unauthorized',
      message: `${from}: the account has no credit left. Top it up, or use another key.${words}`,
    };
  }
  if (status === 429) {
    return {
      kind: 'rate-limited',
      message: `${from}: too many requests or no quota left. Wait, then send again.${words}`,
    };
  }
  if ([400, 413, 422, 500].includes(status) && (status === 413 || contextWords.test(said))) {
    const message = `${from}: the conversation is longer than ${model} can read. Compact it or start a new session.${words}`;
    return { kind: 'context-overflow', message };
  }
  if ([400, 404, 422].includes(status) && modelWords.test(said)) {
    const message = `${from}: it has no model ${model}. Check the name given with --model; GET /models on the server lists those it has.${words}`;
    return { kind: 'unknown-model', message };
  }
  if (status === 404 || status === 405) {
    const message = `${from}: there is no chat completions service at this address. Check --base-url: it usually ends in /v1.${words}`;
    return { kind: 'bad-request', message };
  }
  if (status >= 500 || status === 408) {
    return {
      kind: 'overloaded',
      message: `${from}: the server failed or is overloaded. Send again in a while.${words}`,
    };
  }
  if (status >= 300 && status < 400) {
    const to = location === undefined ? '' : ` to ${firstLine(location, 200)}`;
    return { kind: 'bad-request', message: `${from}: it redirects${to}. Give the final address as --base-url.` };
  }
  return { kind: 'bad-request', message: `${from}: the server refused the request.${words || ' It gave no reason.'}` };
}

/** What the server itself says is wrong, on one line. */
function serverWords(body: unknown): string {
  if (typeof body === 'string') {
    const parsed = parseTrusted(body);
    if (typeof parsed === 'object' && parsed !== null) return serverWords(parsed);
    return /^\s*</.test(body) ? 'a web page, not an API answer' : firstLine(body, 300);
  }
  const error = read(body, 'error');
  // Routers put the upstream's own words, the ones that help, one level down.
  const upstream = field(read(error, 'metadata'), 'raw');
  const words = [
    field(error, 'message'),
    text(error),
    field(body, 'message'),
    field(body, 'detail'),
    field(error, 'code'),
  ];
  const own = words.find((word) => word !== '') ?? '';
  return firstLine(upstream === '' ? own : `${own} (${firstLine(upstream, 200)})`, 400);
}

function statusOf(error: unknown): number | undefined {
  const code = [read(error, 'code'), read(error, 'status')].map(Number).find((value) => value >= 400 && value < 600);
  return code;
}

function numberOf(header: string | readonly string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\s*\d{1,9}(?:\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const field = (value: unknown, key: string): string => text(read(value, key));
