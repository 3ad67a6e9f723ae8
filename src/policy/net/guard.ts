import { unescape as percentDecoded } from 'node:querystring';
import { messageOf } from '../../base/error.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { findDestination } from './destination.js';
import type { Connect, Resolve } from './dial.js';
import { type Answer, type Exchange, exchange, isRedirect } from './exchange.js';
import { classifyUrl, isNever, type UrlClass } from './host.js';
import { defaultLimits, type NetLimits } from './limits.js';
import { decideRedirect, type MayGo, redirectUrl, withoutUser } from './redirect.js';
import { classifyHeaders, plainHeadersOf } from './request-headers.js';

export interface NetGuardOptions {
  readonly resolve: Resolve;
  readonly connect: Connect;
  /** The near hosts that may be connected to, each as `host` or `host:port`, exactly; none when absent. */
  readonly allowPrivate?: readonly string[];
  /** Judges a redirect as if it had been asked for. When absent, only the same server is gone on with. */
  readonly mayGo?: MayGo;
  readonly limits?: Partial<NetLimits>;
}

export interface NetRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Not with GET and HEAD. */
  readonly body?: string;
  /** In place of those of the guard. */
  readonly limits?: Partial<NetLimits>;
  readonly signal?: AbortSignal;
  /** Told how many bytes have come. */
  onProgress?(bytes: number): void;
}

export interface NetResponse extends Answer {
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly redirects: number;
}

export interface NetGuard {
  request(url: string, options?: NetRequest): Promise<NetResponse | ToolFailure>;
}

/**
 * The only way out to the web. A URL is judged by its parsed fields, its name is looked up once, all answers are checked,
 * and exactly a checked address is connected to; each redirect goes through all of it anew.
 */
export function createNetGuard(options: NetGuardOptions): NetGuard {
  return {
    async request(url, { method = 'GET', headers = {}, body, signal, onProgress, ...given } = {}) {
      const limits = { ...defaultLimits, ...options.limits, ...given.limits };
      const problem = requestProblem(method, body) ?? classifyHeaders(headers).problem;
      if (problem !== undefined) return fail('validation_failed', problem);
      const deadline = AbortSignal.timeout(limits.totalMs);
      const ended = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      const journey = { ...options, limits, method, body, signal: ended, onProgress };
      const answer = await follow(journey, classifyUrl(url), headers);
      if (signal?.aborted === true) return fail('cancelled', 'The request was cancelled.');
      if (deadline.aborted && isFailure(answer))
        return fail('timeout', `It took longer than ${limits.totalMs} ms. Try again later, or another address.`);
      return answer;
    },
  };
}

function requestProblem(method: string, body: string | undefined): string | undefined {
  if (!methods.includes(method)) return `${method} is not supported: use one of ${methods.join(', ')}.`;
  return body !== undefined && asksOnly(method) ? `${method} sends no body: leave it out.` : undefined;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Whether a request changes nothing at the server. */
const asksOnly = (method: string): boolean => method === 'GET' || method === 'HEAD';

type Journey = Omit<NetGuardOptions, 'limits'> & Pick<Exchange, 'limits' | 'method' | 'body' | 'signal' | 'onProgress'>;

async function follow(
  journey: Journey,
  start: UrlClass,
  given: Readonly<Record<string, string>>,
): Promise<NetResponse | ToolFailure> {
  const seen = new Set<string>();
  let at = start;
  let headers = { ...credentialsOf(start.url), ...given };
  for (let redirects = 0; ; redirects += 1) {
    const url = goodUrl(at, journey.allowPrivate ?? []);
    if (isFailure(url)) return url;
    seen.add(withoutFragment(url));
    const answer = await ask(journey, at, url, headers);
    if (isFailure(answer)) return answer;
    // What was sent is not sent to yet another address.
    if (!isRedirect(answer.status, answer.headers) || !asksOnly(journey.method))
      return { ...answer, url: withoutUser(url).href, redirects };
    if (redirects === journey.limits.redirects)
      return fail('io_error', `${start.target} redirects more than ${redirects} times. Use the final address.`);
    const next = redirectUrl(answer.headers['location'] ?? '', url);
    if (next.url !== undefined && seen.has(withoutFragment(next.url)))
      return fail('io_error', `${start.target} redirects in a circle. Use another address.`);
    const problem = await decideRedirect({ from: at, to: next, mayGo: journey.mayGo });
    if (problem !== undefined) return problem;
    if (next.url?.origin !== url.origin) headers = plainHeadersOf(headers);
    at = next;
  }
}

/** The URL, when such a host may be connected to at all. */
function goodUrl({ kind, target, note, url }: UrlClass, allowPrivate: readonly string[]): URL | ToolFailure {
  if (url === undefined) return fail('validation_failed', `${note}.`);
  if (kind === 'public') return url;
  if (isNever(kind))
    return fail('permission_denied', `${note}: this is never connected to. Do not try other spellings.`);
  if (allowPrivate.includes(target)) return url;
  return fail('permission_denied', `${note}: it is not connected to unless the person allowed ${target}.`);
}

async function ask(
  { resolve, connect, limits, method, body, signal, onProgress }: Journey,
  at: UrlClass,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | ToolFailure> {
  const addresses = await untilAborted(checkedAddresses(at, resolve), signal);
  if (isFailure(addresses)) return addresses;
  for (const address of addresses.slice(0, maxTries)) {
    const answer = await exchange({ url, address, method, headers, body, limits, connect, signal, onProgress });
    if (answer !== 'unreachable') return answer;
  }
  return fail('io_error', `Nobody answers at ${at.target}. Check the address, or try again later.`);
}

/** Of several addresses the first may be of a network that is not there. */
const maxTries = 4;

async function checkedAddresses(at: UrlClass, resolve: Resolve): Promise<readonly string[] | ToolFailure> {
  try {
    return await findDestination(at, resolve);
  } catch (thrown) {
    return fail(
      'io_error',
      `The name ${at.canonical} could not be looked up: ${messageOf(thrown)}. Check its spelling.`,
    );
  }
}

/** A look-up cannot be stopped, only left. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | ToolFailure> {
  return new Promise((resolve) => {
    const leave = (): void => resolve(fail('cancelled', 'The request was cancelled.'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void work.then((value) => {
      signal.removeEventListener('abort', leave);
      resolve(value);
    });
  });
}

/** A user name in the URL that the person was asked about goes to that server, as any client sends it. */
function credentialsOf(url: URL | undefined): Readonly<Record<string, string>> {
  if (url === undefined || (url.username === '' && url.password === '')) return {};
  const pair = `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

const withoutFragment = (url: URL): string => url.href.replace(/#.*$/s, '');
