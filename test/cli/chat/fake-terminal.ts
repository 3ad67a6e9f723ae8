import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { onTestFinished } from 'vitest';
import type { ChatInput } from '../../../src/cli/chat/input.js';
import { createTerminalInput } from '../../../src/cli/chat/terminal-input.js';

/** A terminal without a process: what is typed reaches the real line editor, what is drawn is kept. */
export interface FakeTerminal {
  readonly input: ChatInput;
  readonly stdout: WriteStream;
  type(keys: string): void;
  text(): string;
  /** Resolves when the text holds this, that often. */
  sees(wanted: string, times?: number): Promise<void>;
}

export function fakeTerminal(size: { readonly rows?: number; readonly columns?: number } = {}): FakeTerminal {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, rows: size.rows ?? 40, columns: size.columns ?? 100 });
  let drawn = '';
  const waiting = new Set<() => void>();
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    drawn += chunk;
    for (const look of waiting) look();
  });
  const input = createTerminalInput({
    stdin: stdin as unknown as ReadStream,
    stdout: stdout as unknown as WriteStream,
  });
  onTestFinished(() => input.close());
  return {
    input,
    stdout: stdout as unknown as WriteStream,
    type: (keys) => void stdin.write(keys),
    text: () => drawn,
    sees: (wanted, times = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (drawn.split(wanted).length - 1 < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
