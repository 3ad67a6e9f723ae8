import { expect, it } from 'vitest';
import type { Call, CallInput } from '../../src/run/call.js';
import { checkArguments, checkCall } from '../../src/run/check.js';
import type { RunEnv } from '../../src/run/env.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { ErrorType } from '../../src/tool/outcome.js';
import type { Tool } from '../../src/tool/tool.js';
import { verifies } from '../requirements.js';

const parameters = {
  type: 'object',
  properties: { n: { type: 'integer' }, name: { type: 'string' } },
  required: ['n'],
} as const;
const tool = defineTool({ name: 'count', description: 'Counts.', parameters, run: () => 1 }) as Tool;
const callOf = (text: string): Call => ({ id: 'c1', index: 0, name: 'count', arguments: text, attempt: 1 });
const coercions = [{ path: '/n', from: 'string', to: 'integer' }];
const checked = (args: object, turned: readonly object[] = []) => ({ type: 'checked', args, coercions: turned });
const refused = (errorType: ErrorType, message: unknown) => ({
  type: 'refused',
  failure: expect.objectContaining({ errorType, message }),
});
const unfit = (why: string) =>
  refused('validation_failed', `The arguments of count do not fit its schema: ${why}. Correct them and call again.`);
const takes = 'count takes {"n": integer, "name"?: string}';
const noObject = refused(
  'validation_failed',
  `The arguments of count must be a JSON object. ${takes}. Correct them and call again.`,
);
const missing = unfit(`the required property "n" is missing. ${takes}`);
const notWhole = unfit('/n: expected integer, got string');

it.each<[string, string, Partial<Tool>, unknown]>([
  ['what fits', '{"n":7,"name":"a"}', {}, checked({ n: 7, name: 'a' })],
  ['a number in a string', '{"n":"7"}', {}, checked({ n: 7 }, coercions)],
  ['a number in a string, where nothing is turned', '{"n":"7"}', { coerces: false }, notWhole],
  [
    'null for what need not be there',
    '{"n":7,"name":null}',
    {},
    checked({ n: 7 }, [{ path: '/name', from: 'null', to: 'absent' }]),
  ],
  ['null for what must be there', '{"n":null}', {}, unfit('/n: expected integer, got null')],
  [
    'an object written as text',
    '"{\\"n\\":\\"7\\"}"',
    {},
    checked({ n: 7 }, [{ path: '', from: 'string', to: 'object' }, ...coercions]),
  ],
  ['an object written as text, where nothing is turned', '"{\\"n\\":7}"', { coerces: false }, noObject],
  ['other text', '"seven"', {}, noObject],
  [
    'a name that is not known',
    '{"n":7,"nam":"a"}',
    { parameters: { ...parameters, additionalProperties: false } },
    unfit(`the property "nam" is not known. ${takes}`),
  ],
  ['what cannot be turned', '{"n":"seven"}', {}, notWhole],
  ['nothing', '', { parameters: { type: 'object' } }, checked({})],
  ['nothing but space, where something is needed', ' \n', {}, missing],
  ['no object', '[7]', {}, noObject],
  ['null', 'null', {}, noObject],
  [
    'no JSON',
    '{"n":7',
    {},
    refused(
      'parse_error',
      expect.stringMatching(
        /^The arguments of count cannot be read: .+\. count takes \{"n": integer, "name"\?: string\}\. Send one valid JSON object\.$/,
      ),
    ),
  ],
  [
    'too much',
    `{"n":"${'x'.repeat(17_000_000)}"}`,
    {},
    refused(
      'parse_error',
      expect.stringMatching(
        /^The arguments of count are too large \(\d+(\.\d+)? MB\): .+\. Split the work into several calls\.$/,
      ),
    ),
  ],
  [
    'a schema that is wrong',
    '{"n":7}',
    { parameters: { type: 'objekt' } },
    refused('internal_error', expect.stringMatching(/^The schema of count is itself wrong: .+\. Try another way\.$/)),
  ],
])('takes arguments that fit the schema and tells what is wrong with others: %s', async (_, text, more, end) => {
  expect(await checkArguments(callOf(text), { ...tool, ...more })).toEqual(end);
});

const sent = { definitions: [], tools: new Map([['count', tool]]) };
const unsent = { definitions: [], tools: new Map(), inactive: new Map([['count', tool]]) };
const check = (text: string, offer: RunEnv['round']['offer'], one: Tool = tool): CallInput | Promise<CallInput> =>
  checkCall(callOf(text), one, { offer, callsBefore: 0 });

it('runs no guess at a tool that the model was not sent, and sends it what it takes', async () => {
  const takes = ` What it takes was not sent to you before: Counts. Its arguments: ${JSON.stringify(parameters)}`;
  const wrong = (message: string) => refused('validation_failed', `${message}${takes}`);
  expect(await check('{"n":7,"name":"a"}', unsent)).toEqual(checked({ n: 7, name: 'a' }));
  expect(await check('{"n":7,"more":1}', unsent)).toEqual(wrong('count takes no "more". Correct it and call again.'));
  expect(await check(`{"n":7,"${'x'.repeat(200)}":1}`, unsent)).toEqual(
    wrong(`count takes no "${'x'.repeat(100)}". Correct it and call again.`),
  );
  expect(await check('{"n":"7"}', unsent)).toEqual(
    wrong('count takes integer and not string for /n. Correct it and call again.'),
  );
  expect(await check('{}', unsent)).toEqual(
    wrong(
      'The arguments of count do not fit its schema: the required property "n" is missing. Correct them and call again.',
    ),
  );
  expect(await check('{"n":7,"name":null}', unsent)).toMatchObject({ type: 'checked', args: { n: 7 } });
  expect(await check('"{\\"n\\":7}"', unsent)).toMatchObject({ type: 'checked', args: { n: 7 } });
  expect(await check('[]', unsent)).toEqual(
    wrong('The arguments of count must be a JSON object. Correct them and call again.'),
  );
  const free = { ...tool, parameters: { type: 'object' } };
  expect(await check('{"more":1}', unsent, free)).toEqual(checked({ more: 1 }));
  expect(await check('{"n":"7","more":1}', sent)).toEqual(checked({ n: 7, more: 1 }, coercions));
});

it('says of lists and objects what they take, once for all of a kind, and of nothing that somebody else described', async () => {
  verifies('core.schema.says-what-it-takes');
  const edits = {
    type: 'array',
    items: { type: 'object', properties: { old: { type: 'string' }, all: { type: 'boolean' } }, required: ['old'] },
  };
  const tools = { ...tool, parameters: { type: 'object', properties: { edits, mode: { enum: ['a', 'b'] } } } };
  const told = async (text: string, one: Tool = tools): Promise<unknown> => {
    const end = await checkArguments(callOf(text), one);
    return end.type === 'refused' ? end.failure.message : end;
  };
  const begins = 'The arguments of count do not fit its schema: ';
  expect(await told('{"edits":["a","b"]}')).toBe(
    `${begins}/edits/0: expected object, got string; /edits/1: expected object, got string. /edits/0 takes {"old": string, "all"?: boolean}. Correct them and call again.`,
  );
  expect(await told('{"edits":"a"}')).toBe(
    `${begins}/edits: expected array, got string. /edits takes array of {"old": string, "all"?: boolean}. Correct them and call again.`,
  );
  expect(await told('{"mode":"c"}')).toBe(
    `${begins}/mode: expected one of ["a","b"], got "c". Correct them and call again.`,
  );
  expect(
    await told('{"edits":"a"}', { ...tools, name: 'mcp__s__count', source: 'mcp', category: 'mcp.s' }),
  ).not.toContain('takes');
});
