import type { CommandNews } from '../../../tool/background.js';
import type { BlobPort } from '../../../tool/port.js';
import { createOutputWindow, type OutputWindow } from '../output-window.js';

/** The output of a command that is read from time to time: what is new waits in bounded memory until it is taken. */
export interface OutputFeed {
  push(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void;
  /** Nothing more comes. */
  end(): void;
  /** Bytes that wait. */
  readonly unread: number;
  /** Whether what was pushed last ends a line. */
  readonly endsLine: boolean;
  take(): Promise<CommandNews>;
  discard(): void;
}

interface FeedOptions {
  readonly blobs: BlobPort;
  readonly maxChars: number;
}

export function createOutputFeed(options: FeedOptions): OutputFeed {
  const cut: Record<'stdout' | 'stderr', Uint8Array> = { stdout: nothing, stderr: nothing };
  let window: OutputWindow | undefined;
  let unread = 0;
  let endsLine = true;

  const add = (chunk: Uint8Array): void => {
    if (chunk.length === 0) return;
    window ??= createOutputWindow(options);
    window.push(chunk);
    unread += chunk.length;
    endsLine = chunk[chunk.length - 1] === lineFeed;
  };

  return {
    push(chunk, stream) {
      const all = cut[stream].length === 0 ? chunk : Buffer.concat([cut[stream], chunk]);
      const end = wholeEnd(all);
      // A copy: the rest of the chunk must not be kept for it.
      cut[stream] = end === all.length ? nothing : Uint8Array.prototype.slice.call(all, end);
      add(end === all.length ? all : all.subarray(0, end));
    },
    end() {
      for (const stream of ['stdout', 'stderr'] as const) {
        add(cut[stream]);
        cut[stream] = nothing;
      }
    },
    get unread() {
      return unread;
    },
    get endsLine() {
      return endsLine;
    },
    async take() {
      const taken = window;
      window = undefined;
      unread = 0;
      return taken === undefined ? { text: '', bytes: 0 } : taken.end();
    },
    discard() {
      window?.discard();
      window = undefined;
      unread = 0;
    },
  };
}

const nothing = new Uint8Array();
const lineFeed = 0x0a;

/** Where the last whole character of UTF-8 ends: half of one waits for its other half. */
function wholeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
