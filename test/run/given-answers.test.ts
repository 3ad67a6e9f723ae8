import { expect, it } from 'vitest';
import { createGivenAnswers } from '../../src/run/given-answers.js';
import type { Answer, Question } from '../../src/run/question.js';

type Input = Extract<Question, { kind: 'input' }>;

const question = (id: string, over: Partial<Input> = {}) =>
  ({ kind: 'input', id, callId: 'c', text: 'Which?', options: ['a', 'b'], ...over }) as Input;
const asked = (body: unknown) => ({ type: 'approval-requested', body });
const origin = { who: 'person' };
const answered = (questionId: string, answer: unknown, from: unknown = origin) => ({
  type: 'approval-answered',
  body: { questionId, answer, origin: from },
});
const text = (words: string): Answer => ({ choice: 'text', text: words });
const given = (answer: Answer, options = ['a', 'b']) => ({ answer, origin, options });

function answersOf(events: readonly { readonly type: string; readonly body: unknown }[]) {
  const answers = createGivenAnswers();
  for (const event of events) answers.apply(event);
  return answers;
}

it('gives each answer once, to the question it was given to, in their order', () => {
  const answers = answersOf([
    asked(question('1')),
    answered('1', text('a')),
    asked(question('2')),
    answered('2', text('b')),
    asked(question('3', { text: 'How many?', options: [] })),
    answered('3', { choice: 'several', texts: ['x', 'y'] }),
  ]);
  const left = answers.of('c');
  const again = question('new');
  expect(left.take(question('new', { text: 'How many?', options: [] }))).toMatchObject({
    answer: { choice: 'several', texts: ['x', 'y'] },
  });
  expect([left.take(again), left.take(again), left.take(again)]).toMatchObject([
    given(text('a')),
    given(text('b')),
    undefined,
  ] as never);
  expect(answers.of('c').take(again)).toMatchObject(given(text('a')));
  expect(answers.of('other').take(again)).toBeUndefined();
});

it.each<[string, Partial<Input>]>([
  ['text', { text: 'What?' }],
  ['options', { options: ['a'] }],
  ['number of answers', { several: true }],
  ['kind', { review: true }],
  ['form', { form: { properties: {} } } as Partial<Input>],
])('gives none to a question of another %s', (_, other) => {
  const answers = answersOf([asked(question('1')), answered('1', text('a'))]);
  expect(answers.of('c').take(question('new', other))).toBeUndefined();
});

it('gives the answer to a review whatever its options are by now', () => {
  const answers = answersOf([asked(question('1', { review: true })), answered('1', text('a'))]);
  expect(answers.of('c').take(question('new', { review: true, options: [] }))).toMatchObject(given(text('a')));
});

it('knows nothing of a call that has ended, of other answers, and of what is no question', () => {
  const again = question('new');
  const takenOf = (...events: Parameters<typeof answersOf>[0]) => answersOf(events).of('c').take(again);
  const settled = { type: 'call-settled', body: { callId: 'c' } };
  expect(takenOf(asked(question('1')), answered('1', text('a')), settled)).toBeUndefined();
  expect(takenOf(asked(question('1')), settled, answered('1', text('a')))).toBeUndefined();
  expect(takenOf(asked(question('1')), { ...settled, body: { callId: 'x' } }, answered('1', text('a')))).toMatchObject(
    given(text('a')),
  );
  expect(takenOf(asked(question('1')), answered('1', { choice: 'deny' }))).toBeUndefined();
  expect(takenOf(asked(question('1')), answered('1', undefined))).toBeUndefined();
  expect(takenOf(asked(question('1')), answered('1', text('a'), undefined as never), settled)).toBeUndefined();
  expect(takenOf(answered('1', text('a')))).toBeUndefined();
  expect(
    takenOf(asked(undefined), asked({ kind: 'input' }), asked({ ...question('1'), kind: 'approval' })),
  ).toBeUndefined();
});
