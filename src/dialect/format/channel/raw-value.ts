import { maxCallLength } from '../../dialect.js';
import { type Input, type Reading, Stops } from '../../read/input.js';

export interface RawValue {
  readonly text: string;
  /** Whether its close was found, which was taken. */
  readonly closed: boolean;
}

/**
 * A value that is written as it is. Its close counts only where something stands behind it that can; any other one is
 * part of the value.
 */
export function createRawValue(
  close: readonly string[],
  behind: readonly string[],
): (input: Input) => Reading<RawValue> {
  const stops = new Stops(close);
  return function* read(input) {
    let text = '';
    for (;;) {
      const found = yield* input.until(stops, maxCallLength - text.length);
      text += found.text;
      if (found.stop === undefined) return { text, closed: false };
      input.at += found.stop.length;
      const space = yield* input.space();
      const follows = yield* input.seesOne(behind);
      if (follows !== undefined || (yield* input.peek()) === '') return { text, closed: true };
      text += found.stop + space;
    }
  };
}
