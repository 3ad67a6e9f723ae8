import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseUrl } from '../../../base/parse-url.js';

/** Where a browser comes back to after signing in: on this machine, for this one login. */
export type CallbackServer = Awaited<ReturnType<typeof openCallbackServer>>;

const path = '/callback';

export async function openCallbackServer(port = 0) {
  let expected: { readonly state: string; take(params: URLSearchParams): void } | undefined;
  const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    // A page elsewhere whose name was led here sends that name.
    const isHere = request.headers.host === `127.0.0.1:${portOf(server)}`;
    const url = parseUrl(request.url ?? '', 'http://127.0.0.1');
    if (!isHere || url?.pathname !== path || request.method !== 'GET') return say(response, 404, 'Nothing is here.');
    const states = url.searchParams.getAll('state');
    if (expected === undefined || states.length !== 1 || states[0] !== expected.state)
      return say(response, 400, 'This does not belong to the login that is under way, and was passed over.');
    expected.take(url.searchParams);
    expected = undefined;
    const said = url.searchParams.has('error') ? 'The login was refused' : 'The login came back';
    say(response, 200, `${said}: you can close this page and go on in the terminal.`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}${path}`,
    /** What the browser brings. One that does not bring this state is answered and passed over. */
    wait: (state: string, signal: AbortSignal): Promise<URLSearchParams> =>
      new Promise((resolve, reject) => {
        const stop = (): void => reject(new Error('nobody signed in'));
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        expected = { state, take: resolve };
      }),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`${text}\n`);
}
