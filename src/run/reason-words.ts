import type { Answer } from './question.js';

/** What a person who said no gave as the reason, as a sentence; empty when they gave none. */
export function reasonWords(answer: Answer): string {
  if (answer.choice !== 'deny' || answer.reason === undefined) return '';
  return ` They say: ${answer.reason}${/[.!?…]$/.test(answer.reason) ? '' : '.'}`;
}
