import { nearest } from '../../base/nearest.js';
import { configuredServers } from '../../config/mcp-servers.js';
import { refuseProblems } from '../../config/problem.js';
import type { TrustInspection } from '../../config/trust.js';
import type { NamedServer } from '../../extend/named-server.js';
import { realFolder } from '../../session/real-folder.js';
import { forgetServer } from '../../session/servers/forget-server.js';
import { listServers } from '../../session/servers/list-servers.js';
import type { ServerPlace } from '../../session/servers/server-place.js';
import type { Store } from '../../store/store.js';
import type { Invocation } from '../command.js';
import { commandFolder, readCommandConfig } from '../config/command-config.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { openStoreToRead, storePlace } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { untrustedNote } from '../trust/render-trust.js';
import { usageError } from '../usage-error.js';
import { styleOf } from '../view/style.js';
import { renderServers } from './render-servers.js';

/** `toolwright servers`: the MCP servers that are configured here, and how they stand. Nothing is started. */
export async function listCommand(invocation: Invocation, host: Host): Promise<number> {
  const found = await withServers(invocation, host, async ({ servers, store, place, trust }) => {
    const note = untrustedNote(trust);
    if (note !== undefined) host.stderr.write(`${note}\n`);
    return listServers(store, servers, place);
  });
  const listed = exitMask(host, commandFolder(invocation, host)).value(found);
  if (invocation.flag('json')) host.stdout.write(`${renderJson(listed)}\n`);
  else if (listed.length === 0) host.stderr.write(`${nothingFound}\n`);
  else host.stdout.write(`${renderServers(listed, styleOf(host))}\n`);
  const broken = listed.some(({ disabled, problem }) => !disabled && problem !== null);
  return broken ? exitCodes.failed : exitCodes.answered;
}

const nothingFound =
  'No MCP server is configured here: name one under mcpServers in your config, or in .mcp.json. See docs/mcp.md.';

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

/** What the commands about servers look at. */
interface OpenServers {
  readonly servers: readonly NamedServer[];
  readonly place: ServerPlace;
  readonly store: Store;
  /** How what the workspace brings stands: its servers count when it is trusted. */
  readonly trust: TrustInspection;
}

/** Reads what is configured, for a piece of work on it; a store that is not there yet is not made for it. */
export async function withServers<T>(
  invocation: Invocation,
  host: Host,
  work: (context: OpenServers) => Promise<T>,
): Promise<T> {
  const { config, trust } = await readCommandConfig(invocation, host);
  refuseProblems(config.problems);
  const store = await openStoreToRead(storePlace(invocation, host, config));
  try {
    const root = realFolder(commandFolder(invocation, host));
    return await work({ servers: configuredServers(config, trust), place: { root, env: host.env }, store, trust });
  } finally {
    await store.close();
  }
}

/** The server of this name. Throws `bad-usage` with the nearest one. */
export function findServer(servers: readonly NamedServer[], name = ''): NamedServer {
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  const names = servers.map((server) => server.name);
  const near = nearest(name, names);
  const hint = near === undefined ? '' : ` Did you mean ${safeLine(near)}?`;
  throw usageError(`No MCP server is named ${safeLine(name)} here.${hint}`, 'servers');
}
