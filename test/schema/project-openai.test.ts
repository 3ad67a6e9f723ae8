import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { projectOpenAi } from '../../src/schema/project-openai.js';
import { verifies } from '../requirements.js';

const text = { type: 'string' };

test('what is accepted stays as it is', () => {
  const schema = {
    type: 'object',
    description: 'd',
    properties: { a: { anyOf: [text, { type: 'null' }] }, b: { $ref: '#/$defs/b' } },
    required: ['a'],
    additionalProperties: false,
    $defs: { b: { type: 'array', items: text } },
  };
  expect(projectOpenAi(schema)).toEqual({ parameters: schema, note: undefined });
  expect(projectOpenAi({})).toEqual({ parameters: { type: 'object', properties: {} }, note: undefined });
});

test('alternatives at the top become optional properties and a note', () => {
  verifies('models.adapter.openai-schema');
  const schema = {
    type: 'object',
    properties: { id: text, kind: text },
    required: ['id'],
    oneOf: [
      { properties: { kind: { const: 'a' }, size: { type: 'integer' } }, required: ['size'] },
      { $ref: '#/$defs/b' },
      { $ref: '#/nowhere' },
      true,
    ],
    not: { required: ['x'] },
    $defs: { b: { properties: { size: text, more: text } } },
  };
  const { parameters, note } = projectOpenAi(schema);
  expect(parameters).toEqual({
    type: 'object',
    properties: {
      id: text,
      kind: { anyOf: [text, { const: 'a' }] },
      size: { anyOf: [{ type: 'integer' }, text] },
      more: text,
    },
    required: ['id'],
    $defs: schema.$defs,
  });
  expect(note).toBe(
    `The arguments must also match this JSON Schema: ${JSON.stringify({ oneOf: schema.oneOf, not: schema.not })}`,
  );
});

test('what all must match is required', () => {
  const schema = {
    allOf: [
      { properties: { a: text }, required: ['a'] },
      { properties: { b: text }, required: ['b'] },
    ],
    required: ['c'],
  };
  expect(projectOpenAi(schema).parameters).toEqual({
    type: 'object',
    properties: { a: text, b: text },
    required: ['c', 'a', 'b'],
  });
});

test('a long note is cut', () => {
  const { note } = projectOpenAi({ type: 'object', enum: ['x'.repeat(5000)] });
  expect(note?.length).toBeLessThan(700);
});

test('lists get a schema for their items, however deep', () => {
  verifies('models.adapter.openai-schema');
  const { parameters } = projectOpenAi({
    type: 'object',
    properties: {
      list: { type: 'array' },
      maybe: { type: ['array', 'null'] },
      pair: { type: 'array', items: [text, { type: 'array' }] },
      deep: { anyOf: [{ type: 'object', additionalProperties: { type: 'array' } }] },
      type: text,
      items: text,
    },
    $defs: { x: { type: 'array' } },
  });
  expect(parameters).toEqual({
    type: 'object',
    properties: {
      list: { type: 'array', items: {} },
      maybe: { type: ['array', 'null'], items: {} },
      pair: { type: 'array', items: { anyOf: [text, { type: 'array', items: {} }] } },
      deep: { anyOf: [{ type: 'object', additionalProperties: { type: 'array', items: {} } }] },
      type: text,
      items: text,
    },
    $defs: { x: { type: 'array', items: {} } },
  });
});

test('what the true schema accepts, the projected one accepts too', () => {
  const schema = {
    type: 'object',
    properties: { list: { type: 'array' } },
    anyOf: [{ required: ['list'] }, { properties: { name: text }, required: ['name'] }],
  };
  const ajv = new Ajv2020({ strict: false });
  const [whole, projected] = [ajv.compile(schema), ajv.compile(projectOpenAi(schema).parameters)];
  for (const value of [{ list: [1] }, { name: 'x' }, { name: 'x', list: ['a', null] }]) {
    expect([whole(value), projected(value)]).toEqual([true, true]);
  }
});

test('schemas that refer to themselves, are very deep or hold odd things do not hurt', () => {
  const loop: { type: string; properties: Record<string, unknown> } = { type: 'object', properties: {} };
  loop.properties['a'] = { anyOf: [loop, loop, { type: 'array' }] };
  expect(projectOpenAi(loop).parameters).toMatchObject({ type: 'object' });
  let deep: object = { type: 'array' };
  for (let level = 0; level < 5000; level += 1) deep = { type: 'object', properties: { a: deep } };
  expect(projectOpenAi({ properties: { deep } }).parameters).toMatchObject({ type: 'object' });
  const odd = { type: 'object', properties: null, required: 5, anyOf: 'x', oneOf: [1, null], allOf: {} };
  expect(projectOpenAi(odd).parameters).toEqual({ type: 'object', properties: {}, required: [] });
  const named = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"array"}}}');
  expect(JSON.stringify(projectOpenAi(named).parameters)).toBe(
    '{"type":"object","properties":{"__proto__":{"type":"array","items":{}}}}',
  );
});
