import { boundText, plural } from '../../base/text.js';
import { renderDiff } from '../../change/unified-diff.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { AskPort } from '../../tool/port.js';
import type { Tool } from '../../tool/tool.js';
import { diffDefinitions, renderDefinition } from './definition.js';
import { referencedNames } from './expand.js';
import type { Listing, McpServer } from './mcp-server.js';
import { renderLaunch } from './render-launch.js';
import { alwaysAsked, noUndo } from './server-facts.js';
import { findServer, type SessionServers, serverTraits } from './session-servers.js';
import { type NameOf, toolNames } from './tool-name.js';

interface ConnectOptions {
  readonly nameOf?: NameOf | undefined;
  readonly onListing?: ((listing: Listing, server: McpServer) => void) | undefined;
}

/** Starts a server nobody has used yet, shows the person what it brings, and offers that. */
export function connectTool(servers: SessionServers, { nameOf, onListing }: ConnectOptions = {}): Tool {
  return defineTool({
    ...serverTraits,
    name: 'mcp_connect',
    description: `Connects to an MCP server and makes its tools available, or looks at its tools anew. Servers: ${[...servers.keys()].join(', ')}.`,
    parameters: objectOf({ server: { type: 'string', description: 'The name of the server.' } }),
    plan({ server: name }) {
      const server = findServer(servers, name);
      if (isFailure(server)) return server;
      return {
        facts: launchFacts(server),
        preview: { kind: 'text', text: launchText(server) },
        undo: noUndo,
      };
    },
    async run({ server: name }, ctx) {
      const server = findServer(servers, name);
      if (isFailure(server)) return server;
      const listing = await server.refresh(ctx.signal);
      if (isFailure(listing)) return listing;
      onListing?.(listing, server);
      const { definitions, unseen } = listing;
      const offered = toolNames(
        name,
        definitions.map((one) => one.name),
        nameOf,
      );
      if (unseen.length > 0 || !server.known) {
        const refused = await askAbout(name, listing, ctx.ask);
        if (refused !== undefined) return refused;
        await server.acceptAll(definitions);
      }
      return { server: name, tools: [...offered.values()], left_out: listing.leftOut };
    },
    show: ({ tools, left_out }: { readonly tools: readonly string[]; readonly left_out: readonly string[] }) =>
      [
        `Connected: ${plural(tools.length, 'tool')} are available now: ${tools.join(', ')}`,
        ...left_out.map((one) => `left out: ${one}`),
      ].join('\n'),
  }) as Tool;
}

/** What is started as the person has seen it before is asked about as any call; anything else in every mode. */
function launchFacts(server: McpServer): readonly Fact[] {
  if (server.known) return server.facts;
  const what = server.pin === undefined ? 'is new' : 'is started otherwise than before';
  return alwaysAsked(server.facts, `the MCP server ${server.server.name} ${what}`);
}

function launchText({ server, pin, known }: McpServer): string {
  const { name, settings, origin } = server;
  const variables = referencedNames(settings);
  const launch = renderLaunch(settings);
  const lines = [
    `MCP server ${name}${origin === undefined ? '' : ` of ${origin.file}`}`,
    ...(variables.length === 0 ? [] : [`is given your variables ${variables.join(', ')}`]),
    pin === undefined || known ? launch : renderDiff(name, Buffer.from(pin.launch), Buffer.from(launch)).diff,
  ];
  return lines.join('\n');
}

const use = 'use them';
const maxShown = 200_000;

/** Has the person look at what a server says of its tools. A failure when they do not want it. */
async function askAbout(
  name: string,
  { unseen, definitions }: Listing,
  ask: AskPort,
): Promise<ToolFailure | undefined> {
  const shown = unseen.map(({ before, after }) =>
    before === undefined ? renderDefinition(after) : diffDefinitions(before, after).diff,
  );
  const same = definitions.length - unseen.length;
  const head = `The MCP server ${name} brings ${plural(unseen.length, 'tool')} you have not seen in this form${same === 0 ? '' : `, and ${same} that you have`}. The model reads these descriptions. Use them?`;
  const text = boundText(`${head}\n\n${shown.join('\n')}`, maxShown, (left) => `\n[… ${left} characters left out …]\n`);
  const answer = await ask.ask({ text, options: [use, 'do not'] });
  if (isFailure(answer)) return answer;
  if (answer.text.trim().toLowerCase() === use) return undefined;
  return fail(
    'permission_denied',
    `The person does not want the tools of ${name}: ${answer.text}. Go on without them.`,
  );
}
