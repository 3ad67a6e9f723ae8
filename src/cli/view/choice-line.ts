import type { ApprovalChoice, ApprovalStyle } from '../../agent/approval-style.js';

/** `[y] once  [n] deny`: the choices of a question. */
export const choiceLine = (choices: readonly ApprovalChoice[]): string =>
  choices.map(({ words, label }) => (isKey(words[0]) ? `[${words[0]}] ${label}` : `[${label}]`)).join('  ');

/** What stands before the cursor. */
export function choicePrompt(choices: readonly ApprovalChoice[], { prompt }: ApprovalStyle): string {
  return `  ${prompt ?? choices.map(({ words }) => words[0]).join('/')}> `;
}

const isKey = (word: string): boolean => word.length === 1;
