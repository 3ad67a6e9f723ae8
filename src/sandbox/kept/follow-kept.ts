import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endedWithin } from '../../base/ended-within.js';
import type { Fact } from '../../tool/fact.js';
import type { InputTaken } from '../command-input.js';
import { isRunning, killProcess } from '../process-identity.js';
import { jsonLine, onJsonLines } from './json-lines.js';
import type { FromKeeper, ToKeeper } from './keeper-server.js';
import { connectIn } from './keeper-socket.js';
import { type KeptEnd, type KeptRecord, lostEnd, readEnd, readRecord } from './kept-files.js';
import { logEnd } from './output-log.js';

/** A kept command, as others than its keeper see it. */
export interface KeptProcess {
  readonly folder: string;
  readonly record: KeptRecord;
  /** Bytes of its output. */
  readonly bytes: number;
  /** The hosts it has been connected to. */
  readonly connected: readonly Fact[];
  /** Undefined while it runs. */
  readonly end: KeptEnd | undefined;
  readonly ended: Promise<KeptEnd>;
  write(input: { readonly text: string; readonly end: boolean }): Promise<InputTaken>;
  /** Answers when it has ended. A keeper that does not answer is killed, and the command with it. */
  stop(by: 'call' | 'person'): Promise<void>;
  /** Nobody looks any more; it goes on. */
  release(): void;
}

const helloMs = 2000;
const retryMs = 250;
const stopMs = 6000;
const killedMs = 3000;

/** Finds the command in a folder again; undefined when nothing is known of one. */
export async function followKept(folder: string, onNews: () => void = () => {}): Promise<KeptProcess | undefined> {
  const record = readRecord(folder);
  if (record === undefined) return undefined;
  const writes = new Map<number, (taken: InputTaken) => void>();
  let [bytes, lastWrite, released] = [0, 0, false];
  let connected: readonly Fact[] = [];
  let socket: Socket | undefined;
  let end: KeptEnd | undefined;
  let onHello = (): void => {};

  const hear = (said: FromKeeper): KeptEnd | undefined => {
    if ('end' in said) return said.end;
    if ('taken' in said) writes.get(said.id)?.(said.taken);
    else {
      [bytes, connected] = [said.bytes, said.connected];
      onHello();
      onNews();
    }
    return undefined;
  };

  /** Undefined when the connection was lost. */
  const talk = (talking: Socket): Promise<KeptEnd | undefined> =>
    new Promise((resolve) => {
      if (released) talking.destroy();
      socket = talking;
      talking.unref();
      talking.on('error', () => {});
      talking.once('close', () => {
        socket = undefined;
        for (const tell of writes.values()) tell('closed');
        resolve(undefined);
      });
      onJsonLines(talking, (said) => {
        const told = hear(said as FromKeeper);
        if (told !== undefined) resolve(told);
      });
      say(talking, { token: record.token });
    });

  const untilEnd = async (): Promise<KeptEnd | undefined> => {
    while (!released) {
      // In this order: a keeper writes the end down before it ends itself.
      const isHeld = isRunning(record.keeper);
      const written = readEnd(folder);
      if (written !== undefined) return written;
      if (!isHeld) return lostEnd(record, Date.now());
      const found = await connectIn(folder);
      const told = found === undefined ? undefined : await talk(found);
      if (told !== undefined) return told;
      onHello();
      await sleep(retryMs, undefined, { ref: false });
    }
    return undefined;
  };

  const hello = new Promise<void>((resolve) => {
    onHello = resolve;
  });
  const ended = new Promise<KeptEnd>((resolve) => {
    void untilEnd().then((found) => {
      if (found === undefined || released) return;
      end = found;
      bytes = Math.max(bytes, logEnd(folder));
      resolve(found);
      onHello();
      onNews();
    });
  });
  await endedWithin([hello], helloMs);
  return {
    folder,
    record,
    ended,
    get bytes() {
      return bytes;
    },
    get connected() {
      return end?.process.connected ?? connected;
    },
    get end() {
      return end;
    },
    async write({ text, end: last }) {
      const writing = socket;
      if (writing === undefined) return 'closed';
      lastWrite += 1;
      const id = lastWrite;
      const taken = new Promise<InputTaken>((resolve) => void writes.set(id, resolve));
      say(writing, { id, write: text, end: last });
      return taken.finally(() => writes.delete(id));
    },
    async stop(by) {
      if (socket !== undefined) say(socket, { stop: by });
      await endedWithin([ended], stopMs);
      if (end !== undefined) return;
      killProcess(record.keeper);
      await endedWithin([ended], killedMs);
    },
    release() {
      released = true;
      socket?.destroy();
    },
  };
}

const say = (socket: Socket, said: ToKeeper): void => void socket.write(jsonLine(said));
