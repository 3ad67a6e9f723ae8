import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../base/error.js';
import { parseTrusted } from '../base/trusted-json.js';
import type { CallIds } from './chat-completion.js';
import { checkChatRequest } from './chat-request-check.js';
import { errorReply, jsonReply, planReply, withFailure } from './fake-model-reply.js';
import type { FakeModelRequest, FakeModelRounds } from './fake-model-round.js';
import { sendReply } from './fake-model-send.js';

export interface FakeModelServerOptions {
  readonly rounds: FakeModelRounds;
  /** Default: a free one. */
  readonly port?: number;
  /** Refuse what OpenAI's own server refuses, such as a call without its result; default true. */
  readonly strict?: boolean;
}

export interface FakeModelServer {
  /** The base URL, such as `http://127.0.0.1:41234/v1`. */
  readonly url: string;
  /** Every request so far, in the order they came. */
  readonly requests: readonly FakeModelRequest[];
  /** Puts another script in place; it starts with its first round. */
  setRounds(rounds: FakeModelRounds): void;
  /** Closes every connection, also those that hang. */
  close(): Promise<void>;
}

/** A model server on 127.0.0.1 that speaks OpenAI's chat completions and answers what the script says. */
export async function startFakeModelServer(options: FakeModelServerOptions): Promise<FakeModelServer> {
  const requests: FakeModelRequest[] = [];
  const state = { rounds: options.rounds, next: 0, calls: 0, strict: options.strict ?? true };
  const server = createServer((message, response) => {
    readRequest(message)
      .then((request) => {
        requests.push(request);
        return answer(state, request, response);
      })
      .catch((thrown: unknown) => fail(response, thrown));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    setRounds(rounds) {
      state.rounds = rounds;
      state.next = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface State {
  rounds: FakeModelRounds;
  next: number;
  calls: number;
  readonly strict: boolean;
}

async function readRequest(message: IncomingMessage): Promise<FakeModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { method = '', url: path = '', headers } = message;
  return { method, path, headers, text, body: text === '' ? undefined : parseTrusted(text) };
}

/** A script that throws, or a client that went away. */
function fail(response: ServerResponse, thrown: unknown): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else void sendReply(response, errorReply(500, `The fake server failed: ${messageOf(thrown)}`), {});
}

/** Answers what the round in turn says. */
async function answer(state: State, request: FakeModelRequest, response: ServerResponse): Promise<void> {
  const route = `${request.method} ${request.path.split('?')[0]}`;
  if (route === 'GET /v1/models') return sendReply(response, jsonReply(200, models), {});
  if (route !== 'POST /v1/chat/completions') return sendReply(response, errorReply(404, `Invalid URL (${route})`), {});
  const refusal = state.strict ? checkChatRequest(request.body) : undefined;
  if (refusal !== undefined) return sendReply(response, errorReply(400, refusal), {});

  const index = state.next;
  state.next += 1;
  const scripted = typeof state.rounds === 'function' ? state.rounds(request, index) : state.rounds[index];
  if (scripted === undefined) {
    const message = `The script has no more rounds: request ${index + 1} came.`;
    return sendReply(response, errorReply(400, message), {});
  }
  const round = withFailure(scripted);
  if (round.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, round.delayMs));
  const callId: CallIds = (call) => {
    if (call.id !== undefined) return call.id;
    state.calls += 1;
    return `call_${state.calls}`;
  };
  const reply = planReply(round, request, { answerId: `chatcmpl-fake${index + 1}`, callId });
  if (reply === 'hang') return;
  if (reply === 'reset') response.socket?.resetAndDestroy();
  else await sendReply(response, reply, round);
}

const models = {
  object: 'list',
  data: [{ id: 'fake-model', object: 'model', created: 1_760_000_000, owned_by: 'toolwright' }],
};
