import { defined } from '../base/defined.js';
import { type GrantScope, grantScopes } from '../policy/grant/grant.js';
import type { Answer, Question } from '../run/question.js';
import type { ApprovalChoice, ApprovalEffect, ApprovalStyle } from './approval-style.js';

/** What a line means as an answer to an approval. */
export type ParsedApproval =
  | { readonly type: 'answer'; readonly answer: Answer; readonly bypass?: true }
  /** One of the offers of the question is to be chosen, and confirmed, before it is an answer. */
  | { readonly type: 'choose'; readonly scope: GrantScope }
  /** The reason of a no is to be asked for. */
  | { readonly type: 'why' }
  | { readonly type: 'again' };

type Approval = Pick<Extract<Question, { kind: 'approval' }>, 'offers'>;

/** Reads a line by the words of a profile. Nothing but a word that is offered here is ever a yes. */
export function parseApproval(line: string, style: ApprovalStyle, question: Approval): ParsedApproval {
  const words = line
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!]+$/, '');
  const choice = offeredChoices(style, question).find((one) => names(one, words));
  if (choice !== undefined) return meaningOf(choice.gives, style);
  if (style.otherwise === 'again') return { type: 'again' };
  const reason = style.otherwise === 'message' && words !== '' ? line.trim() : style.deniedReason;
  return { type: 'answer', answer: denial(reason) };
}

/** Without the lasting ones where nothing may be made lasting. */
export function offeredChoices(style: ApprovalStyle, { offers }: Approval): readonly ApprovalChoice[] {
  return style.choices.filter(({ gives }) => offers.length > 0 || !isScope(gives));
}

/** Several words of one choice say the same: `yes, go ahead`. */
function names({ words }: ApprovalChoice, said: string): boolean {
  return said !== '' && said.split(/, ?/).every((part) => words.includes(part));
}

function meaningOf(gives: ApprovalEffect, style: ApprovalStyle): ParsedApproval {
  if (gives === 'once') return { type: 'answer', answer: { choice: 'once' } };
  if (gives === 'bypass') return { type: 'answer', answer: { choice: 'once' }, bypass: true };
  if (gives === 'why') return { type: 'why' };
  if (gives === 'deny') return { type: 'answer', answer: denial(style.deniedReason) };
  return { type: 'choose', scope: gives };
}

const isScope = (gives: ApprovalEffect): gives is GrantScope => (grantScopes as readonly string[]).includes(gives);

const denial = (reason: string | undefined): Answer => ({ choice: 'deny', ...defined({ reason }) });
