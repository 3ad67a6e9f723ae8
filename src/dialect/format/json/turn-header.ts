import type { Opener } from '../../read/grammar.js';

/** The header of the turn, which belongs to the prompt: left out where the message begins with it. */
export const turnHeader = (dialect: string, text: string): Opener => ({
  dialect,
  text,
  at: 'start',
  *read({ input }) {
    yield* input.space();
    return 'closed';
  },
});
