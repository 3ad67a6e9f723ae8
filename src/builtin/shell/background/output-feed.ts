import { createWholeCharacters } from '../../../base/whole-characters.js';
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
  take(): Promise<CommandNews>;
  discard(): void;
}

interface FeedOptions {
  readonly blobs: BlobPort;
  readonly maxChars: number;
}

export function createOutputFeed(options: FeedOptions): OutputFeed {
  let window: OutputWindow | undefined;
  let unread = 0;
  const { push, end } = createWholeCharacters((chunk) => {
    window ??= createOutputWindow(options);
    window.push(chunk);
    unread += chunk.length;
  });
  return {
    push,
    end,
    get unread() {
      return unread;
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
