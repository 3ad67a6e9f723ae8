import { columnsOf, type Host, isTerminal } from '../host.js';
import { fillParagraph } from '../layout.js';

/** What the chat writes on. While a question is open, everything else waits. */
export interface Screen {
  write(text: string): void;
  line(text: string): void;
  /** Words for people, filled to the width of the terminal. */
  prose(text: string): void;
  hold(): void;
  release(): void;
}

export function createScreen({ stdout, outputGone }: Pick<Host, 'stdout' | 'outputGone'>): Screen {
  const width = isTerminal(stdout) ? () => columnsOf(stdout) : undefined;
  let held: string[] | undefined;
  const write = (text: string): void => {
    if (outputGone()) return;
    if (held === undefined) stdout.write(text);
    else held.push(text);
  };
  return {
    write,
    line: (text) => write(`${text}\n`),
    prose: (text) => write(`${width === undefined ? text : fillParagraph(text, width() ?? 80)}\n`),
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
