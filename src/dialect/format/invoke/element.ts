import { maxCallLength } from '../../dialect.js';
import { type Input, type Reading, Stops } from '../../read/input.js';
import { Ahead } from './ahead.js';

/** The text of an element up to its close, which is taken; undefined when the message ends before it. */
export function* readElement(input: Input, close: string): Reading<string | undefined> {
  const stops = new Stops([close]);
  let text = '';
  for (;;) {
    const { text: piece, stop } = yield* input.until(stops, maxCallLength - text.length);
    text += piece;
    if (stop === undefined) return undefined;
    input.at += stop.length;
    // Only another tag can stand behind it.
    const ahead = new Ahead(input);
    yield* ahead.space();
    const next = yield* ahead.peek();
    if (next === '<' || next === '') return text;
    text += stop;
  }
}
