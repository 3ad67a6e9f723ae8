import type { SessionState } from '../client/client-port.js';
import { clientOf } from '../client/local-host.js';
import { unwrap } from '../client/reply.js';
import { watchSession } from '../client/watch-session.js';
import { noModel } from '../model/provider/no-model.js';
import type { AnswerOrigin } from '../run/question.js';
import { type CallQueue, createCallQueue } from './call-queue.js';
import type { McpClient } from './client.js';
import { type ClientLink, clientLog } from './client-link.js';
import { clientModel } from './client-model.js';
import { createKeptResults, type KeptResults } from './kept-results.js';
import type { ClientOptions, McpHost } from './mcp-host.js';
import { createServedTools, type ServedTools } from './served-tools.js';

/** A client that has connected: a session of its own, opened when it first asks for something. */
export interface Connection {
  open(client: McpClient): Promise<OpenConnection>;
  /** What its calls have left. */
  readonly kept: KeptResults;
  /** Ends what runs and closes the session. */
  close(): Promise<void>;
}

export interface OpenConnection {
  /** How the session stood when it was opened. */
  readonly state: SessionState;
  readonly calls: CallQueue;
  readonly tools: ServedTools;
  close(): Promise<void>;
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
      await there?.close();
    },
  };
}

/** How long a person has for an answer; then it is a no. */
export const questionWaitMs = 600_000;

async function openFor(client: McpClient, host: McpHost, origin: AnswerOrigin): Promise<OpenConnection> {
  const link: ClientLink = { sample: undefined, log: undefined };
  const opened = await host.openSession(client, optionsFor(client, link));
  const { id: session } = opened;
  const port = await clientOf(opened, origin);
  const state = unwrap(await port.readState({ session }));
  const watch = watchSession(port, state);
  const tools = createServedTools({ port, session, wanted: host.tools });
  return {
    state,
    calls: createCallQueue({ port, session, watch, link }),
    tools,
    async close() {
      await watch.close();
      unwrap(await port.closeSession({ session }));
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
