import { createSafeStream, safeText } from '../safe-text.js';
import type { Style } from './style.js';

/** Where a turn is shown: the model's text as it comes, and whole lines about everything else. */
export interface TurnSink {
  answer(text: string): void;
  note(line: string): void;
}

/** Keeps the streamed text and the lines between it apart. */
export type TurnWriter = ReturnType<typeof createTurnWriter>;

export function createTurnWriter(sink: TurnSink, style: Style) {
  let stream = createSafeStream();
  let kind: 'text' | 'reasoning' = 'text';
  let midLine = false;
  let said = false;

  const write = (shown: string): void => {
    if (shown === '') return;
    midLine = !shown.endsWith('\n');
    if (kind === 'text') said ||= /\S/.test(shown);
    sink.answer(kind === 'text' ? shown : style.dim(shown));
  };
  const finishText = (): void => {
    write(stream.end());
    stream = createSafeStream();
    if (midLine) sink.answer('\n');
    midLine = false;
  };
  const push = (wanted: 'text' | 'reasoning', delta: string): void => {
    if (kind !== wanted) finishText();
    kind = wanted;
    write(stream.push(delta));
  };

  return {
    /** Whether any of the model's text was shown since the last `reset`. */
    get said() {
      return said;
    },
    text: (delta: string) => push('text', delta),
    reasoning: (delta: string) => push('reasoning', delta),
    /** Ends the text that is on its way, and its line. */
    finishText,
    note(line: string) {
      finishText();
      sink.note(line);
    },
    reset() {
      said = false;
    },
  };
}

/** A message of ours or of a server, on as many lines as it has. */
export const alertLine = (style: Style, message: string): string => style.yellow(`! ${safeText(message)}`);
