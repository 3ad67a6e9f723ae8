import type { GrantScope } from '../policy/grant/grant.js';
import type { Answer, Question } from '../run/question.js';

/** How a profile asks for approvals: its words and its choices, as data. What is shown of the call is the same for all. */
export interface ApprovalStyle {
  /** The first line; `{tool}` and `{call}` stand for the name of the tool and the id of the call. */
  readonly title: string;
  readonly choices: readonly ApprovalChoice[];
  /** What a line is that names no choice, Enter alone among them: asked again, a no, or a message, which is a no too. */
  readonly otherwise: 'again' | 'deny' | 'message';
  /** What stands before the cursor; the first words of the choices when absent. */
  readonly prompt?: string;
  /** All arguments are listed, also beside another preview. */
  readonly listsArguments?: boolean;
  /** Tool, arguments and level stand on lines of their own behind the title, by these names; whole, whatever else is shown. */
  readonly labels?: { readonly tool: string; readonly arguments: string; readonly level: string };
  /** `⚠ HIGH` at every level, where others say `high` and warn from there on. */
  readonly capitalLevel?: boolean;
  /** How long a person has; without end when absent or 0. */
  readonly waitMs?: number;
  /** What the model reads when the person says no and not why. */
  readonly deniedReason?: string;
  /** Any yes to a call of the level `low` holds for the session, where something may be made lasting. */
  readonly asksLowOnce?: boolean;
}

/** `why`: a no, and the person is asked for the reason. `bypass`: yes, and nothing more is asked in this session. */
export type ApprovalEffect = 'once' | GrantScope | 'deny' | 'why' | 'bypass';

export interface ApprovalChoice {
  /** What may be typed; the first is shown as its key. */
  readonly words: readonly [string, ...string[]];
  readonly label: string;
  readonly gives: ApprovalEffect;
}

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
