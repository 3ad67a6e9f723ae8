import { forgetServer } from '../../session/servers/forget-server.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';
import { findServer, withServers } from './server-scene.js';

/** `toolwright servers forget`: what was seen of a server counts no more; it is asked about as one that is new. */
export function forgetCommand(invocation: Invocation, host: Host): Promise<number> {
  return withServers(invocation, host, async ({ servers, store, place }) => {
    const server = findServer(servers, invocation.arguments[0]);
    const name = safeLine(server.name);
    const had = await forgetServer(store, server, place);
    host.stderr.write(
      had
        ? `Forgot what was seen of ${name}: it is asked about as one that is new.\n`
        : `Nothing was seen of ${name} yet.\n`,
    );
    return exitCodes.answered;
  });
}
