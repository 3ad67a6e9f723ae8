import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { path, type Refusal } from './guard-request.js';

/** A request of Node as the web has it. Aborted when its client goes away. */
export function webRequest(request: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(request.headersDistinct))
    for (const value of values) headers.append(name, value);
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://localhost${path}`, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(request) as RequestInit['body'], duplex: 'half' }),
  } as RequestInit);
}

/** Writes a response of the web to one of Node, as it comes. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  const body = Readable.fromWeb(answer.body as ReadableStream);
  response.once('close', () => body.destroy());
  await new Promise<void>((resolve) => {
    body.on('error', () => response.destroy());
    response.once('close', resolve);
    body.pipe(response);
  });
}

export function sendRefusal({ status, message, headers = {} }: Refusal, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // What was not read of a body is not waited for.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}
