import { expect, it } from 'vitest';
import type { Question } from '../../src/run/question.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { open, play, results } from '../session/open.js';

const fills = defineTool({
  name: 'fills',
  description: 'has a form filled in',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  run: (_args, ctx) =>
    ctx.ask.fill({
      text: 'Who are you?',
      properties: {
        name: { type: 'string', title: 'Name' },
        age: { type: 'integer' },
        size: { type: 'number', title: 'Size', description: 'in metres' },
        likes: { type: 'array', items: { type: 'string', enum: ['tea', 'rain', 'ink'] } },
        here: { type: 'boolean' },
      },
      required: ['name', 'here'],
    }),
});

/** What the tool got, with these answers to what it was asked. */
async function fill(answers: readonly string[], { forms = false } = {}) {
  const left = [...answers];
  const asked: Question[] = [];
  const session = await open([{ calls: [{ name: 'fills', arguments: {} }] }, { text: 'ok' }], {
    tools: [fills],
    forms,
    onQuestion(question) {
      asked.push(question);
      return { choice: 'text', text: left.shift() ?? '' };
    },
  });
  const { events } = await play(session.send('go'));
  return { asked, result: results(events)[0] };
}

it('asks field by field where forms cannot be shown', async () => {
  verifies('dialogue.form.fields');
  const { asked, result } = await fill([' Ann', '-', '1.5', 'tea, ink', 'Y']);
  expect(result?.data).toEqual({ values: { name: 'Ann', size: 1.5, likes: ['tea', 'ink'], here: true } });
  expect(asked.map((question) => (question.kind === 'input' ? [question.text, question.options] : []))).toEqual([
    ['Who are you?\nName', []],
    ['Who are you?\nage (answer - to leave it out)', []],
    ['Who are you?\nSize: in metres (answer - to leave it out)', []],
    ['Who are you?\nlikes (answer - to leave it out)', ['tea', 'rain', 'ink']],
    ['Who are you?\nhere', ['yes', 'no']],
  ]);
});

const unfit = (why: string) => ({
  success: false,
  error_type: 'validation_failed',
  error_message: `The form was not filled in as it asks: ${why}. Ask again, or go on without it.`,
});
const noneOf = (name: string) => unfit(`${name} is none of what may be given there`);

it.each([
  ['a number that is none', ['Ann', 'seven'], 'age'],
  ['a number that is not whole', ['Ann', '7.5'], 'age'],
  ['nothing for a number', ['Ann', ' '], 'age'],
  ['a word that cannot be chosen', ['Ann', '7', '-', 'tea, mud'], 'likes'],
  ['neither yes nor no', ['Ann', '7', '-', 'tea', 'perhaps'], 'here'],
])('takes no form with %s', async (_what, answers, name) => {
  verifies('dialogue.form.fits');
  expect((await fill(answers)).result).toMatchObject(noneOf(name));
});

it('asks at once where forms can be shown', async () => {
  verifies('dialogue.form.whole');
  const { asked, result } = await fill(['{"name":"Ann","here":false,"more":1}'], { forms: true });
  expect(result?.data).toEqual({ values: { name: 'Ann', here: false } });
  expect(asked).toMatchObject([{ text: 'Who are you?', form: { required: ['name', 'here'] } }]);
});

it('takes all that a form asks for', async () => {
  verifies('dialogue.form.fits');
  const values = { name: 'Ann', age: 7, size: 1.5, likes: ['tea', 'ink'], here: true };
  expect((await fill([JSON.stringify(values)], { forms: true })).result?.data).toEqual({ values });
  expect((await fill(['Ann', '7', '1.5', 'tea,ink', 'true'])).result?.data).toEqual({ values });
  const { result } = await fill(['{"name":"Ann","age":null,"here":true}'], { forms: true });
  expect(result?.data).toEqual({ values: { name: 'Ann', here: true } });
});

it.each([
  ['no JSON', unfit('it holds no fields')],
  ['[]', unfit('it holds no fields')],
  ['null', unfit('it holds no fields')],
  ['{"name":"Ann"}', unfit('here is missing')],
  ['{"name":"Ann","here":null}', unfit('here is missing')],
  ['{"name":7,"here":true}', noneOf('name')],
  ['{"name":"Ann","here":"yes"}', noneOf('here')],
  ['{"name":"Ann","here":true,"age":7.5}', noneOf('age')],
  ['{"name":"Ann","here":true,"size":"1"}', noneOf('size')],
  ['{"name":"Ann","here":true,"likes":"tea"}', noneOf('likes')],
  ['{"name":"Ann","here":true,"likes":[7]}', noneOf('likes')],
  ['{"name":"Ann","here":true,"likes":["mud"]}', noneOf('likes')],
])('takes no answer that does not fit a form: %s', async (text, failure) => {
  verifies('dialogue.form.fits');
  expect((await fill([text], { forms: true })).result).toMatchObject(failure);
});
