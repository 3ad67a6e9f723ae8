import { words } from '../../base/text.js';
import type { Thought } from '../read/grammar.js';

/** How most models mark their reasoning. */
export const thinkTags: readonly Thought[] = [
  { open: '<think>', close: '</think>', at: 'line' },
  { open: '<thinking>', close: '</thinking>', at: 'line' },
];

/** What ends a turn, with one model or another. Servers leave it in the text at times; it is no word of an answer. */
export const turnEnds: readonly string[] = words(`
  <|im_end|> <|endoftext|> <|end_of_text|> <|eot_id|> <|eom_id|> <|eot|> <|eom|> <|end|> <|eos|> <|END_OF_TURN_TOKEN|>
  <｜end▁of▁sentence｜> <end_of_sentence> <end_of_turn> <eos> </s> </longcat_s> <seed:eos> [e~[ <SPECIAL_12>`);

/** What ends a turn or an answer: a call whose close was left out ends before it, whichever the format. */
export const answerEnds: readonly string[] = [
  ...turnEnds,
  '<response>',
  '</response>',
  '</answer>',
  '[END FINAL RESPONSE]',
];

/** Special tokens that end a turn or a list of calls. */
export const callEnds: readonly string[] = ['<|python_end|>', ...turnEnds];

export const pythonTag = '<|python_tag|>';

/** What ends the turns of Llama 3. */
export const llamaEnds: readonly string[] = ['<|eom_id|>', '<|eot_id|>', '<|end_of_text|>', '<|begin_of_text|>'];

/** What of its turns is left out: their ends, and the header where a server leaves it. */
export const llamaMarks: readonly string[] = [...llamaEnds, '<|start_header_id|>assistant<|end_header_id|>'];
