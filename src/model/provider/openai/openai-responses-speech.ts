import type { ModelEvent } from '../../model.js';
import type { OutputItem } from './openai-responses-output.js';

/** Says the text and the reasoning of the items of an answer, each item and each part of a summary as a paragraph. */
export interface Speech {
  /** How many characters were said. */
  readonly length: number;
  say(item: OutputItem, text: string): void;
  think(item: OutputItem, text: string, part: unknown): void;
}

export function createSpeech(emit: (event: ModelEvent) => void): Speech {
  let said = 0;
  let thought = 0;
  let newline = true;

  const sayText = (text: string): void => {
    said += text.length;
    newline = text.endsWith('\n');
    emit({ type: 'text', text });
  };

  return {
    get length() {
      return said + thought;
    },
    say(item, text) {
      if (item.read === 0) {
        if (!newline) sayText('\n\n');
        item.from = said;
      }
      sayText(text);
      item.read += text.length;
      item.to = said;
    },
    think(item, text, part) {
      const index = typeof part === 'number' ? part : item.part;
      if (item.read === 0 ? thought > 0 : index !== item.part) emit({ type: 'reasoning', text: '\n\n' });
      item.part = index;
      item.read += text.length;
      thought += text.length;
      emit({ type: 'reasoning', text });
    },
  };
}
