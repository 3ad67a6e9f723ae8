import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { ExtensionHost } from '../extension.js';
import type { NamedServer } from '../named-server.js';
import type { Connection } from './connection.js';
import { type Definition, definitionHash } from './definition.js';
import type { Launch } from './expand.js';
import type { Pin, Pins } from './pins.js';
import { launchHash, renderLaunch } from './render-launch.js';
import { serverFacts } from './server-facts.js';
import { createServerLink } from './server-link.js';
import { type ServerToolContext, serverTool, withheldTool } from './server-tool.js';
import { createServerTools } from './server-tools.js';
import { type Sifted, siftDefinitions } from './sift-definitions.js';

/** How soon after a server said that its tools changed they are looked at, and for how long at most. */
const laterMs = 1000;
const lookMs = 30_000;

/** One configured server in a session: what the person has seen of it, what it has now, and the tools that come of both. */
export type McpServer = ReturnType<typeof createMcpServer>;

export interface Listing extends Sifted {
  /** New ones, and those that are another than before. */
  readonly unseen: readonly { readonly before: Definition | undefined; readonly after: Definition }[];
}

interface McpServerOptions {
  readonly server: NamedServer;
  readonly launch: Launch;
  readonly host: ExtensionHost;
  readonly pins: Pins;
  readonly pin: Pin | undefined;
}

export function createMcpServer({ server, launch, host, pins, pin: kept }: McpServerOptions) {
  const { name, settings } = server;
  const hash = launchHash(settings);
  const facts = serverFacts(launch, settings, { workspace: host.workspace, home: host.env['HOME'] });
  const scope = server.origin?.layer === 'workspace' ? host.workspace.root : undefined;
  const link = createServerLink({ server, launch, facts, host, onToolsChanged });
  let pin = kept;
  /** What it has now; undefined as long as nobody has looked. */
  let current: ReadonlyMap<string, Definition> | undefined;
  /** The run of the server that said so; undefined when it has said since that they changed. */
  let listedOn: Connection | undefined;
  let looking: Promise<Listing | ToolFailure> | undefined;
  let later: NodeJS.Timeout | undefined;

  const isKnown = (): boolean => pin?.launchHash === hash;
  const seen = (): ReadonlyMap<string, Definition> => (isKnown() ? pin?.definitions : undefined) ?? new Map();
  const isSeen = (definition: Definition): boolean => isSame(seen().get(definition.name), definition);

  const context: ServerToolContext = {
    server: name,
    settings,
    facts,
    launchHash: hash,
    scope,
    link,
    async settle(connection, signal) {
      if (listedOn === connection && looking === undefined) return undefined;
      const found = await refresh(signal);
      return isFailure(found) ? found : undefined;
    },
    isCurrent: (definition) => isSame(current?.get(definition.name), definition),
    accept: (definition) => keep([...new Map([...seen(), [definition.name, definition]]).values()]),
  };
  const shelf = createServerTools({
    server: name,
    registry: host.registry,
    log: host.log,
    nameOf: host.profile.serverToolName,
    isSeen,
    makeTool: (toolName, after) =>
      isSeen(after)
        ? serverTool(toolName, after, context)
        : withheldTool(toolName, { before: seen().get(after.name), after }, context),
  });

  /** All that the person has seen, and in place of the rest what has them look. Of a server nobody wanted, nothing. */
  function offer(): void {
    shelf.show(((isKnown() ? current : undefined) ?? seen()).values());
  }

  async function keep(definitions: readonly Definition[]): Promise<void> {
    pin = { launchHash: hash, launch: renderLaunch(settings), definitions: byName(definitions) };
    await pins.keep(name, scope, pin);
    offer();
  }

  /** The next call looks first. What nobody calls is looked at a little later: a server may say so a thousand times. */
  function onToolsChanged(): void {
    listedOn = undefined;
    later ??= setTimeout(() => {
      later = undefined;
      if (listedOn === undefined && link.running) void refresh(AbortSignal.timeout(lookMs));
    }, laterMs);
    later.unref();
  }

  function refresh(signal: AbortSignal): Promise<Listing | ToolFailure> {
    looking ??= look(signal).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function look(signal: AbortSignal): Promise<Listing | ToolFailure> {
    const connection = await link.open(signal);
    if (isFailure(connection)) return connection;
    // What changes while it is listed is looked at again.
    listedOn = connection;
    const found = await connection.list(signal);
    if (isFailure(found)) {
      listedOn = undefined;
      return found;
    }
    const { definitions, leftOut } = siftDefinitions(found, settings);
    for (const one of leftOut) host.log.warn(`of the MCP server ${name} is left out: ${one}`);
    current = byName(definitions);
    offer();
    const unseen = definitions
      .filter((one) => !isSeen(one))
      .map((after) => ({ before: seen().get(after.name), after }));
    return { definitions, unseen, leftOut };
  }

  offer();
  return {
    server,
    facts,
    link,
    /** What the person has seen; of a server that is started otherwise now, too. */
    get pin() {
      return pin;
    },
    /** Whether it is started as the person has seen it. */
    get known() {
      return isKnown();
    },
    /** Lists its tools; those nobody has seen are withheld. */
    refresh,
    /** The person has seen all of it. */
    acceptAll: keep,
  };
}

const byName = (definitions: readonly Definition[]): ReadonlyMap<string, Definition> =>
  new Map(definitions.map((one) => [one.name, one]));

const isSame = (one: Definition | undefined, other: Definition): boolean =>
  one !== undefined && definitionHash(one) === definitionHash(other);
