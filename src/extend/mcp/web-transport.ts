import type { AuthProvider, Transport } from '@modelcontextprotocol/client';
import { dialDirect, systemResolve } from '../../policy/net/dial.js';
import { createGuardedFetch } from '../../policy/net/guarded-fetch.js';
import type { Launch } from './expand.js';

/** Speaks with a server over HTTP. Its host is the only one that is connected to, wherever the server points. */
export async function createWebTransport(
  { url, headers, sse }: Extract<Launch, { kind: 'web' }>,
  authProvider?: AuthProvider,
): Promise<Transport> {
  const { SSEClientTransport, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const fetch = createGuardedFetch({ url, resolve: systemResolve, connect: dialDirect });
  const options = { fetch, requestInit: { headers: { ...headers } }, ...(authProvider && { authProvider }) };
  if (sse) return new SSEClientTransport(new URL(url), { ...options, eventSourceInit: { fetch } });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    ...options,
    reconnectionOptions: {
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 3,
    },
  });
  return transport as Transport;
}
