import type { Instructions } from '../agent/instructions.js';

/** Standing instructions, each with where it is from. */
export const instructionLines = (instructions: readonly Instructions[]): readonly string[] => [
  ...(instructions.length > 1 ? ['Where the instructions below differ, those that come later count.'] : []),
  ...instructions.map(
    ({ path, text, untrusted }) =>
      `\nInstructions from ${path}${untrusted === true ? ', which nobody vouches for' : ''}:\n${text}`,
  ),
];
