import { createServer, type Socket } from 'node:net';
import type { Fact } from '../../tool/fact.js';
import type { InputTaken } from '../command-input.js';
import { jsonLine, onJsonLines } from './json-lines.js';
import { listenIn } from './keeper-socket.js';
import type { KeptEnd } from './kept-files.js';

/** What is said to a keeper: the token first. */
export type ToKeeper =
  | { readonly token: string }
  | { readonly id: number; readonly write: string; readonly end: boolean }
  | { readonly stop: 'call' | 'person' };

/** What a keeper says: how far the output has come and where it was connected to, at first and with all that is new. */
export type FromKeeper =
  | { readonly bytes: number; readonly connected: readonly Fact[] }
  | { readonly id: number; readonly taken: InputTaken }
  | { readonly end: KeptEnd };

export interface KeeperContext {
  readonly token: string;
  state(): FromKeeper & { readonly bytes: number };
  write(input: { readonly text: string; readonly end: boolean }): Promise<InputTaken>;
  stop(by: 'call' | 'person'): void;
}

const maxConnections = 16;
/** A stranger who says nothing is not waited for. */
const helloMs = 5000;
/** Output comes in many pieces: so often it is told at most. */
const tellMs = 50;
const endMs = 1000;

/** Listens in the folder of a kept command for those who know its token. */
export async function openKeeperServer(folder: string, context: KeeperContext) {
  const friends = new Set<Socket>();
  const all = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;
  const server = createServer((socket) => {
    all.add(socket);
    const hello = setTimeout(() => socket.destroy(), helloMs);
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(hello);
      friends.delete(socket);
      all.delete(socket);
    });
    onJsonLines(socket, (said) => {
      if (friends.has(socket)) return answer(socket, said as ToKeeper, context);
      if ((said as { readonly token?: unknown }).token !== context.token) return void socket.destroy();
      clearTimeout(hello);
      friends.add(socket);
      say(socket, context.state());
    });
  });
  server.maxConnections = maxConnections;
  const release = await listenIn(server, folder);
  return {
    /** There is more to tell. */
    tell(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const socket of friends) say(socket, context.state());
      }, tellMs);
    },
    /** Tells the end, and lets nobody in any more. */
    async end(end: KeptEnd): Promise<void> {
      clearTimeout(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of all) {
        if (friends.has(socket)) {
          say(socket, context.state());
          socket.end(jsonLine({ end } satisfies FromKeeper));
        } else socket.destroy();
      }
      const late = setTimeout(() => {
        for (const socket of all) socket.destroy();
      }, endMs);
      await closed;
      clearTimeout(late);
      release();
    },
  };
}

function answer(socket: Socket, said: ToKeeper, { write, stop }: KeeperContext): void {
  if ('stop' in said) stop(said.stop);
  if (!('write' in said)) return;
  const { id, write: text, end } = said;
  void write({ text, end }).then((taken) => say(socket, { id, taken }));
}

/** One that does not read is not written to for ever. */
function say(socket: Socket, said: FromKeeper): void {
  if (socket.writableLength > maxUnread) socket.destroy();
  else socket.write(jsonLine(said));
}

const maxUnread = 4 * 2 ** 20;
