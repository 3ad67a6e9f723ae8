import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { isFailure } from '../../tool/outcome.js';
import { findDestination } from './destination.js';
import type { Connect, Resolve } from './dial.js';
import { classifyUrl, isNever } from './host.js';
import { defaultLimits } from './limits.js';

export interface GuardedFetchOptions {
  /** Where the server is: nothing else is connected to. */
  readonly url: string;
  readonly resolve: Resolve;
  readonly connect: Connect;
  /** The most bytes of one answer, a stream of events included. */
  readonly maxBytes?: number;
}

/** `fetch` for clients that bring their own way of speaking with one server. */
export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const usualBytes = 64_000_000;

/**
 * Connects to the one host that was allowed, at an address that was checked, for each request anew. Redirects are answered
 * as they come; answers are not unpacked, for none is asked to be packed.
 */
export function createGuardedFetch({
  url: server,
  resolve,
  connect,
  maxBytes = usualBytes,
}: GuardedFetchOptions): GuardedFetch {
  const allowed = classifyUrl(server);
  return async (given, init = {}) => {
    const at = classifyUrl(String(given));
    if (
      at.url === undefined ||
      isNever(at.kind) ||
      at.target !== allowed.target ||
      at.url.protocol !== allowed.url?.protocol
    )
      throw new Error(`${at.target} is not ${allowed.target}, so it was not connected to`);
    const addresses = await findDestination(at, resolve);
    if (isFailure(addresses)) throw new Error(addresses.message);
    const [address] = addresses;
    if (address === undefined) throw new Error(`${at.target} leads nowhere`);
    const { url } = at;
    const secure = url.protocol === 'https:';
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const headers = Object.fromEntries(new Headers(init.headers));
    const client = httpRequest({
      method: init.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, 'accept-encoding': 'identity', connection: 'close' },
      maxHeaderSize: defaultLimits.headerBytes,
      createConnection: () => connect({ address, port, host, secure }),
      ...(init.signal && { signal: init.signal }),
    });
    if (
      init.body !== undefined &&
      init.body !== null &&
      typeof init.body !== 'string' &&
      !(init.body instanceof URLSearchParams)
    )
      throw new Error('only text can be sent');
    client.end(init.body === undefined || init.body === null ? undefined : String(init.body));
    return responseOf(await answerTo(client), maxBytes);
  };
}

function answerTo(client: ReturnType<typeof httpRequest>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    client.once('response', resolve);
    client.on('error', reject);
    client.once('close', () => reject(new Error('it was closed without an answer')));
  });
}

function responseOf(answer: IncomingMessage, maxBytes: number): Response {
  const status = answer.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, [value].flat().join(', '));
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) answer.resume();
  const body = isEmpty ? null : (Readable.toWeb(Readable.from(bounded(answer, maxBytes))) as ReadableStream);
  return new Response(body, { status, headers });
}

async function* bounded(answer: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of answer) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    yield new Uint8Array(piece);
  }
}
