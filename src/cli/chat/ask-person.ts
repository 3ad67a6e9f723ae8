import { setTimeout as sleep } from 'node:timers/promises';
import type { ApprovalStyle } from '../../agent/approval-style.js';
import { defined } from '../../base/defined.js';
import type { Answer, Question } from '../../run/question.js';
import { columnsOf, type Host } from '../host.js';
import { parseWords } from '../view/parse-words.js';
import { questionText } from '../view/question-text.js';
import type { Style } from '../view/style.js';
import { wrapLines } from '../view/wrap-lines.js';
import type { ChatInput, Entered } from './input.js';
import { readApproval } from './read-approval.js';
import { showQuestion } from './show-question.js';

/** What a person did with a question. `expired`: they had the time the profile gives, and said nothing. */
export type Reply =
  | { readonly type: 'answer'; readonly answer: Answer; readonly bypass?: true }
  | { readonly type: 'interrupt' | 'end' | 'withdrawn' | 'expired' };

export interface Asking {
  readonly input: ChatInput;
  readonly stdout: Host['stdout'];
  readonly style: Style;
  readonly workspace: string;
  readonly approval: ApprovalStyle;
  readonly grantDays: number;
  readonly signal: AbortSignal;
}

/** Keys pressed in the first moment after a question appears were meant for something else. */
const settleMs = 300;
/** More facts are listed when the person asks for them. */
const maxFacts = 12;

/** Shows a question and reads until there is an answer to it. Only what the choices name counts; Enter alone is no yes. */
export async function askPerson(question: Question, asking: Asking): Promise<Reply> {
  const { signal, approval } = asking;
  const limit = approval.waitMs ? AbortSignal.timeout(approval.waitMs) : undefined;
  const until = limit === undefined ? signal : AbortSignal.any([signal, limit]);
  const reply = await readReply(question, { ...asking, signal: until });
  return reply.type === 'withdrawn' && limit?.aborted === true && !signal.aborted ? { type: 'expired' } : reply;
}

async function readReply(question: Question, asking: Asking): Promise<Reply> {
  const { input, stdout, signal } = asking;
  const { interactive } = input;
  const read = (prompt: string): Promise<Entered> => input.read({ prompt, kind: 'answer', signal });
  const settle = async (): Promise<void> => {
    if (interactive) await sleep(settleMs);
  };
  const width = interactive ? columnsOf(stdout) : undefined;
  const write = (text: string): void => {
    const lines = text.split('\n');
    stdout.write(
      `${(width === undefined ? lines : wrapLines(lines, { width, lead: '      ', words: true })).join('\n')}\n`,
    );
  };
  const text = questionText(question, { ...asking, ...(interactive && { maxFacts }) });
  const shown = await showQuestion(text, { ...asking, page: interactive }, read);
  if (shown.type === 'no') return { type: 'answer', answer: denied(asking.approval) };
  if (shown.type !== 'shown') return shown;
  if (question.kind === 'approval') return readApproval(question, { ...asking, read, write, settle });
  await settle();
  return readWords(question, read, write);
}

function denied({ deniedReason }: ApprovalStyle): Answer {
  return { choice: 'deny', ...defined({ reason: deniedReason }) };
}

async function readWords(
  question: Extract<Question, { kind: 'input' }>,
  read: (prompt: string) => Promise<Entered>,
  write: (line: string) => void,
): Promise<Reply> {
  for (;;) {
    const entered = await read('  answer> ');
    if (entered.type !== 'line') return entered;
    const answer = parseWords(entered.text, question);
    if (typeof answer !== 'string') return { type: 'answer', answer };
    write(`  ${answer}`);
  }
}
