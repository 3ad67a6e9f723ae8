import type { Extension } from '../../extend/extension.js';
import { type Definition, definitionHash } from '../../extend/mcp/definition.js';
import { escapeHidden } from '../../extend/mcp/escape-hidden.js';
import { createMcpExtension } from '../../extend/mcp/mcp-extension.js';
import type { Listing } from '../../extend/mcp/mcp-server.js';
import type { Pin } from '../../extend/mcp/pins.js';
import { toolNames } from '../../extend/mcp/tool-name.js';
import type { NamedServer } from '../../extend/named-server.js';

/** What a server has, against what was seen of it. */
export type CheckedServer = ReturnType<typeof compare>;

interface CheckedTool {
  /** At the server. */
  readonly name: string;
  /** In a session. */
  readonly tool: string;
  readonly state: 'seen' | 'new' | 'changed';
  readonly description: string;
}

/** The server alone, for a session in which `mcp_connect` is called; told what it has before anybody is asked about that. */
export const checkServer = (server: NamedServer, onChecked: (checked: CheckedServer) => void): Extension =>
  createMcpExtension([server], { onListing: (listing, { pin }) => onChecked(compare(server.name, listing, pin)) });

function compare(server: string, { definitions, leftOut }: Listing, pin: Pin | undefined) {
  const seen: ReadonlyMap<string, Definition> = pin?.definitions ?? new Map();
  const there = definitions.map(({ name }) => name);
  const names = toolNames(server, there);
  const stateOf = (definition: Definition): CheckedTool['state'] => {
    const before = seen.get(definition.name);
    if (before === undefined) return 'new';
    return definitionHash(before) === definitionHash(definition) ? 'seen' : 'changed';
  };
  return {
    server,
    tools: definitions.map((definition) => ({
      name: definition.name,
      tool: names.get(definition.name) ?? definition.name,
      state: stateOf(definition),
      description: escapeHidden(definition.description ?? ''),
    })),
    /** Tools that were seen and are there no more, by their names at the server. */
    gone: [...seen.keys()].filter((name) => !there.includes(name)),
    /** Tools that cannot be used, each with why. */
    leftOut,
  };
}
