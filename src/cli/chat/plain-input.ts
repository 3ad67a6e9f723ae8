import { createInterface } from 'node:readline';
import { type Host, isTerminal } from '../host.js';
import type { ChatInput, Entered, ReadOptions } from './input.js';

/** Lines as they come, from a pipe or a terminal that can do nothing: no editing, no escape codes. */
export function createPlainInput({ stdin, stdout }: Pick<Host, 'stdin' | 'stdout'>): ChatInput {
  const interactive = isTerminal(stdin);
  const lines = createInterface({ input: stdin, terminal: false });
  const waiting: string[] = [];
  let reading: ((entered: Entered) => void) | undefined;
  let ended = false;
  let interrupted: () => void = () => {};
  let typed: () => void = () => {};

  lines.on('line', (text) => {
    if (reading !== undefined) return reading({ type: 'line', text });
    waiting.push(text);
    // The lines of a script are its messages, one after another.
    if (interactive) typed();
  });
  lines.on('close', () => {
    ended = true;
    reading?.({ type: 'end' });
  });

  const read = ({ prompt, kind, signal }: ReadOptions): Promise<Entered> =>
    new Promise((resolve) => {
      // A person's answer is what they typed after they saw the question; a script's is simply its next line.
      if (interactive && kind === 'answer') waiting.length = 0;
      if (interactive && kind !== 'steering') stdout.write(prompt);
      const next = waiting.shift();
      if (next !== undefined) return resolve({ type: 'line', text: next });
      if (ended) return resolve({ type: 'end' });
      const withdraw = (): void => reading?.({ type: 'withdrawn' });
      reading = (entered) => {
        reading = undefined;
        signal?.removeEventListener('abort', withdraw);
        if (interactive && entered.type !== 'line') stdout.write('\n');
        resolve(entered);
      };
      signal?.addEventListener('abort', withdraw);
      if (signal?.aborted === true) withdraw();
    });

  return {
    interactive,
    read,
    onTyped(listener) {
      typed = listener;
      if (interactive && waiting.length > 0) typed();
    },
    onInterrupt(listener) {
      interrupted = listener;
    },
    interrupt: () => (reading === undefined ? interrupted() : reading({ type: 'interrupt' })),
    close() {
      lines.close();
      stdin.pause();
    },
  };
}
