import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { ServedResource } from './served.js';

/** Tells a client of changes to the resources it subscribes to, until it unsubscribes or goes. */
export function serveSubscriptions(server: Server, resources: readonly ServedResource[]): void {
  const watched = new Map<string, () => void>();
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    const resource = resources.find((one) => one.uri === uri);
    if (resource?.watch === undefined) throw new ResourceNotFoundError(uri.slice(0, 200));
    if (!watched.has(uri)) watched.set(uri, watchFor(server, resource));
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watched.get(uri)?.();
    watched.delete(uri);
    return {};
  });
  onClosed(server, () => {
    for (const stop of watched.values()) stop();
    watched.clear();
  });
}

/** For versions of the protocol where the server itself knows who listens to what. */
export function watchAll(resources: readonly ServedResource[], tell: (uri: string) => void): () => void {
  const stops = resources.map((resource) => resource.watch?.(() => tell(resource.uri)));
  return () => {
    for (const stop of stops) stop?.();
  };
}

function onClosed(server: Server, work: () => void): void {
  const before = server.onclose;
  server.onclose = () => {
    before?.();
    work();
  };
}

const watchFor = (server: Server, { uri, watch }: ServedResource): (() => void) =>
  // A client that went away is found out elsewhere.
  watch?.(() => void server.sendResourceUpdated({ uri }).catch(() => {})) ?? (() => {});
