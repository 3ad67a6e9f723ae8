import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderCallStream, renderTextStream } from './chat-stream.js';

/**
 * A chat completions server in a process of its own, with its bytes rendered beforehand: the clients are measured, not
 * this. The path says how long the arguments are: `/262144/chat/completions`. Ends with its parent.
 */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const answered = Buffer.concat(chunks).includes('"role":"tool"');
    const characters = Number(request.url?.split('/')[1]);
    void send(response, answered ? text : callStream(characters));
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());

const text = renderTextStream();
const rendered = new Map<number, Buffer>();
const sliceBytes = 64 * 1024;

function callStream(characters: number): Buffer {
  const bytes = rendered.get(characters) ?? renderCallStream(characters);
  rendered.set(characters, bytes);
  return bytes;
}

async function send(response: ServerResponse, bytes: Buffer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (!response.write(bytes.subarray(at, at + sliceBytes))) {
      await new Promise<void>((resolve) => response.once('drain', resolve));
    }
  }
  response.end();
}
