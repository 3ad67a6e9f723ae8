import type { AnswerOrigin } from '../run/question.js';

/** What is done through a session's own methods comes from the program that has it open. */
export const byProgram = ({ actor }: { readonly actor: string }): AnswerOrigin => ({ who: actor, from: 'program' });
