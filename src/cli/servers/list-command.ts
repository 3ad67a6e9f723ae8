import { listServers } from '../../session/servers/list-servers.js';
import type { Invocation } from '../command.js';
import { commandFolder } from '../config/command-config.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { untrustedNote } from '../trust/render-trust.js';
import { createStyle, wantsColours } from '../view/style.js';
import { renderServers } from './render-servers.js';
import { withServers } from './server-scene.js';

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
  else host.stdout.write(`${renderServers(listed, createStyle(wantsColours(host.stdout, host.env)))}\n`);
  const broken = listed.some(({ disabled, problem }) => !disabled && problem !== null);
  return broken ? exitCodes.failed : exitCodes.answered;
}

const nothingFound =
  'No MCP server is configured here: name one under mcpServers in your config, or in .mcp.json. See docs/mcp.md.';
