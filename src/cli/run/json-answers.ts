import { createInterface } from 'node:readline';
import { messageOf } from '../../base/error.js';
import { parseJson } from '../../base/json.js';
import type { Answer } from '../../run/question.js';
import type { Session } from '../../session/session.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';

/** Answers the questions of a session from lines of stdin. What cannot be used is reported and passed over. */
export function readJsonAnswers(
  session: Pick<Session, 'answer'>,
  { stdin, stderr }: Pick<Host, 'stdin' | 'stderr'>,
): () => void {
  const lines = createInterface({ input: stdin, terminal: false });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    const read = parseAnswer(line);
    try {
      if (typeof read === 'string') stderr.write(`toolwright: a line of stdin was passed over: ${safeLine(read)}\n`);
      else session.answer(read.id, read.answer);
    } catch (error) {
      stderr.write(`toolwright: an answer was passed over: ${safeLine(messageOf(error))}\n`);
    }
  });
  return () => {
    lines.close();
    stdin.pause();
  };
}

/** `{"id":"q_…","choice":"once"|"deny"|"text","reason"?,"text"?}`, or what is wrong with it. */
export function parseAnswer(line: string): { readonly id: string; readonly answer: Answer } | string {
  const parsed = parseJson(line, { maxLength: 100_000, maxDepth: 8 });
  if (!parsed.ok) return parsed.problem.message;
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return form;
  const { id, choice, reason, text } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string') return form;
  if (choice === 'once') return { id, answer: { choice } };
  if (choice === 'deny') return { id, answer: { choice, ...(typeof reason === 'string' && { reason }) } };
  if (choice === 'text' && typeof text === 'string') return { id, answer: { choice, text } };
  return form;
}

const form =
  'an answer is {"id":"q_…","choice":"once"}, {…,"choice":"deny","reason":"…"} or {…,"choice":"text","text":"…"}';
