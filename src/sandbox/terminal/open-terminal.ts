import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { messageOf, systemCode } from '../../base/error.js';
import type { TerminalSize } from '../../tool/port.js';
import { openMasters } from '../other-descriptors.js';

/** A pseudoterminal of which one end is ours, and the other the program's. */
export interface OpenedTerminal {
  /** The program's end, for its three streams. */
  readonly slave: number;
  /** Where the program's end is in the file system. */
  readonly path: string;
  /** The program has its end: ours of it is closed, so that the last one to close it is the program. */
  handOver(): void;
  /** Nothing more is read while what was given to `onOutput` is still dealt with. */
  read(onOutput: (chunk: Uint8Array) => void | Promise<void>): void;
  /** Resolves once it was taken, however slowly it is read; false when nobody reads it any more. */
  write(chunk: string | Uint8Array): Promise<boolean>;
  resize(size: TerminalSize): void;
  /** Resolves when all that was printed was given out, or after a while, and closes it. */
  drained(): Promise<void>;
}

const maxDrainMs = 1000;

/** Throws where the system, or the package for it, has no terminals. */
export async function openTerminal({ columns, rows }: TerminalSize): Promise<OpenedTerminal> {
  const binding = await loadBinding();
  const { master, slave: given, pty: path } = binding.open(columns, rows);
  const slave = openAgain(path, [master, given]);
  openMasters().add(master);
  closeSync(given);
  const stream = new ReadStream(master);
  let hasSlave = true;
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    stream.once('close', () => {
      isClosed = true;
      openMasters().delete(master);
      resolve();
    });
  });
  // That nobody has the other end any more is told as an error; it is how every terminal ends.
  stream.on('error', () => stream.destroy());
  stream.pause();

  const handOver = (): void => {
    if (hasSlave) closeSync(slave);
    hasSlave = false;
  };
  return {
    slave,
    path,
    handOver,
    read(onOutput) {
      stream.on('data', (chunk: Uint8Array) => {
        const taken = onOutput(chunk);
        if (taken === undefined) return;
        stream.pause();
        void taken.then(() => stream.resume());
      });
      stream.resume();
    },
    write: createWriter(master, () => isClosed || stream.destroyed),
    resize: (size) => {
      if (!isClosed && !stream.destroyed) binding.resize(master, size.columns, size.rows);
    },
    async drained() {
      handOver();
      const timer = setTimeout(() => stream.destroy(), maxDrainMs);
      stream.resume();
      await closed;
      clearTimeout(timer);
    },
  };
}

/** The one that was given does not block, which whoever has it notices, and is left open in every program. */
function openAgain(path: string, opened: readonly number[]): number {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  } catch (error) {
    for (const descriptor of opened) closeSync(descriptor);
    throw error;
  }
}

/** What is used of the native part of the package. */
interface PtyBinding {
  open(columns: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string };
  resize(master: number, columns: number, rows: number): void;
}

interface BinaryLoader {
  requireBinary(file: 'pty.node'): PtyBinding;
}

async function loadBinding(): Promise<PtyBinding> {
  try {
    // @ts-expect-error The package has types for what starts processes itself, which is not used.
    const loader = (await import('@lydell/node-pty/requireBinary.js')) as BinaryLoader;
    return loader.requireBinary('pty.node');
  } catch (error) {
    throw new Error(`there are no terminals on this system: ${messageOf(error).split('\n', 1)[0]}`);
  }
}

/** Between two tries to write to a program that does not read. */
const retryMs = 10;

/** What is written goes out in order. It never blocks: a program that does not read would hold everything up. */
function createWriter(master: number, isGone: () => boolean): OpenedTerminal['write'] {
  let last: Promise<unknown> = Promise.resolve();
  const writeAll = async (bytes: Uint8Array): Promise<boolean> => {
    for (let at = 0; at < bytes.length; ) {
      if (isGone()) return false;
      try {
        at += writeSync(master, bytes, at);
      } catch (error) {
        if (systemCode(error) !== 'EAGAIN') return false;
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
    return true;
  };
  return (chunk) => {
    const written = last.then(() => writeAll(Buffer.from(chunk)));
    last = written;
    return written;
  };
}
