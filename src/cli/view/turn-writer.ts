import { createSafeStream, safeText } from '../safe-text.js';
import type { Style } from './style.js';

/** Where a turn is shown: the model's text as it comes, and whole lines about everything else. */
export interface TurnSink {
  answer(text: string): void;
  note(line: string): void;
}

/** Keeps the streamed text and the lines between it apart. */
export interface TurnWriter {
  /** Whether any of the model's text was shown since the last `reset`. */
  readonly said: boolean;
  text(delta: string): void;
  reasoning(delta: string): void;
  /** Ends the text that is on its way, and its line. */
  finishText(): void;
  note(line: string): void;
  reset(): void;
}

export function createTurnWriter(sink: TurnSink, style: Style): TurnWriter {
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
    get said() {
      return said;
    },
    text: (delta) => push('text', delta),
    reasoning: (delta) => push('reasoning', delta),
    finishText,
    note(line) {
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
