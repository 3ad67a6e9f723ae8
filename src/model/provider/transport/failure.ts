import type { IncomingHttpHeaders } from 'node:http';
import { defined } from '../../../base/defined.js';
import { firstLine } from '../../../base/text.js';
import { parseTrusted } from '../../../base/trusted-json.js';
import type { ModelFailure } from '../../model.js';
import type { Protocol } from '../protocol.js';

/** Whom a failure is about. `url` is shown to people: it holds no credentials. */
export interface Endpoint {
  readonly url: string;
  readonly model: string;
  readonly protocol: Pick<Protocol, 'answerName' | 'usualPath'>;
  /** Where the key comes from: the name of a variable. */
  readonly keyName?: string | undefined;
}

/** What an answer with an error status means and what to do about it. */
export function failureOfStatus(
  endpoint: Endpoint,
  answer: { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string },
): ModelFailure {
  const { status } = answer;
  const said = serverWords(answer.body);
  const retried = status === 429 || status >= 500;
  const waitMs = retried ? (retryAfterMs(answer.headers) ?? toldWaitMs(errorIn(answer.body))) : undefined;
  return {
    ...explain(endpoint, status, said, { location: answer.headers['location'], waitMs }),
    status,
    ...defined({ retryAfterMs: waitMs }),
  };
}

