import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { messageOf, systemCode } from '../../base/error.js';
import { humanSize } from '../../base/text.js';
import { wordSet } from '../../base/words.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { bodyOf } from './body.js';
import type { Connect } from './dial.js';
import type { NetLimits } from './limits.js';

export interface Exchange {
  readonly url: URL;
  /** The checked address; nothing else is connected to. */
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly limits: NetLimits;
  readonly connect: Connect;
  readonly signal: AbortSignal;
  /** Told how many bytes of the answer have come. */
  readonly onProgress: ((bytes: number) => void) | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked; empty for a redirect. */
  readonly body: Uint8Array;
}

/** Sends one request over one connection of its own. `unreachable`: nobody answered there, another address may do. */
export async function exchange(asked: Exchange): Promise<Answer | ToolFailure | 'unreachable'> {
  const { url, limits, signal } = asked;
  let stopped: ToolFailure | undefined;
  let client: ClientRequest | undefined;
  const stop = (failure: ToolFailure): void => {
    stopped ??= failure;
    client?.destroy(new Error('stopped'));
  };
  const idle = setTimeout(() => stop(silence(url, limits)), limits.idleMs);
  const onAbort = (): void => stop(fail('cancelled', 'The request was cancelled.'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) return fail('cancelled', 'The request was cancelled.');
    client = open(asked);
    const response = await responseTo(client);
    const headers = headersOf(response, limits);
    if (headers === undefined) return tooManyHeaders(url, limits);
    const status = response.statusCode ?? 0;
    if (asked.method === 'HEAD' || isRedirect(status, headers)) return { status, headers, body: new Uint8Array() };
    idle.refresh();
    const onPiece = (received: number): void => {
      idle.refresh();
      asked.onProgress?.(received);
    };
    const body = await bodyOf(response, { limits, url, onPiece });
    return 'bytes' in body ? { status, headers, body: body.bytes } : body.failure;
  } catch (thrown) {
    if (stopped !== undefined) return stopped;
    const code = systemCode(thrown);
    if (code !== undefined && nobodyThere.has(code)) return 'unreachable';
    if (code === 'HPE_HEADER_OVERFLOW') return tooManyHeaders(url, limits);
    return fail(
      'io_error',
      `The connection to ${url.host} broke: ${messageOf(thrown)}. Try again, or another address.`,
    );
  } finally {
    clearTimeout(idle);
    signal.removeEventListener('abort', onAbort);
    client?.destroy();
  }
}

export function isRedirect(status: number, headers: Readonly<Record<string, string>>): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers['location'] !== undefined;
}

const nobodyThere = wordSet('ECONNREFUSED ENETUNREACH EHOSTUNREACH EADDRNOTAVAIL EAFNOSUPPORT ENETDOWN');

function open({ url, address, method, headers, body, limits, connect }: Exchange): ClientRequest {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|[\].]$/g, '');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const client = httpRequest({
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'accept-encoding': 'gzip, br', connection: 'close' },
    maxHeaderSize: limits.headerBytes,
    createConnection: () => connect({ address, port, host, secure }),
  });
  client.maxHeadersCount = limits.headers + 1;
  client.end(body);
  return client;
}

function responseTo(client: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    client.on('response', resolve);
    client.on('error', reject);
    // A switch to another protocol, which nobody asked for, closes the connection without an error.
    client.on('close', () => reject(new Error('it was closed without an answer')));
  });
}

/** Undefined when there are too many. */
function headersOf(response: IncomingMessage, limits: NetLimits): Readonly<Record<string, string>> | undefined {
  if (response.rawHeaders.length / 2 > limits.headers) return undefined;
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  );
}

function silence(url: URL, limits: NetLimits): ToolFailure {
  return fail('timeout', `${url.host} sent nothing for ${limits.idleMs} ms. Try again later, or another address.`);
}

function tooManyHeaders(url: URL, limits: NetLimits): ToolFailure {
  const most = `${limits.headers} headers and ${humanSize(limits.headerBytes)}`;
  return fail('io_error', `${url.host} sent more headers than are read (${most}). Use another address.`);
}
