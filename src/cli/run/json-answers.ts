import { createInterface } from 'node:readline';
import { parseJson } from '../../base/json.js';
import type { ClientPort } from '../../client/client-port.js';
import type { SessionWatch } from '../../client/watch-session.js';
import type { Answer } from '../../run/question.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';

/** The answers that come on stdin. */
export interface JsonAnswers {
  /** A question was denied because stdin had ended: nobody was left to answer it. */
  readonly unanswered: boolean;
  stop(): void;
}

export interface AskedSession {
  readonly port: Pick<ClientPort, 'answer' | 'unattend'>;
  readonly session: string;
  readonly watch: Pick<SessionWatch, 'on'>;
}

/**
 * Answers the questions of a session from lines of stdin. What cannot be used is reported and passed over. With the end of
 * stdin nothing is waited for any longer.
 */
export function readJsonAnswers(
  { port, session, watch }: AskedSession,
  { stdin, stderr }: Pick<Host, 'stdin' | 'stderr'>,
): JsonAnswers {
  const lines = createInterface({ input: stdin, terminal: false });
  let state: 'reading' | 'ended' | 'unanswered' | 'stopped' = 'reading';
  let answering = Promise.resolve();
  lines.on('close', () => {
    if (state !== 'reading') return;
    state = 'ended';
    // What was said counts before that nobody says any more.
    void answering.then(() => port.unattend({ session }));
  });
  const forget = watch.on((told) => {
    if (!('event' in told) || told.event.type !== 'approval-answered') return;
    if (told.event.body.by !== 'no-person-rule' || state !== 'ended') return;
    state = 'unanswered';
    stderr.write('toolwright: stdin has ended: nobody is left to answer, and questions are denied\n');
  });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    const read = parseAnswer(line);
    if (typeof read === 'string') {
      stderr.write(`toolwright: a line of stdin was passed over: ${safeLine(read)}\n`);
      return;
    }
    answering = Promise.all([answering, port.answer({ session, ...read })]).then(([, answered]) => {
      if (!answered.ok) stderr.write(`toolwright: an answer was passed over: ${safeLine(answered.error.message)}\n`);
    });
  });
  return {
    get unanswered() {
      return state === 'unanswered';
    },
    stop() {
      if (state === 'reading') state = 'stopped';
      forget();
      lines.close();
      stdin.pause();
    },
  };
}

/** An answer to a question; with `digest`, only when that is what is asked about. */
interface GivenAnswer {
  readonly question: string;
  readonly answer: Answer;
  readonly digest?: string;
}

/** `{"id":"q_…","choice":"once"|"session"|"project"|"always"|"deny"|"text"|"several",…}`, or what is wrong with it. */
export function parseAnswer(line: string): GivenAnswer | string {
  const parsed = parseJson(line, { maxLength: 100_000, maxDepth: 8 });
  if (!parsed.ok) return parsed.problem.message;
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return form;
  const given = value as Readonly<Record<string, unknown>>;
  const { id, digest } = given;
  const answer = answerIn(given);
  if (typeof id !== 'string' || answer === undefined) return form;
  if (digest === undefined) return { question: id, answer };
  return typeof digest === 'string' ? { question: id, answer, digest } : form;
}

function answerIn({ choice, reason, text, texts, rules }: Readonly<Record<string, unknown>>): Answer | undefined {
  if (choice === 'once') return { choice };
  if (choice === 'deny') return { choice, ...(typeof reason === 'string' && { reason }) };
  if (choice === 'text') return typeof text === 'string' ? { choice, text } : undefined;
  if (choice === 'several') return isTexts(texts) ? { choice, texts } : undefined;
  const lasts = choice === 'session' || choice === 'project' || choice === 'always';
  return lasts && isTexts(rules) ? { choice, rules } : undefined;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const form =
  'an answer is {"id":"q_…","choice":"once"}, {…,"choice":"session"|"project"|"always","rules":[one of the offers]}, {…,"choice":"deny","reason":"…"}, {…,"choice":"text","text":"…"} or {…,"choice":"several","texts":["…"]}; with "digest" it counts for exactly that call';
