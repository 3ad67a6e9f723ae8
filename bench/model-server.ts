import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  /** When it was there whole, by the clock of this process. */
  readonly at: number;
  readonly body: string;
}

/** A chat completions server in this process, which starts the programs that ask it. */
export interface ModelServer {
  readonly baseUrl: string;
  /** The requests since they were last taken. */
  take(): readonly SeenRequest[];
  close(): Promise<void>;
}

export async function startModelServer(answer: (body: string) => Buffer): Promise<ModelServer> {
  let seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const at = performance.now();
      const body = Buffer.concat(chunks).toString();
      seen.push({ at, body });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(answer(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
