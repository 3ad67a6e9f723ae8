import { firstLine, plural } from '../../base/text.js';
import { unwrap } from '../../client/reply.js';
import { configuredServers } from '../../config/mcp-servers.js';
import { inspectTrust } from '../../config/trust.js';
import type { NamedServer } from '../../extend/named-server.js';
import { noModel } from '../../model/provider/no-model.js';
import type { Settlement } from '../../run/event.js';
import { type CheckedServer, checkServer } from '../../session/servers/check-server.js';
import { serverTrouble } from '../../session/servers/server-trouble.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { type LocalClient, openClient } from '../local-client.js';
import { renderJson } from '../render-json.js';
import { cancelOnSignals } from '../run/cancel-on-signals.js';
import { safeLine } from '../safe-text.js';
import { sessionLog } from '../session-log.js';
import { openStart, type Start } from '../start.js';
import { untrustedNote } from '../trust/render-trust.js';
import { usageError } from '../usage-error.js';
import { renderResult } from '../view/call-line.js';
import { putQuestions } from './put-questions.js';
import { findServer } from './servers-commands.js';

/** `toolwright servers check`: starts a server as a session would, and tells what it has against what was seen of it. */
export async function checkCommand(invocation: Invocation, host: Host): Promise<number> {
  const start = await openStart(invocation, host, async (inspection) => {
    const note = untrustedNote(inspection);
    if (note !== undefined) host.stderr.write(`toolwright: ${note}\n`);
    return inspection;
  });
  try {
    const folder = start.givenFolder ?? host.cwd;
    const servers = configuredServers(start.config, await inspectTrust(start.store, folder));
    const server = findServer(servers, invocation.arguments[0]);
    if (server.settings.disabled === true)
      throw usageError(`${safeLine(server.name)} is turned off: take disabled out of its settings.`, 'servers check');
    const trouble = serverTrouble(server, { root: folder, env: host.env });
    if (trouble !== undefined) {
      host.stderr.write(`The MCP server ${safeLine(server.name)} cannot be used: ${safeLine(trouble)}.\n`);
      return exitCodes.failed;
    }
    return await check(server, { start, host, folder, json: invocation.flag('json') });
  } finally {
    await start.store.close();
  }
}

interface Checking {
  readonly start: Start;
  readonly host: Host;
  readonly folder: string;
  readonly json: boolean;
}

async function check(server: NamedServer, { start, host, folder, json }: Checking): Promise<number> {
  let checked: CheckedServer | undefined;
  const { curator: _needsModel, ...settings } = start.settings;
  const client = openClient({
    start: { ...start, settings },
    host,
    chosen: { model: noModel('toolwright servers check') },
    origin: commandOrigin(host),
    session: {
      onAsk: isTerminal(host.stdin) ? 'person' : 'deny',
      extensions: [
        checkServer(server, (found) => {
          checked = found;
        }),
      ],
      log: sessionLog({
        debug: host.env['TOOLWRIGHT_DEBUG'] === '1',
        warns: () => true,
        write: (line) => host.stderr.write(`toolwright: ${line}\n`),
      }),
    },
  });
  try {
    const settlement = await connect(client, server.name, { folder, host });
    const used = settlement?.outcome === 'ok';
    if (checked !== undefined)
      host.stdout.write(`${json ? renderJson({ ...checked, used }) : renderChecked(checked)}\n`);
    if (used) return exitCodes.answered;
    host.stderr.write(
      `${settlement === undefined ? 'The check was left without an end.' : renderResult(settlement, 1000)}\n`,
    );
    const isDenied = settlement?.outcome === 'denied' || settlement?.errorType === 'permission_denied';
    return isDenied ? exitCodes.denied : exitCodes.failed;
  } finally {
    await client.close();
  }
}

async function connect(
  { port, watch: watchSession }: LocalClient,
  server: string,
  { folder, host }: Pick<Checking, 'folder' | 'host'>,
): Promise<Settlement | undefined> {
  const state = unwrap(await port.openSession({ workspace: folder }));
  const { session } = state;
  const watch = watchSession(state);
  const stopAsking = isTerminal(host.stdin) ? putQuestions({ port, state, watch, host }) : async () => {};
  const stopSignals = cancelOnSignals(() => void port.stop({ session }));
  try {
    const call = unwrap(await port.callTool({ session, name: 'mcp_connect', args: { server } }));
    return (await watch.callEnd(call)).settlement;
  } finally {
    stopSignals();
    await stopAsking();
    await watch.close();
  }
}

/** For a person: every tool with how it stands, and what differs in a few words. */
function renderChecked({ tools, gone, leftOut, server }: CheckedServer): string {
  const width = Math.max(0, ...tools.map(({ tool }) => safeLine(tool).length));
  const count = (state: string): number => tools.filter((tool) => tool.state === state).length;
  const differing = [
    ...(count('new') > 0 ? [`${count('new')} new`] : []),
    ...(count('changed') > 0 ? [`${count('changed')} changed`] : []),
    ...(gone.length > 0 ? [`${gone.length} gone`] : []),
  ];
  return [
    ...tools.map(({ tool, state, description }) =>
      `${state.padEnd(7)}  ${safeLine(tool).padEnd(width)}  ${safeLine(firstLine(description, 80))}`.trimEnd(),
    ),
    ...gone.map((name) => `gone     ${safeLine(name)}`),
    ...leftOut.map((one) => `left out ${safeLine(one)}`),
    `${safeLine(server)}: ${plural(tools.length, 'tool')}, ${differing.length === 0 ? 'all as they were seen' : differing.join(', ')}.`,
  ].join('\n');
}