/** What an `{"error": …}` in the middle of a stream means. */
export function failureOfError(endpoint: Endpoint, error: unknown): ModelFailure {
  const said = serverWords({ error });
  const status = statusOf(error);
  if (status !== undefined) {
    const waitMs = toldWaitMs(error);
    const wait = waitMs === undefined ? {} : { retryAfterMs: waitMs };
    return { ...explain(endpoint, status, said, { waitMs }), status, ...wait };
  }
  const kind = `${field(error, 'type')} ${field(error, 'code')} ${said}`;
  if (contextWords.test(kind)) return explain(endpoint, 413, said);
  if (/rate.?limit|quota|too many requests/i.test(kind)) return explain(endpoint, 429, said);
  if (/unauthori[sz]ed|authentication|api.?key/i.test(kind)) return explain(endpoint, 401, said);
  if (refusedWords.test(kind)) return explain(endpoint, 400, said);
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
  /context.{0,12}(?:length|window|size|limit|overflow)|exceed_context|maximum context|too many (?:input )?tokens|prompt is too long|input is too long|token count.{0,40}exceeds the maximum|reduce the length/i;
/** What OpenAI's streams say is wrong with the request itself: sending it again would not help. */
const refusedWords = /invalid_(?:request|prompt|image|base64|encrypted)|image_[a-z]|unsupported_[a-z]|_policy\b/i;
const quotaWords = /insufficient.?quota|exceeded your current quota|billing|credit/i;
const memoryWords =
  /requires more (?:system )?memory|memory layout cannot be allocated|cudaMalloc failed|unable to allocate .{0,20}buffer/i;
const modelWords =
  /model.{0,80}(?:not found|not exist|not available|not loaded|unknown|invalid)|(?:unknown|invalid|no such|not a valid) model|^model: \S/i;

/** Google answers 400 to a bad key. */
const keyWords = /api.?key (?:not (?:valid|found)|expired|invalid)|API_KEY_INVALID/i;

/** Anthropic answers 400 to an account without credit. */
const creditWords = /credit balance is too low/i;

type Explained = Pick<ModelFailure, 'kind' | 'message' | 'lasting'>;

interface Told {
  readonly location?: string | undefined;
  readonly waitMs?: number | undefined;
}

function explain(endpoint: Endpoint, status: number, said: string, told: Told = {}): Explained {
  const words = said === '' ? '' : ` It said: ${said}`;
  const from = `${endpoint.url} answered ${status}`;
  const answer = { status, said, words, from };
  return (
    explainAccount(endpoint, answer, told.waitMs) ??
    explainRequest(endpoint, answer) ??
    explainServer(endpoint, answer, told.location)
  );
}

interface Answered {
  readonly status: number;
  readonly said: string;
  /** The same as a sentence. */
  readonly words: string;
  readonly from: string;
}

/** Of a key, of credit, or of how much an account may ask for. */
function explainAccount(
  { model, keyName }: Endpoint,
  { status, said, words, from }: Answered,
  waitMs: number | undefined,
): Explained | undefined {
  if (status === 401 || status === 403 || (status === 400 && keyWords.test(said))) {
    const key = keyName === undefined ? 'the API key' : `the API key in ${keyName}`;
    const todo =
      keyName === undefined
        ? 'Name the variable that holds the key with --api-key-env VAR'
        : `Put the right one into ${keyName}`;
    const message = `${from}: ${key} is missing, wrong or may not use ${model}. ${todo}.${words}`;
    return { kind: 'unauthorized', message };
  }
  if (status === 402 || (status === 400 && creditWords.test(said))) {
    return {
      kind: 'unauthorized',
      message: `${from}: the account has no credit left. Top it up, or use another key.${words}`,
    };
  }
  if (status !== 429) return undefined;
  // Some say that the quota is used up and also when it is filled again: then it is a rate limit like any other.
  if (waitMs === undefined && quotaWords.test(said)) {
    const message = `${from}: the account has no quota or credit left. Top it up, or use another key.${words}`;
    return { kind: 'rate-limited', message, lasting: true };
  }
  return { kind: 'rate-limited', message: `${from}: too many requests. Wait, then send again.${words}` };
}

/** Of the conversation, the name of the model or the address. */
function explainRequest({ model, protocol }: Endpoint, { status, said, words, from }: Answered): Explained | undefined {
  if ([400, 413, 422, 500].includes(status) && (status === 413 || contextWords.test(said))) {
    const message = `${from}: the conversation is longer than ${model} can read. Start a new session, or choose a model that reads more.${words}`;
    return { kind: 'context-overflow', message };
  }
  if ([400, 404, 422].includes(status) && modelWords.test(said)) {
    const message = `${from}: it has no model ${model}. Check the name given with --model; \`toolwright models\` lists those it has.${words}`;
    return { kind: 'unknown-model', message };
  }
  if (status === 404 || status === 405) {
    const message = `${from}: no ${protocol.answerName} is to be had at this address. Check the base URL: it usually ends in ${protocol.usualPath}.${words}`;
    return { kind: 'bad-request', message };
  }
  return undefined;
}

/** Of the server itself. */
function explainServer(
  { model }: Endpoint,
  { status, said, words, from }: Answered,
  location: string | undefined,
): Explained {
  if (status >= 500 && memoryWords.test(said)) {
    const message = `${from}: ${model} does not fit into the memory of its machine. Use a smaller model, close other programs, or let it read less (contextTokens).${words}`;
    return { kind: 'overloaded', message, lasting: true };
  }
  if (status >= 500 || status === 408) {
    return {
      kind: 'overloaded',
      message: `${from}: the server failed or is overloaded. Send again in a while.${words}`,
    };
  }
  if (status >= 300 && status < 400) {
    const to = location === undefined ? '' : ` to ${firstLine(location, 200)}`;
    return { kind: 'bad-request', message: `${from}: it redirects${to}. Give the final address as the base URL.` };
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
  if (Array.isArray(body)) return Array.isArray(body[0]) ? '' : serverWords(body[0] ?? {});
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

/** The error in a body, which may be a list of one. */
function errorIn(body: string): unknown {
  const parsed = parseTrusted(body);
  return read(Array.isArray(parsed) ? parsed[0] : parsed, 'error');
}

/** Google tells the wait in the details of the error, `"retryDelay": "34.4s"`, and not in a header. */
function toldWaitMs(error: unknown): number | undefined {
  const details = read(error, 'details');
  if (!Array.isArray(details)) return undefined;
  const waits = details.map((detail) => /^(\d{1,9}(?:\.\d+)?)s$/.exec(field(detail, 'retryDelay'))?.[1]);
  const seconds = waits.find((wait) => wait !== undefined);
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

function statusOf(error: unknown): number | undefined {
  return [read(error, 'code'), read(error, 'status')].map(numeric).find((value) => value >= 400 && value < 600);
}

/** A number, or one written as text: any other value may not even be asked for its number. */
const numeric = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;

function numberOf(header: string | readonly string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\s*\d{1,9}(?:\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const field = (value: unknown, key: string): string => text(read(value, key));
