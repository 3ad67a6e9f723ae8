import type { Answer, Question } from '../run/question.js';
import type { ApprovalStyle } from './approval-style.js';

/** What an answer to an approval means in a profile, whoever gives it: a person at a terminal, or a program. */
export function answerInStyle(answer: Answer, question: Question, style: ApprovalStyle): Answer {
  if (question.kind !== 'approval') return answer;
  const { level, offers } = question;
  if (answer.choice === 'deny' && style.deniedReason !== undefined)
    return { choice: 'deny', reason: answer.reason ?? style.deniedReason };
  const [offer] = offers;
  if (answer.choice !== 'once' || level !== 'low' || style.asksLowOnce !== true || offer === undefined) return answer;
  return { choice: 'session', rules: offer.rules };
}
