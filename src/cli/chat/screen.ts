import type { Host } from '../host.js';

/** What the chat writes on. While a question is open, everything else waits. */
export interface Screen {
  write(text: string): void;
  line(text: string): void;
  hold(): void;
  release(): void;
}

export function createScreen({ stdout, outputGone }: Pick<Host, 'stdout' | 'outputGone'>): Screen {
  let held: string[] | undefined;
  const write = (text: string): void => {
    if (outputGone()) return;
    if (held === undefined) stdout.write(text);
    else held.push(text);
  };
  return {
    write,
    line: (text) => write(`${text}\n`),
    hold() {
      held ??= [];
    },
    release() {
      const waiting = held ?? [];
      held = undefined;
      for (const text of waiting) write(text);
    },
  };
}
