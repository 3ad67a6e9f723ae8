import type { ApprovalStyle } from '../../agent/approval-style.js';
import { offeredChoices, parseApproval } from '../../agent/parse-approval.js';
import { defined } from '../../base/defined.js';
import type { GrantScope } from '../../policy/grant/grant.js';
import type { Answer, Question } from '../../run/question.js';
import { choiceLine, choicePrompt } from '../view/choice-line.js';
import { factLines } from '../view/fact-lines.js';
import { renderOffers } from '../view/offer-text.js';
import type { Style } from '../view/style.js';
import type { Entered } from './input.js';

type Approval = Extract<Question, { kind: 'approval' }>;

export interface ApprovalReading {
  readonly approval: ApprovalStyle;
  readonly style: Style;
  /** How many days a lasting answer lasts. */
  readonly grantDays: number;
  write(text: string): void;
  read(prompt: string): Promise<Entered>;
  /** Lets the person see what was drawn before their keys count. */
  settle(): Promise<void>;
}

export type ReadApproval =
  | { readonly type: 'answer'; readonly answer: Answer; readonly bypass?: true }
  | Exclude<Entered, { type: 'line' }>;

/** Reads until a line is an answer by the words of the profile. */
export async function readApproval(question: Approval, reading: ApprovalReading): Promise<ReadApproval> {
  const { approval, read, write, settle } = reading;
  const choices = offeredChoices(approval, question);
  const draw = async (): Promise<void> => {
    write(`  ${choiceLine(choices)}`);
    await settle();
  };
  await draw();
  for (;;) {
    const entered = await read(choicePrompt(choices, approval));
    if (entered.type !== 'line') return entered;
    const parsed = parseApproval(entered.text, approval, question);
    if (parsed.type === 'answer') return parsed;
    if (parsed.type === 'why') return readReason(reading);
    if (parsed.type === 'choose') {
      const chosen = await chooseOffer(question, parsed.scope, reading);
      if (chosen.type !== 'back') return chosen;
      await draw();
    } else if (entered.text.trim().toLowerCase() === 'f') {
      for (const line of factLines(question.facts)) write(`  ${line}`);
      await draw();
    } else write(`  Type ${choices.map(({ words }) => words[0]).join(', ')}: ${choiceLine(choices)}`);
  }
}

async function readReason({ read, approval }: ApprovalReading): Promise<ReadApproval> {
  const entered = await read('  why> ');
  if (entered.type !== 'line') return entered;
  const reason = entered.text.trim() === '' ? approval.deniedReason : entered.text.trim();
  return { type: 'answer', answer: { choice: 'deny', ...defined({ reason }) } };
}

/** What else would be allowed is shown first, and takes a yes of its own. */
async function chooseOffer(
  question: Approval,
  scope: GrantScope,
  reading: ApprovalReading,
): Promise<ReadApproval | { readonly type: 'back' }> {
  const { read, write, style, grantDays, settle } = reading;
  // What is put into a file is the same for every offer.
  const isOne = scope === 'always' && question.offers[0]?.remembered !== undefined;
  const offers = isOne ? question.offers.slice(0, 1) : question.offers;
  write(renderOffers(offers, { scope, style, grantDays }));
  await settle();
  let offer = offers.length === 1 ? offers[0] : undefined;
  const numbers = offers.map((_, at) => String(at + 1)).join('/');
  for (;;) {
    const entered = await read(offer === undefined ? `  which? ${numbers}/back> ` : '  y/back> ');
    if (entered.type !== 'line') return entered;
    const word = entered.text.trim().toLowerCase();
    if (/^(?:b|back|n|no)$/.test(word)) return { type: 'back' };
    if (offer === undefined) {
      offer = /^\d$/.test(word) ? offers[Number(word) - 1] : undefined;
      if (offer !== undefined) write(renderOffers([offer], { scope, style, grantDays }));
    } else if (/^y(?:es)?$/.test(word)) return { type: 'answer', answer: { choice: scope, rules: offer.rules } };
  }
}
