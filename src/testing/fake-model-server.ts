import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../base/error.js';
import { parseTrusted } from '../base/trusted-json.js';
import { fakeAnthropic } from './fake-anthropic.js';
import type { FakeApi, FakeIds, FakeModel } from './fake-api.js';
import { fakeGemini } from './fake-gemini.js';
import { planReply, sendReply } from './fake-model-reply.js';
import type { FakeModelRequest, FakeModelRounds } from './fake-model-round.js';
import { fakeOllama } from './fake-ollama.js';
import { fakeOpenAiChat } from './fake-openai-chat.js';
import { fakeOpenAiResponses } from './fake-openai-responses.js';

export interface FakeModelServerOptions {
  readonly rounds: FakeModelRounds;
  /** Default: a free one. */
  readonly port?: number;
  /** The models it says it has; default `fake-model`. */
  readonly models?: readonly FakeModel[];
  /** Refuse what the true servers refuse, such as a call without its result; default true. */
  readonly strict?: boolean;
}

export interface FakeModelServer {
  /** The base URL of most APIs, such as `http://127.0.0.1:41234/v1`. */
  readonly url: string;
  /** Without a path, such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** Every request so far, in the order they came. */
  readonly requests: readonly FakeModelRequest[];
  /** Puts another script in place; it starts with its first round. */
  setRounds(rounds: FakeModelRounds): void;
  /** Closes every connection, also those that hang. */
  close(): Promise<void>;
}

/** A model server on 127.0.0.1 that speaks the providers' APIs, each at its own path, and answers what the script says. */
export async function startFakeModelServer(options: FakeModelServerOptions): Promise<FakeModelServer> {
  const requests: FakeModelRequest[] = [];
  const state = {
    rounds: options.rounds,
    next: 0,
    calls: 0,
    strict: options.strict ?? true,
    models: options.models ?? [{ name: 'fake-model' }],
  };
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
    origin: `http://127.0.0.1:${port}`,
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
  readonly models: readonly FakeModel[];
}

const apis: readonly FakeApi[] = [fakeAnthropic, fakeOpenAiChat, fakeOpenAiResponses, fakeGemini, fakeOllama];

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
  else void sendReply(response, fakeOpenAiChat.error(500, `The fake server failed: ${messageOf(thrown)}`), {});
}

/** Answers what the round in turn says. */
async function answer(state: State, request: FakeModelRequest, response: ServerResponse): Promise<void> {
  const route = `${request.method} ${request.path.split('?')[0]}`;
  for (const api of apis) {
    const aside = api.aside?.(route, request, state.models);
    if (aside !== undefined) return sendReply(response, aside, {});
  }
  const api = apis.find((one) => one.asks(route));
  if (api === undefined) return sendReply(response, fakeOpenAiChat.error(404, `Invalid URL (${route})`), {});
  const refusal = state.strict ? api.check(request) : undefined;
  if (refusal !== undefined) return sendReply(response, api.error(400, refusal), {});

  const index = state.next;
  state.next += 1;
  const round = typeof state.rounds === 'function' ? state.rounds(request, index) : state.rounds[index];
  if (round === undefined) {
    const message = `The script has no more rounds: request ${index + 1} came.`;
    return sendReply(response, api.error(400, message), {});
  }
  if (round.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, round.delayMs));
  const ids: FakeIds = {
    answer: index + 1,
    call: (call) => {
      if (call.id !== undefined) return call.id;
      state.calls += 1;
      return `call_${state.calls}`;
    },
  };
  const reply = planReply(api, round, { request, ids });
  if (reply === 'hang') return;
  if (reply === 'reset') response.socket?.resetAndDestroy();
  else await sendReply(response, reply, round);
}
