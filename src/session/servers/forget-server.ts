import { createPins } from '../../extend/mcp/pins.js';
import type { NamedServer } from '../../extend/named-server.js';
import type { Store } from '../../store/store.js';
import { userPort } from '../user-port.js';
import { type ServerPlace, scopeOf } from './server-place.js';

/** What was seen of a server counts no more. Answers whether something was. */
export async function forgetServer(store: Store, server: NamedServer, place: ServerPlace): Promise<boolean> {
  const pins = createPins(userPort(store));
  const scope = scopeOf(server, place);
  if ((await pins.of(server.name, scope)) === undefined) return false;
  await pins.forget(server.name, scope);
  return true;
}
