import { expect, it } from 'vitest';
import { parseResult } from '../../../src/builtin/subagent/parse-result.js';
import { verifies } from '../../requirements.js';
import { delegate, openFamily } from '../../session/child/family.js';
import { play, results } from '../../session/open.js';

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;

it.each([
  ['the whole text', ' {"n": 1}\n', { data: { n: 1 }, warnings: [] }],
  ['a fence', 'Here:\n```json\n{"n": 2}\n```\nthat is all', { data: { n: 2 }, warnings: [] }],
  ['the last fence', '```\n{"n": 2}\n```\nno:\n```json\n{"n": 3}\n```', { data: { n: 3 }, warnings: [] }],
  [
    'words',
    'It is 4.',
    { data: { text: 'It is 4.' }, warnings: ['It did not answer in JSON: its words are in text.'] },
  ],
  [
    'another form',
    '{"m": 1}',
    { data: { m: 1 }, warnings: ['It does not fit result_schema: the required property "n" is missing'] },
  ],
  [
    'a forbidden key',
    '{"__proto__": {"n": 1}}',
    { data: { text: '{"__proto__": {"n": 1}}' }, warnings: ['It did not answer in JSON: its words are in text.'] },
  ],
])('reads %s', async (_what, text, expected) => {
  verifies('subagents.result.schema');
  expect(await parseResult(text, schema)).toEqual(expected);
});

it('tells the subagent of the schema, and refuses one that is none', async () => {
  verifies('subagents.result.schema');
  const { session, model } = await openFamily({
    'do it': [
      delegate('count', { result_schema: schema }),
      delegate('count', { result_schema: { type: 'nonsense' } }),
      { text: 'done' },
    ],
    count: [{ text: '{"n": 5}' }],
  });
  const { events } = await play(session.send('do it'));
  expect(results(events)).toMatchObject([
    { data: { status: 'done', data: { n: 5 } } },
    {
      success: false,
      error_type: 'validation_failed',
      error_message: expect.stringContaining('result_schema is no JSON Schema'),
    },
  ]);
  expect(model.requests[1]?.messages[1]?.text).toContain(JSON.stringify(schema));
});
