import type { AnswerDraft } from '../create-reader.js';
import type { OutputItem } from './openai-responses-output.js';

/** Says the text and the reasoning of the items of an answer, each item and each part of a summary as a paragraph. */
export function createSpeech(draft: AnswerDraft) {
  let said = 0;
  let thought = false;
  let newline = true;

  const sayText = (text: string): void => {
    said += text.length;
    newline = text.endsWith('\n');
    draft.say('text', text);
  };

  return {
    say(item: OutputItem, text: string) {
      if (item.read === 0) {
        if (!newline) sayText('\n\n');
        item.from = said;
      }
      sayText(text);
      item.read += text.length;
      item.to = said;
    },
    think(item: OutputItem, text: string, part: unknown) {
      const index = typeof part === 'number' ? part : item.part;
      if (item.read === 0 ? thought : index !== item.part) draft.emit({ type: 'reasoning', text: '\n\n' });
      item.part = index;
      item.read += text.length;
      thought = true;
      draft.say('reasoning', text);
    },
  };
}
