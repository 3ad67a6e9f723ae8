import { turnEnds } from '../turn-ends.js';

/** What ends a turn or an answer: a call whose close was left out ends before it, whichever the format. */
export const answerEnds: readonly string[] = [
  ...turnEnds,
  '<response>',
  '</response>',
  '</answer>',
  '[END FINAL RESPONSE]',
];
