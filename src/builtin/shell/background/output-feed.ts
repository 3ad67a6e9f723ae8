import { createWholeCharacters } from '../../../base/whole-characters.js';
import type { CommandNews } from '../../../tool/background.js';
import type { BlobPort } from '../../../tool/port.js';
import { createOutputWindow, type OutputWindow } from '../output-window.js';

/** The output of a command that is read from time to time: what is new waits in bounded memory until it is taken. */
export function createOutputFeed(options: { readonly blobs: BlobPort; readonly maxChars: number }) {
  let window: OutputWindow | undefined;
  let unread = 0;
  const { push, end } = createWholeCharacters((chunk) => {
    window ??= createOutputWindow(options);
    window.push(chunk);
    unread += chunk.length;
  });
  return {
    push,
    /** Nothing more comes. */
    end,
    /** Bytes that wait. */
    get unread() {
      return unread;
    },
    async take(): Promise<CommandNews> {
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
