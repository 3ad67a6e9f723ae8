import type { IncomingMessage } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { answer } from './answer.js';
import { type ReachContext, reach } from './reach.js';
import { readServerNames } from './server-name.js';
import { parseAuthority, type Target } from './target.js';

/** Answers CONNECT: what is then encrypted must be for the host that was asked for, as far as it says so. */
export async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  context: ReachContext,
): Promise<void> {
  client.on('error', () => client.destroy());
  const parsed = parseAuthority(request.url ?? '');
  if (!parsed.ok) return answer(client, 400, parsed.message);
  const reached = await reach(parsed.target, context);
  if (!reached.ok) return answer(client, reached.status, reached.message);
  const { socket } = reached;
  if (client.destroyed) return void socket.destroy();
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) client.unshift(head);
  // A server that speaks first is heard at once.
  pipeline(socket, client, () => {});
  const first = await firstBytes(client, parsed.target, context.limits.headerMs);
  if (first === undefined) {
    context.refused.note(parsed.target, 'what is encrypted there is for another host, or for nobody knows whom');
    client.destroy();
    return void socket.destroy();
  }
  socket.write(first);
  pipeline(client, socket, () => {});
}

/** In these a ClientHello comes, unless somebody wants it not to be read. */
const maxBytes = 32_768;
const maxPieces = 64;

/** What a client sends first; undefined when it is TLS for another host, or for nobody knows whom. */
function firstBytes(client: Duplex, target: Target, ms: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let timer: NodeJS.Timeout | undefined;
    const end = (first: Buffer | undefined): void => {
      clearTimeout(timer);
      client.off('data', take).off('end', leave).off('close', leave);
      client.pause();
      resolve(first);
    };
    const leave = (): void => end(Buffer.concat(pieces));
    const take = (piece: Buffer): void => {
      pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      const state = pieces.length > maxPieces ? 'bad' : judgeFirst(bytes, target);
      if (state === 'more') timer ??= setTimeout(() => end(undefined), ms);
      else end(state === 'good' ? bytes : undefined);
    };
    client.on('data', take).once('end', leave).once('close', leave);
  });
}

function judgeFirst(bytes: Buffer, target: Target): 'good' | 'more' | 'bad' {
  const found = readServerNames(bytes);
  if (found.state === 'plain') return 'good';
  if (found.state === 'hello') return found.names.every((name) => isFor(name, target)) ? 'good' : 'bad';
  return found.state === 'more' && bytes.length <= maxBytes ? 'more' : 'bad';
}

const isFor = (name: string, { canonical }: Target): boolean => name.toLowerCase().replace(/\.$/, '') === canonical;
