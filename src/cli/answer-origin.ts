import { userInfo } from 'node:os';
import { attempt } from '../base/attempt.js';
import type { AnswerOrigin } from '../run/question.js';
import { type Host, isTerminal } from './host.js';

/** Who answers, by the name the system knows them by, and from where. */
export function answerOrigin(from: 'terminal' | 'stdin' | 'command line'): Partial<AnswerOrigin> {
  // An id without an entry has no name; the session then knows whom it is for.
  return attempt(() => ({ who: userInfo().username, from }), { from });
}

/** Who gives a command, and how: at a terminal, or in a script. */
export function commandOrigin({ stdin }: Pick<Host, 'stdin'>): AnswerOrigin {
  const from = isTerminal(stdin) ? 'terminal' : 'command line';
  return { who: 'person', from, ...answerOrigin(from) };
}
