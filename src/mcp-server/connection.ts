import { noModel } from '../model/provider/no-model.js';
import type { AnswerOrigin } from '../run/question.js';
import type { Session } from '../session/session.js';
import type { Offer } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';
import { type CallQueue, createCallQueue } from './call-queue.js';
import type { McpClient } from './client.js';
import { type ClientLink, clientLog } from './client-link.js';
import { clientModel } from './client-model.js';
import { createKeptResults, type KeptResults } from './kept-results.js';
import type { ClientOptions, McpHost } from './mcp-host.js';

/** A client that has connected: a session of its own, opened when it first asks for something. */
export interface Connection {
  open(client: McpClient): Promise<OpenConnection>;
  /** What its calls have left. */
  readonly kept: KeptResults;
  /** Ends what runs and closes the session. */
  close(): Promise<void>;
}

export interface OpenConnection {
  readonly session: Session;
  readonly desk: CallQueue;
  /** The tools that are served now. */
  tools(): ReadonlyMap<string, Tool>;
  /** The same, for a client that is to be told when they change. */
  listTools(): ReadonlyMap<string, Tool>;
  /** Whether they have changed since they were listed last, once for each time. */
  takeChange(): boolean;
}

export function createConnection(host: McpHost, channel: 'mcp stdio' | 'mcp http'): Connection {
  let opening: Promise<OpenConnection> | undefined;
  let closed = false;
  return {
    open(client) {
      if (closed) throw new Error('the connection is closed');
      opening ??= openFor(client, host, { who: client.name, from: channel });
      return opening;
    },
    kept: createKeptResults(),
    async close() {
      closed = true;
      const there = await opening?.catch(() => undefined);
      await there?.session.close();
    },
  };
}

/** How long a person has for an answer; then it is a no. */
export const questionWaitMs = 600_000;

async function openFor(client: McpClient, host: McpHost, origin: AnswerOrigin): Promise<OpenConnection> {
  const link: ClientLink = { sample: undefined, log: undefined };
  const session = await host.openSession(client, optionsFor(client, link));
  let listed: Offer | undefined;
  const tools = (): ReadonlyMap<string, Tool> => served(session, host.tools);
  return {
    session,
    desk: createCallQueue(session, { origin, link }),
    tools,
    listTools() {
      listed = session.tools.offer();
      return tools();
    },
    takeChange() {
      if (listed === undefined || listed === session.tools.offer()) return false;
      listed = undefined;
      return true;
    },
  };
}

function optionsFor({ name, elicits, samples }: McpClient, link: ClientLink): ClientOptions {
  const known = `mcp client ${name}`;
  return {
    model: samples ? clientModel(known, link) : noModel(known),
    log: clientLog(link),
    onAsk: elicits ? { waitMs: questionWaitMs } : 'deny',
    forms: true,
  };
}

function served(session: Session, wanted: McpHost['tools']): ReadonlyMap<string, Tool> {
  const { tools } = session.tools.offer();
  if (wanted === undefined) return tools;
  const chosen = new Set(wanted.map((name) => session.tools.get(name)?.name ?? name));
  return new Map([...tools].filter(([name, { group }]) => chosen.has(name) || chosen.has(group)));
}
