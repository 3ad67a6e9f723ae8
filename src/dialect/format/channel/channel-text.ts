import { CodeWatch } from '../../read/code-watch.js';
import type { Body } from '../../read/grammar.js';
import { isSpace, type Reading, Stops } from '../../read/input.js';

export interface ChannelMarks {
  /** Tokens that end what is said in a channel; they are taken. */
  readonly ends: readonly string[];
  /** Tokens that open the next message, where one of these follows; they are not taken. */
  readonly next: readonly { readonly token: string; readonly before: RegExp }[];
}

/** The most characters behind a token that tell what it is. */
const ahead = 40;

/**
 * Reads what is said in a channel up to the token that ends it, and hands it on as it comes. A token that is quoted as
 * code, or stands behind a blank in a sentence, is part of what is said: the tokens of the format follow the last word.
 */
export function createChannelText({
  ends,
  next,
}: ChannelMarks): (body: Body, say: (text: string) => void) => Reading<void> {
  const stops = new Stops([...ends, ...next.map(({ token }) => token)]);
  const tokens = [...ends, ...next.map(({ token }) => token)];
  return function* read({ input }, say) {
    const watch = new CodeWatch();
    let last = 0x0a;
    const take = (text: string): void => {
      for (let at = 0; at < text.length; at += 1) watch.take(text.charCodeAt(at));
      last = text.charCodeAt(text.length - 1);
      say(text);
    };
    for (;;) {
      const stop = yield* input.pour(stops, take);
      if (stop === undefined) return;
      yield* input.has(stop.length + ahead);
      const behind = input.text.slice(input.at + stop.length, input.at + stop.length + ahead);
      const opens = next.find(({ token }) => token === stop);
      if (opens === undefined) {
        if (!watch.quoted || behind.trim() === '' || tokens.some((token) => behind.trimStart().startsWith(token))) {
          input.at += stop.length;
          return;
        }
      } else if (!watch.quoted && (!isSpace(last) || watch.atLineStart) && opens.before.test(behind)) return;
      input.at += stop.length;
      take(stop);
    }
  };
}
