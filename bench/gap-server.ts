import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderCall, renderTextStream } from './chat-stream.js';
import { echo } from './echo-script.js';

/** What the server saw of the requests since it was last asked. */
export interface Gaps {
  readonly requests: number;
  /** Microseconds between the end of an answer that calls and the end of the request that follows, all together. */
  readonly gapUs: number;
}

/**
 * A chat completions server in a process of its own that times its client. It asks for one call a round, as many rounds
 * as the path says (`/60/chat/completions`), then answers with text. Its own work is outside of what it times: the clock
 * runs from the moment an answer was sent whole to the moment the next request is there whole. Any message to the
 * process is answered with the gaps so far, which begin anew. Ends with its parent.
 */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const now = performance.now();
    if (sentAt !== undefined) gapMs += now - sentAt;
    sentAt = undefined;
    requests += 1;
    const round = countOf(Buffer.concat(chunks), '"role":"tool"');
    const calls = round < Number(request.url?.split('/')[1]);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(calls ? callOf(round) : text);
    response.end();
    response.on('finish', () => {
      if (calls) sentAt = performance.now();
    });
  });
});
let sentAt: number | undefined;
let gapMs = 0;
let requests = 0;

const text = renderTextStream();
const rendered: Buffer[] = [];

server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  const gaps: Gaps = { requests, gapUs: gapMs * 1000 };
  gapMs = 0;
  requests = 0;
  sentAt = undefined;
  process.send?.(gaps);
});
process.on('disconnect', () => process.exit());

function callOf(round: number): Buffer {
  const args = JSON.stringify({ text: `round ${round}` });
  const bytes = rendered[round] ?? renderCall({ id: `call_${round}`, name: echo.name, arguments: args });
  rendered[round] = bytes;
  return bytes;
}

function countOf(bytes: Buffer, words: string): number {
  let count = 0;
  for (let at = bytes.indexOf(words); at !== -1; at = bytes.indexOf(words, at + words.length)) count += 1;
  return count;
}
