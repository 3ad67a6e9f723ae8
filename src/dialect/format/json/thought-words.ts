import type { Opener } from '../../read/grammar.js';
import { Stops } from '../../read/input.js';

export interface ThoughtWords {
  /** What the reasoning begins with, at the start of the message. */
  readonly open: string;
  /** What ends it; it is left out. */
  readonly close: readonly string[];
  /** What opens calls, which ends it too. */
  readonly calls: readonly string[];
}

/**
 * Reasoning that is told apart by plain words. Any answer may begin with them, so it waits for its end, and without one
 * it is text.
 */
export function thoughtWords(dialect: string, { open, close, calls }: ThoughtWords): Opener {
  const stops = new Stops([...close, ...calls]);
  return {
    dialect,
    text: open,
    at: 'start',
    *read({ input, think }) {
      const { text, stop } = yield* input.until(stops);
      if (stop === undefined) return 'text';
      think(text.trim());
      if (close.includes(stop)) {
        input.at += stop.length;
        yield* input.space();
      }
      return 'closed';
    },
  };
}
