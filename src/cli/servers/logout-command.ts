import { signOutOf } from '../../session/servers/sign-in-at.js';
import { isFailure } from '../../tool/outcome.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { findServer, withServers } from './server-scene.js';

/** `toolwright servers logout`: removes the tokens that signing in has left. */
export function logoutCommand(invocation: Invocation, host: Host): Promise<number> {
  return withServers(invocation, host, async ({ servers, place }) => {
    const server = findServer(servers, invocation.arguments[0]);
    const had = signOutOf(server, place);
    if (isFailure(had)) throw usageError(safeLine(had.message), 'servers logout');
    const name = safeLine(server.name);
    host.stderr.write(had ? `Signed out of ${name}: its tokens are removed.\n` : `Nobody is signed in at ${name}.\n`);
    return exitCodes.answered;
  });
}
