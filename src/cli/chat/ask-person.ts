import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Question } from '../../run/question.js';
import type { Host } from '../host.js';
import { approvalChoices, renderQuestion } from '../view/question-text.js';
import type { Style } from '../view/style.js';
import type { ChatInput, Entered } from './input.js';

/** What a person did with a question. */
export type Reply = Answer | 'interrupt' | 'end' | 'withdrawn';

/** Keys pressed in the first moment after a question appears were meant for something else. */
const settleMs = 300;

/** Shows a question and reads until there is an answer to it. Only what the choices name counts; Enter alone does not. */
export async function askPerson(
  question: Question,
  options: {
    readonly input: ChatInput;
    readonly stdout: Host['stdout'];
    readonly style: Style;
    readonly workspace: string;
    readonly signal: AbortSignal;
  },
): Promise<Reply> {
  const { input, stdout, signal } = options;
  const read = (prompt: string): Promise<Entered> => input.read({ prompt, kind: 'answer', signal });
  stdout.write(`${renderQuestion(question, options)}\n`);
  if (question.kind === 'approval') stdout.write(`  ${approvalChoices}\n`);
  if (input.interactive) await sleep(settleMs);
  return question.kind === 'approval' ? readApproval(read, stdout) : readWords(question.options, read, stdout);
}

type Read = (prompt: string) => Promise<Entered>;

async function readApproval(read: Read, stdout: Host['stdout']): Promise<Reply> {
  for (;;) {
    const entered = await read('  y/n/r> ');
    if (entered.type !== 'line') return entered.type;
    const word = entered.text.trim().toLowerCase();
    if (word === 'y' || word === 'yes') return { choice: 'once' };
    if (word === 'n' || word === 'no') return { choice: 'deny' };
    if (word === 'r') return readReason(read);
    stdout.write(`  Type y, n or r: ${approvalChoices}\n`);
  }
}

async function readReason(read: Read): Promise<Reply> {
  const entered = await read('  why> ');
  if (entered.type !== 'line') return entered.type;
  const reason = entered.text.trim();
  return reason === '' ? { choice: 'deny' } : { choice: 'deny', reason };
}

async function readWords(options: readonly string[], read: Read, stdout: Host['stdout']): Promise<Reply> {
  for (;;) {
    const entered = await read('  answer> ');
    if (entered.type !== 'line') return entered.type;
    const text = entered.text.trim();
    const chosen = /^\d{1,3}$/.test(text) ? options[Number(text) - 1] : undefined;
    if (chosen !== undefined) return { choice: 'text', text: chosen };
    const outOfRange = options.length > 0 && /^\d{1,3}$/.test(text);
    if (text !== '' && !outOfRange) return { choice: 'text', text: entered.text };
    stdout.write(
      outOfRange
        ? `  Give a number from 1 to ${options.length}, or your own words.\n`
        : '  Type an answer; Ctrl+C stops the turn.\n',
    );
  }
}
