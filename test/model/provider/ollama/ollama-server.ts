import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Message } from '../../../../src/model/message.js';
import type { FakeModelRequest } from '../../../../src/testing/fake-model-round.js';
import {
  type FakeModelServer,
  type FakeModelServerOptions,
  startFakeModelServer,
} from '../../../../src/testing/fake-model-server.js';

export const hello: readonly Message[] = [{ role: 'user', text: 'Hello' }];
export const never = new AbortController().signal;
export const readFileTool = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

/** A fake server for one test. */
export async function fakeServer(options: FakeModelServerOptions): Promise<FakeModelServer> {
  const server = await startFakeModelServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** The chat requests a fake server got, as their bodies. */
export const chats = ({ requests }: { readonly requests: readonly FakeModelRequest[] }): ChatBody[] =>
  requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body as ChatBody);

export interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: string; readonly [field: string]: unknown }[];
  readonly tools?: readonly unknown[];
  readonly think?: unknown;
  readonly options: { readonly num_ctx?: number; readonly num_predict?: number };
  readonly [field: string]: unknown;
}

type Answer = string | { readonly status: number; readonly body: string } | 'hang';

/** A server that answers each route as a test says, for what the fake one cannot do. */
export async function ownServer(
  answer: (route: string, body: string) => Answer,
): Promise<{ url: string; routes: string[] }> {
  const routes: string[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const route = `${request.method} ${request.url}`;
    routes.push(route);
    const given = answer(route, Buffer.concat(chunks).toString());
    if (given === 'hang') return;
    response.writeHead(typeof given === 'string' ? 200 : given.status, { 'content-type': 'application/json' });
    response.end(typeof given === 'string' ? given : given.body);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, routes };
}

export const answerLine = (text: string): string =>
  `${JSON.stringify({ message: { role: 'assistant', content: text }, done: true, done_reason: 'stop' })}\n`;
