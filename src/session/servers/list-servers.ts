import { createPins } from '../../extend/mcp/pins.js';
import { launchHash } from '../../extend/mcp/render-launch.js';
import type { NamedServer } from '../../extend/named-server.js';
import type { Store } from '../../store/store.js';
import { userPort } from '../user-port.js';
import { type ServerPlace, scopeOf } from './server-place.js';
import { serverTrouble } from './server-trouble.js';
import { isSignedIn } from './sign-in-at.js';

/** A configured server as it stands, without anything being started. */
export interface ListedServer {
  readonly name: string;
  /** The file it is written down in; null when that is not known. */
  readonly file: string | null;
  readonly layer: string | null;
  readonly transport: 'stdio' | 'http' | 'sse';
  /** Whether a person has looked at it, and at how it is started or reached now. */
  readonly state: 'never seen' | 'seen' | 'launch changed';
  /** How many of its tools were seen. */
  readonly tools: number;
  readonly disabled: boolean;
  readonly signedIn: boolean;
  readonly problem: string | null;
}

export function listServers(
  store: Store,
  servers: readonly NamedServer[],
  place: ServerPlace,
): Promise<readonly ListedServer[]> {
  const pins = createPins(userPort(store));
  return Promise.all(
    servers.map(async (server) => {
      const { name, settings, origin } = server;
      const pin = await pins.of(name, scopeOf(server, place));
      const isKnown = pin?.launchHash === launchHash(settings);
      return {
        name,
        file: origin?.file ?? null,
        layer: origin?.layer ?? null,
        transport: settings.command !== undefined ? 'stdio' : settings.type === 'sse' ? 'sse' : 'http',
        state: pin === undefined ? 'never seen' : isKnown ? 'seen' : 'launch changed',
        tools: pin?.definitions.size ?? 0,
        disabled: settings.disabled === true,
        signedIn: isSignedIn(server, place),
        problem: serverTrouble(server, place) ?? null,
      };
    }),
  );
}
