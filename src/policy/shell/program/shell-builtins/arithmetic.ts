import type { Program } from '../../program.js';
import { settled, type Word } from '../../word.js';

/**
 * Whether an expression is made of numbers and operators only. A name would be looked up and its value evaluated in its
 * turn, down to a subscript with a command in it.
 */
export const isPlainArithmetic = (text: string): boolean => /^[0-9\s+\-*/%()<>=!&|^~?:,]*$/.test(text);

/** What a variable that must be a number is told, when its value may run something. */
export const arithmeticNote = (source: string): string =>
  `\`${source}\` is evaluated, and the evaluation can run commands`;

export const letProgram: Program = (args, doing) => {
  for (const word of args) if (!isPlainWord(word)) doing.unread(arithmeticNote(word.text ?? word.source));
};

const isPlainWord = (word: Word): boolean => settled(word) && isPlainArithmetic(word.text);
