import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { messageOf, systemCode } from '../../../base/error.js';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty with GET. */
  readonly body: string;
  readonly signal: AbortSignal;
  /** How long nothing may come, before the head or between two pieces. */
  readonly idleTimeoutMs: number;
  onHead(status: number, headers: IncomingHttpHeaders): Wait;
  onData(chunk: Buffer): Wait;
}

/**
 * What else is expected: `quiet` when what came was only a sign of life, `closing` when only an end that may never come,
 * `done` when the rest is not waited for.
 */
export type Wait = 'more' | 'quiet' | 'closing' | 'done';

/** How an exchange ended. A problem says what happened; the caller says what to do. */
export type RequestEnd =
  | { readonly state: 'ended' }
  | { readonly state: 'cancelled' }
  /** `limitMs`: how long it was waited, where that is not the idle timeout. */
  | { readonly state: 'idle'; readonly headSeen: boolean; readonly limitMs?: number }
  | {
      readonly state: 'broken';
      readonly headSeen: boolean;
      readonly code: string | undefined;
      readonly message: string;
    };

/** The whole connection, name look-up and TLS included, must stand after this. */
const connectTimeoutMs = 30_000;
/** How many times the idle timeout signs of life alone may go on: a proxy may send them for ever. */
const quietFactor = 6;
/** How long an answer may take to end that has all that matters. */
const closingMs = 3000;
/** How long the rest of an answer may take that nobody waits for, before its connection is given up. */
const drainMs = 1000;

/**
 * Sends one request and hands over what comes. Resolves at once when the signal aborts. Rejects only with what a handler
 * threw. Kept-alive connections are reused; one that the server closed meanwhile is replaced by a fresh one, once.
 */
export async function sendRequest(request: HttpRequest): Promise<RequestEnd> {
  const send = request.url.protocol === 'https:' ? await secure() : plain;
  const first = await exchange(request, send);
  return first === 'stale' ? staleTwice(await exchange(request, send)) : first;
}

type Send = (request: HttpRequest) => ClientRequest;

const plainAgent = new Agent({ keepAlive: true });
const plain: Send = (request) => httpRequest(request.url, { ...requestOptions(request), agent: plainAgent });

let secureSend: Send | undefined;

/** TLS is loaded by the first who needs it: a local model does not pay for it. */
async function secure(): Promise<Send> {
  if (secureSend !== undefined) return secureSend;
  const https = await import('node:https');
  const agent = new https.Agent({ keepAlive: true });
  secureSend = (request) => https.request(request.url, { ...requestOptions(request), agent });
  return secureSend;
}

function requestOptions({ method, headers, body }: HttpRequest) {
  if (method === 'GET') return { method, headers };
  return { method, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } };
}

function staleTwice(end: RequestEnd | 'stale'): RequestEnd {
  if (end !== 'stale') return end;
  return { state: 'broken', headSeen: false, code: 'ECONNRESET', message: 'the connection was closed twice' };
}

function exchange(request: HttpRequest, send: Send): Promise<RequestEnd | 'stale'> {
  const { promise, resolve, reject } = deferred<RequestEnd | 'stale'>();
  const { signal } = request;
  if (signal.aborted) return Promise.resolve({ state: 'cancelled' });

  let client: ClientRequest;
  try {
    client = send(request);
  } catch (thrown) {
    return Promise.resolve({ state: 'broken', headSeen: false, code: systemCode(thrown), message: messageOf(thrown) });
  }
  const connectMs = Math.min(request.idleTimeoutMs, connectTimeoutMs);
  const quietMs = request.idleTimeoutMs * quietFactor;
  let headSeen = false;
  let connected = false;
  let closing = false;
  let open = true;
  let heardAt = performance.now();

  const leave = (): void => {
    open = false;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  const rearm = (ms: number): void => {
    clearTimeout(timer);
    if (open) timer = setTimeout(onTimeout, ms);
  };
  const give = (end: RequestEnd | 'stale'): void => {
    if (!open) return;
    leave();
    resolve(end);
    if (end === 'stale' || end.state !== 'ended') client.destroy();
  };
  /** Runs a handler and does as it says; what it throws is its caller's defect and ends the exchange. */
  const hand = (response: IncomingMessage, run: () => Wait): void => {
    if (!open) return;
    try {
      const wait = run();
      if (wait === 'more' || wait === 'quiet') {
        if (closing) rearm(request.idleTimeoutMs);
        else timer.refresh();
        closing = false;
        const now = performance.now();
        if (wait === 'more') heardAt = now;
        else if (now - heardAt > quietMs) give({ state: 'idle', headSeen, limitMs: quietMs });
      }
      if (wait === 'closing' && !closing) {
        closing = true;
        rearm(Math.min(closingMs, request.idleTimeoutMs));
      }
      if (wait !== 'done') return;
      give({ state: 'ended' });
      drain(response);
    } catch (thrown) {
      leave();
      client.destroy();
      reject(thrown);
    }
  };
  const onAbort = (): void => give({ state: 'cancelled' });
  const onTimeout = (): void => give({ state: 'idle', headSeen, ...(!connected && { limitMs: connectMs }) });
  const onError = (thrown: unknown): void => {
    const code = systemCode(thrown);
    if (!headSeen && client.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')) give('stale');
    else give({ state: 'broken', headSeen, code, message: messageOf(thrown) });
  };
  const onResponse = (response: IncomingMessage): void => {
    headSeen = true;
    hand(response, () => request.onHead(response.statusCode ?? 0, response.headers));
    response.on('data', (chunk: Buffer) => hand(response, () => request.onData(chunk)));
    response.on('error', onError);
    response.on('end', () => give({ state: 'ended' }));
    response.on('close', () => give({ state: 'broken', headSeen, code: 'ECONNRESET', message: 'closed halfway' }));
  };

  let timer = setTimeout(onTimeout, connectMs);
  signal.addEventListener('abort', onAbort, { once: true });
  client.on('error', onError);
  client.on('response', onResponse);
  // A switch to another protocol, which nobody asked for, closes the connection without an error.
  client.on('close', () => {
    if (!headSeen) onError(new Error('closed without an answer'));
  });
  client.on('socket', (socket) => {
    const onConnect = (): void => {
      connected = true;
      rearm(request.idleTimeoutMs);
    };
    if (!socket.connecting) onConnect();
    else socket.once(request.url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnect);
  });
  client.end(request.body);
  return promise;
}

/** Reads on, so that the connection can be used again; a server that does not stop loses it. */
function drain(response: IncomingMessage): void {
  if (response.complete) return;
  const timer = setTimeout(() => response.destroy(), drainMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (thrown: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
