import { createServer, type Socket } from 'node:net';

export interface RawServer {
  readonly baseUrl: string;
  /** What the next requests are answered with. */
  answerWith(answer: (socket: Socket) => void): void;
  readonly requests: number;
  close(): void;
}

/** A server that answers each request as it is told, byte for byte. */
export async function startRawServer(): Promise<RawServer> {
  let answer: (socket: Socket) => void = (socket) => socket.destroy();
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let text = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      const body = text.indexOf('\r\n\r\n') + 4;
      if (length === undefined || text.length < body + Number(length)) return;
      text = '';
      requests += 1;
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    answerWith(next) {
      answer = next;
    },
    get requests() {
      return requests;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
export const chunked = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
export const plain = (status: string, headers: readonly string[], body: string): string =>
  `HTTP/1.1 ${[status, ...headers, `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`;
