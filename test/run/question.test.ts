import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  type Answer,
  type AskOutcome,
  createOpenQuestions,
  type OnAsk,
  type Question,
} from '../../src/run/question.js';

const origin = { who: 'ann', from: 'program' };
const input = (more: object = {}): Question => ({
  kind: 'input',
  id: 'q1',
  callId: 'c1',
  tool: 'asks',
  text: 'Which?',
  options: [],
  ...more,
});
const approval = {
  kind: 'approval',
  id: 'q1',
  callId: 'c1',
  offers: [{ label: 'reads', rules: ['read a', 'read b'] }],
} as unknown as Question;

/** How it stands with a question a little later. */
const soon = (asked: Promise<AskOutcome>): Promise<AskOutcome | 'open'> =>
  Promise.race([asked, sleep(20).then(() => 'open' as const)]);

const nobody = (rule: 'deny' | 'abort' | 'park' | 'late') => ({ type: 'nobody', rule });

it.each<[string, OnAsk, object, unknown]>([
  ['waits for a person as long as it takes', 'person', {}, 'open'],
  ['waits for a person no longer than the question says', 'person', { waitMs: 1 }, nobody('late')],
  ['waits longer than a timer can', 'person', { waitMs: 2 ** 40 }, 'open'],
  ['waits as long as the rule says', { waitMs: 1 }, {}, nobody('deny')],
  ['goes by the rule where both are over at once', { waitMs: 1 }, { waitMs: 1 }, nobody('deny')],
  ['goes by what is over first: the rule', { waitMs: 1 }, { waitMs: 50_000 }, nobody('deny')],
  ['goes by what is over first: the question', { waitMs: 50_000 }, { waitMs: 1 }, nobody('late')],
  ['is denied at once', 'deny', {}, nobody('deny')],
  ['is aborted at once', 'abort', { waitMs: 1 }, nobody('abort')],
  ['is parked at once', 'park', {}, nobody('park')],
])('%s', async (_, onAsk, more, end) => {
  const questions = createOpenQuestions(onAsk);
  expect(await soon(questions.ask(input(more)))).toEqual(end);
  expect(questions.open).toHaveLength(end === 'open' ? 1 : 0);
  expect(questions.present).toBe(onAsk === 'person' || typeof onAsk === 'object');
  questions.withdraw('q1');
  expect(questions.open).toEqual([]);
});

const scoped = (choice: string, rules: unknown): Answer => ({ choice, rules }) as Answer;
const texts = (given: unknown): Answer => ({ choice: 'several', texts: given }) as Answer;
const unfit = (wanted: string) =>
  expect.objectContaining({
    code: 'bad-option',
    message: `That answer does not fit the question: give ${wanted} or {choice: 'deny'}.`,
  });
const anApproval = "{choice: 'once'}, one of the offers";
const aText = "{choice: 'text', text}";
const someTexts = "{choice: 'text', text}, {choice: 'several', texts}";

it.each<[Question, Answer | undefined, string | undefined]>([
  [approval, { choice: 'once' }, undefined],
  [approval, { choice: 'deny' }, undefined],
  [approval, scoped('session', ['read a', 'read b']), undefined],
  [approval, scoped('session', ['read a']), anApproval],
  [approval, scoped('session', ['read b', 'read a']), anApproval],
  [approval, scoped('session', undefined), anApproval],
  [approval, scoped('ever', ['read a', 'read b']), anApproval],
  [approval, { choice: 'text', text: 'yes' }, anApproval],
  [approval, texts(['yes']), anApproval],
  [approval, undefined, anApproval],
  [input(), { choice: 'text', text: '' }, undefined],
  [input(), { choice: 'deny' }, undefined],
  [input(), { choice: 'text', text: 7 as never }, aText],
  [input(), { choice: 'once' }, aText],
  [input(), texts(['a']), aText],
  [input(), undefined, aText],
  [input({ several: true }), texts(['a', 'b']), undefined],
  [input({ several: true }), texts(Array.from({ length: 20 }, String)), undefined],
  [input({ several: true }), texts(Array.from({ length: 21 }, String)), someTexts],
  [input({ several: true }), texts([]), someTexts],
  [input({ several: true }), texts(['a', 7]), someTexts],
  [input({ several: true }), texts('a'), someTexts],
  [input({ several: true }), undefined, someTexts],
])('takes an answer that fits and no other: %#', async (question, answer, wanted) => {
  const questions = createOpenQuestions('person');
  const asked = questions.ask(question);
  questions.put('q1');
  const give = () => questions.answer('q1', answer as Answer, origin);
  if (wanted === undefined) {
    give();
    expect(await asked).toEqual({ type: 'answered', answer, origin });
  } else {
    expect(give).toThrow(unfit(wanted));
    expect(questions.open).toEqual([question]);
  }
});

it('takes an answer once, after the question was put, for what it is taken for', async () => {
  const taken = (answer: Answer): Answer => (answer.choice === 'text' ? { choice: 'text', text: 'another' } : answer);
  const questions = createOpenQuestions('person', { taken });
  const asked = questions.ask(input());
  const give = () => questions.answer('q1', { choice: 'text', text: 'one' }, origin);
  const unknown = expect.objectContaining({
    code: 'question-unknown',
    message: 'No open question has the id q1: it was answered already, or its turn ended.',
  });
  expect(give).toThrow(unknown);
  questions.put('q2');
  expect(give).toThrow(unknown);
  questions.put('q1');
  give();
  expect(await asked).toEqual({ type: 'answered', answer: { choice: 'text', text: 'another' }, origin });
  expect(give).toThrow(unknown);
});

it.each(['before', 'after'])('is withdrawn with its call, which ends %s it is asked', async (when) => {
  const questions = createOpenQuestions('person');
  const call = new AbortController();
  if (when === 'before') call.abort();
  const asked = questions.ask(input(), call.signal);
  if (when === 'after') call.abort();
  expect(await asked).toEqual({ type: 'cancelled' });
  expect(questions.open).toEqual([]);
});
