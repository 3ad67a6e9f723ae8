import { resolve } from 'node:path';
import { isThere } from '../../config/hook-program.js';
import { expandLaunch } from '../../extend/mcp/expand.js';
import { type NamedServer, serverProblem } from '../../extend/named-server.js';
import { isFailure } from '../../tool/outcome.js';
import type { ServerPlace } from './server-place.js';

/** Why a server could not be used, as far as that is told by looking; nothing of it is started or reached. */
export function serverTrouble(server: NamedServer, { root, env }: ServerPlace): string | undefined {
  const problem = serverProblem(server);
  if (problem !== undefined) return problem;
  const launch = expandLaunch(server.settings, env);
  if (isFailure(launch)) return launch.message.replace(/^It /, 'it ').replace(/\.$/, '');
  if (launch.kind === 'web') return undefined;
  const [program] = launch.words;
  const folder = resolve(root, server.settings.cwd ?? '.');
  return isThere(program, { root: folder, env }) ? undefined : `its program ${program} is not there`;
}
