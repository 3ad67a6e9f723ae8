import type { ReadStream, WriteStream } from 'node:tty';
import { ToolwrightError } from '../base/error.js';

/**
 * What the program is given by its surroundings: the environment, the folder and the input are read of `process` here
 * only. Signals and the end of the process are dealt with where they matter: the chat, `run`, `leave.ts` and `main.ts`.
 */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: ReadStream | NodeJS.ReadableStream;
  readonly stdout: WriteStream | NodeJS.WritableStream;
  readonly stderr: WriteStream | NodeJS.WritableStream;
  /** Whether the reader of stdout went away. */
  readonly outputGone: () => boolean;
  /** Told once, when the reader of stdout goes away. */
  onOutputGone(listener: () => void): void;
}

export function processHost(): Host {
  const listeners = new Set<() => void>();
  let gone = false;
  for (const stream of [process.stdout, process.stderr]) {
    // A reader that stops early (head, a closed pager) is no failure of ours.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
      if (gone) return;
      gone = true;
      for (const listener of listeners) listener();
    });
  }
  return {
    env: process.env,
    get cwd() {
      return currentFolder();
    },
    // Opened by those who read it: that takes a moment.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    outputGone: () => gone,
    onOutputGone: (listener) => listeners.add(listener),
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new ToolwrightError('workspace-missing', 'The current folder is gone: change to another one.');
  }
}

export const isTerminal = (stream: object): boolean => (stream as { isTTY?: boolean }).isTTY === true;

/** How wide the terminal is; undefined where there is none, or it does not tell. */
export function columnsOf(stream: object): number | undefined {
  const { columns } = stream as { columns?: number };
  return isTerminal(stream) && columns !== undefined && columns > 0 ? columns : undefined;
}
