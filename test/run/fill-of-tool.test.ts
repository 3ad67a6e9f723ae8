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
  const { asked, result } = await fill(['Ann', '-', 'tea, ink', 'yes']);
  expect(result?.data).toEqual({ values: { name: 'Ann', likes: ['tea', 'ink'], here: true } });
  expect(asked.map((question) => (question.kind === 'input' ? [question.text, question.options] : []))).toEqual([
    ['Who are you?\nName', []],
    ['Who are you?\nage (answer - to leave it out)', []],
    ['Who are you?\nlikes (answer - to leave it out)', ['tea', 'rain', 'ink']],
    ['Who are you?\nhere', ['yes', 'no']],
  ]);
});

it.each([
  ['a number that is none', ['Ann', 'seven']],
  ['a word that cannot be chosen', ['Ann', '7', 'tea, mud']],
  ['neither yes nor no', ['Ann', '7', 'tea', 'perhaps']],
])('takes no form with %s', async (_what, answers) => {
  verifies('dialogue.form.fits');
  expect((await fill(answers)).result).toMatchObject({ success: false, error_type: 'validation_failed' });
});

it('asks at once where forms can be shown', async () => {
  verifies('dialogue.form.whole');
  const { asked, result } = await fill(['{"name":"Ann","here":false,"more":1}'], { forms: true });
  expect(result?.data).toEqual({ values: { name: 'Ann', here: false } });
  expect(asked).toMatchObject([{ text: 'Who are you?', form: { required: ['name', 'here'] } }]);
});

it.each([
  'no JSON',
  '[]',
  '{"name":"Ann"}',
  '{"name":7,"here":true}',
  '{"name":"Ann","here":"yes"}',
  '{"name":"Ann","here":true,"age":7.5}',
  '{"name":"Ann","here":true,"likes":["mud"]}',
])('takes no answer that does not fit a form: %s', async (text) => {
  verifies('dialogue.form.fits');
  expect((await fill([text], { forms: true })).result).toMatchObject({ error_type: 'validation_failed' });
});
