import type { Opener } from '../read/grammar.js';
import { Stops } from '../read/input.js';
import { startsKnownCall } from './starts.js';

/** The header of the turn, which belongs to the prompt: left out where the message begins with it. */
export const turnHeader = (text: string): Opener => ({
  text,
  at: 'start',
  *read({ input }) {
    yield* input.space();
    return 'closed';
  },
});

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
export function thoughtWords({ open, close, calls }: ThoughtWords): Opener {
  const stops = new Stops([...close, ...calls]);
  return {
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

/** Calls at the start of the message whose marks a server has left out: they name a tool which was offered. */
export const bareCalls = (form: 'object' | 'list', read: Opener['read']): Opener => ({
  text: form === 'list' ? '[' : '{',
  at: 'start',
  starts: form === 'list' ? startsKnownCall('{', '"name"', ':', '"') : startsKnownCall('"name"', ':', '"'),
  read: withOpener(read),
});

/** What opened it belongs to what is read. */
export const withOpener =
  (read: Opener['read']): Opener['read'] =>
  (body) => {
    body.input.at -= body.opener.length;
    return read(body);
  };
