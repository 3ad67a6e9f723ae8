import { columnsOf, type Host, isTerminal } from '../host.js';
import { fillParagraph } from '../layout.js';

/** What the chat writes on. While a question is open, everything else waits. */
export interface Screen {
  write(text: string): void;
  line(text: string): void;
  /** Words for people, filled to the width of the terminal. */
  prose(text: string): void;
  /** Ends the line that is on its way, if one is, and makes everything wait. */
  hold(): void;
  release(): void;
}

export function createScreen({ stdout, outputGone }: Pick<Host, 'stdout' | 'outputGone'>): Screen {
  const width = isTerminal(stdout) ? () => columnsOf(stdout) : undefined;
  let held: string[] | undefined;
  let midLine = false;
  /** The line was ended by `hold`: whoever wrote it will end it too. */
  let brokenLine = false;
  const write = (text: string): void => {
    if (outputGone() || text === '') return;
    if (held !== undefined) {
      held.push(text);
      return;
    }
    const rest = brokenLine && text.startsWith('\n') ? text.slice(1) : text;
    brokenLine = false;
    midLine = rest !== '' && !rest.endsWith('\n');
    stdout.write(rest);
  };
  return {
    write,
    line: (text) => write(`${text}\n`),
    prose: (text) => write(`${width === undefined ? text : fillParagraph(text, width() ?? 80)}\n`),
    hold() {
      // What is drawn by then would be drawn over by a prompt.
      if (midLine) {
        write('\n');
        brokenLine = true;
      }
      held ??= [];
    },
    release() {
      const waiting = held ?? [];
      held = undefined;
      for (const text of waiting) write(text);
    },
  };
}
