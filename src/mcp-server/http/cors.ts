import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lets the page read the answer: its origin was looked at before. No cookie and no credential of the browser goes along. */
export function allowPage({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('vary', 'origin');
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'mcp-session-id, mcp-protocol-version');
}

/** What a browser asks ahead of a request. */
export function answerPreflight(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers':
      'authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name',
    'access-control-max-age': '600',
  });
  response.end();
}
