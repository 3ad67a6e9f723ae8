import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { defined } from '../base/defined.js';
import { boundText } from '../base/text.js';
import type { Answer, Question } from '../run/question.js';

type Approval = Extract<Question, { kind: 'approval' }>;
type Input = Extract<Question, { kind: 'input' }>;

/** What a client shows the person, and what may come back. */
export type QuestionForm = Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>;

/** `text` is the question in words. Answers by exact choice: a form that is sent back empty allows nothing. */
export function questionForm(question: Question, text: string): QuestionForm {
  const message = boundText(
    text,
    maxMessage,
    (left) => `\n[… ${left} characters are left out here: a yes is for them too …]\n`,
  );
  return question.kind === 'approval' ? approvalForm(question, message) : inputForm(question, message);
}

/** The answer in what a client sent back. What is not a clear yes is a no. */
export function answerOf(question: Question, response: unknown): Answer {
  const { action, content } = (response ?? {}) as { readonly action?: unknown; readonly content?: unknown };
  if (action !== 'accept') return { choice: 'deny', ...(action === 'cancel' && { reason: 'the form was closed' }) };
  const fields = (typeof content === 'object' && content !== null ? content : {}) as Record<string, unknown>;
  return question.kind === 'approval' ? approvalAnswer(question, fields) : inputAnswer(question, fields);
}

/** As much as a person can be expected to look through in a form. */
const maxMessage = 32_000;
const maxAnswer = 10_000;
const maxForm = 100_000;

const once = 'allow once';
const deny = 'deny';
const forSession = (rules: readonly string[]): string => `allow in this session: ${rules.join(', ')}`;

function approvalForm({ offers }: Approval, message: string): QuestionForm {
  const lasting = offers.map(({ rules }) => forSession(rules));
  return {
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        answer: { type: 'string', title: 'Answer', enum: [once, ...new Set(lasting), deny] },
        reason: { type: 'string', title: 'Why not', description: 'told to the model', maxLength: 1000 },
      },
      required: ['answer'],
    },
  };
}

function approvalAnswer({ offers }: Approval, { answer, reason }: Record<string, unknown>): Answer {
  if (answer === once) return { choice: 'once' };
  const offer = offers.find(({ rules }) => forSession(rules) === answer);
  if (offer !== undefined) return { choice: 'session', rules: offer.rules };
  return { choice: 'deny', ...(typeof reason === 'string' && reason !== '' && { reason: reason.slice(0, 1000) }) };
}

function inputForm({ options, several, form }: Input, message: string): QuestionForm {
  if (form !== undefined) return { message, requestedSchema: ownForm(form) };
  const choices = several === true ? [] : [...new Set(options)];
  const description = several === true ? 'one or more, with commas between them' : undefined;
  const answer = { type: 'string' as const, title: 'Answer', ...defined({ description }) };
  if (choices.length === 0) {
    const properties = { answer: { ...answer, maxLength: maxAnswer } };
    return { message, requestedSchema: { type: 'object', properties, required: ['answer'] } };
  }
  const other = { type: 'string' as const, title: 'Something else', maxLength: maxAnswer };
  return {
    message,
    requestedSchema: { type: 'object', properties: { answer: { ...answer, enum: choices }, other } },
  };
}

/** A form of a tool's own making: whether it is one that clients can show is theirs to say. */
const ownForm = ({ properties, required }: NonNullable<Input['form']>): QuestionForm['requestedSchema'] => ({
  type: 'object',
  properties: properties as QuestionForm['requestedSchema']['properties'],
  ...(required !== undefined && { required: [...required] }),
});

const formAnswer = (text: string): Answer =>
  text.length > maxForm ? { choice: 'deny', reason: 'the form came back too long' } : { choice: 'text', text };

function inputAnswer({ several, form }: Input, fields: Record<string, unknown>): Answer {
  if (form !== undefined) return formAnswer(JSON.stringify(fields));
  const { answer, other } = fields;
  const text = [other, answer].find((said) => typeof said === 'string' && said.trim() !== '');
  if (typeof text !== 'string') return { choice: 'deny', reason: 'the form came back empty' };
  const bounded = text.slice(0, maxAnswer);
  if (several !== true) return { choice: 'text', text: bounded };
  const texts = bounded.split(',').map((part) => part.trim());
  return { choice: 'several', texts: texts.filter((part) => part !== '').slice(0, 20) };
}
