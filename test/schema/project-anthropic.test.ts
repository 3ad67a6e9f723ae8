import { describe, expect, test } from 'vitest';
import { projectForAnthropic } from '../../src/schema/project-anthropic.js';
import { checkAnthropicRequest } from '../../src/testing/fake-anthropic-check.js';
import { verifies } from '../requirements.js';

const text = { type: 'string' };

/** The projected schema, after it was found to be one the server takes. */
function project(schema: Readonly<Record<string, unknown>>) {
  const projected = projectForAnthropic(schema);
  const tools = [{ name: 'f', input_schema: projected }];
  const body = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'x' }], tools };
  expect(checkAnthropicRequest({ body, headers: { 'anthropic-version': 'x' } })).toBeUndefined();
  return projected;
}

test('a schema the server takes is left as it is', () => {
  const schema = {
    type: 'object',
    properties: { a: { anyOf: [text, { type: 'null' }] } },
    additionalProperties: false,
  };
  expect(project(schema)).toBe(schema);
});

describe('a union at the top', () => {
  test('becomes all its properties, with those every form needs required, and is said in words', () => {
    verifies('models.adapter.anthropic-schema');
    const forms = [
      { type: 'object', properties: { kind: { const: 'file' }, path: text }, required: ['kind', 'path'] },
      { type: 'object', properties: { kind: { const: 'url' }, url: text }, required: ['kind', 'url'] },
    ];
    expect(
      project({
        type: 'object',
        description: 'What to read.',
        properties: { id: text },
        required: ['id'],
        oneOf: forms,
      }),
    ).toEqual({
      type: 'object',
      description: `What to read.\nThe arguments must match this schema: ${JSON.stringify({ oneOf: forms })}`,
      properties: { id: text, kind: { anyOf: [{ const: 'file' }, { const: 'url' }] }, path: text, url: text },
      required: ['id', 'kind'],
    });
  });

  test('of allOf needs what any part needs; forms that are no object do not count', () => {
    const parts = [{ required: ['a'] }, { properties: { b: text }, required: ['b'] }];
    expect(project({ type: 'object', properties: { a: text }, allOf: parts })).toMatchObject({
      properties: { a: text, b: text },
      required: ['a', 'b'],
    });
    expect(
      project({ anyOf: [{ type: 'string' }, { type: ['object', 'null'], properties: { a: text } }] }),
    ).toMatchObject({
      type: 'object',
      properties: { a: text },
    });
  });

  test('that is too long for words is left to the check of the arguments', () => {
    const forms = Array.from({ length: 100 }, (_, at) => ({ properties: { [`p${at}`]: text }, required: [`p${at}`] }));
    const projected = project({ type: 'object', anyOf: forms });
    expect(Object.keys(projected['properties'] as object)).toHaveLength(100);
    expect(projected).not.toHaveProperty('description');
  });
});

test('a reference at the top is followed, also round and round', () => {
  verifies('models.adapter.anthropic-schema');
  const $defs = { 'A/b': { type: 'object', properties: { a: text }, required: ['a'] } };
  expect(project({ $ref: '#/$defs/A~1b', $defs })).toEqual({
    type: 'object',
    properties: { a: text },
    required: ['a'],
    $defs,
  });
  expect(project({ $ref: '#/$defs/missing' })).toEqual({ type: 'object', properties: {} });
  expect(project({ $ref: 'https://example.com/schema' })).toEqual({ type: 'object', properties: {} });
  expect(project({ $ref: '#/__proto__/x' })).toEqual({ type: 'object', properties: {} });
  const again = { $ref: '#/$defs/loop' };
  const loop = { anyOf: Array.from({ length: 50 }, () => again), properties: { a: text } };
  expect(project({ ...again, $defs: { loop } })).toMatchObject({ type: 'object', properties: { a: text } });
});

test('a property with a name the server refuses is described', () => {
  verifies('models.adapter.anthropic-schema');
  const schema = {
    type: 'object',
    properties: { $filter: text, größe: { type: 'number' }, top: text },
    required: ['$filter', 'top'],
  };
  expect(project(schema)).toEqual({
    type: 'object',
    description:
      'There is also the required property "$filter": {"type":"string"}\nThere is also the optional property "größe": {"type":"number"}',
    properties: { top: text },
    required: ['top'],
  });
});

test('a schema without a type, or of several, is one of an object', () => {
  expect(project({})).toEqual({ type: 'object', properties: {} });
  expect(project({ type: ['object', 'null'], properties: { a: text } })).toEqual({
    type: 'object',
    properties: { a: text },
  });
});
