import { describe, expect, it } from 'vitest';
import { checkerFor } from '../../src/schema/check.js';
import { coerce } from '../../src/schema/coerce.js';
import { verifies } from '../requirements.js';

const parameters = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    ratio: { type: 'number' },
    deep: {
      type: 'object',
      properties: { on: { type: 'boolean' }, list: { type: 'array', items: { type: 'integer' } } },
    },
    name: { type: 'string' },
    either: { type: ['string', 'number'] },
    maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    ref: { $ref: '#/$defs/flag' },
    any: {},
  },
  required: ['count'],
  additionalProperties: false,
  $defs: { flag: { type: 'boolean' } },
};

describe('the schema check', () => {
  it('names the path, what was wanted and what came', async () => {
    verifies('core.schema.validates', 'y-agent.pipeline.schema', 'seed.executor.schema');
    const check = await checkerFor(parameters);
    expect(check({ count: 1 })).toEqual([]);
    expect(check({ deep: { on: 'maybe' }, surplus: 1 })).toEqual(
      expect.arrayContaining([
        { path: '', message: 'the required property "count" is missing' },
        { path: '', message: 'the property "surplus" is not known' },
        { path: '/deep/on', message: 'expected boolean, got string' },
      ]),
    );
  });

  it('compiles a schema once, at its first use', async () => {
    verifies('core.schema.compiled-once', 'design.rooms.schema-compiled-once');
    const first = await checkerFor(parameters);
    expect(await checkerFor(parameters)).toBe(first);
    expect(await checkerFor({ ...parameters })).not.toBe(first);
  });

  it('takes draft-7 documents and the same $id twice', async () => {
    verifies('y-agent.definition.draft-seven');
    const schema = () => ({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.org/a',
      type: 'object',
    });
    expect((await checkerFor(schema()))({})).toEqual([]);
    expect((await checkerFor(schema()))([])).toEqual([{ path: '', message: 'expected object, got array' }]);
  });

  it('does not count inherited properties', async () => {
    verifies('core.schema.own-properties');
    const check = await checkerFor({ type: 'object', required: ['toString'] });
    expect(check({})).toHaveLength(1);
    expect(check(Object.create({ toString: 1 }))).toHaveLength(1);
  });

  it('reports few issues of a huge wrong value', async () => {
    const check = await checkerFor({ type: 'array', items: { type: 'string' } });
    expect(check(Array.from({ length: 500_000 }, () => 0)).length).toBeLessThan(21);
  });
});

describe('coercion', () => {
  it('turns strings into what the schema wants, wherever they are, and reports each', () => {
    verifies('core.schema.string-to-number', 'core.schema.string-to-integer', 'core.schema.string-to-boolean');
    verifies('core.schema.string-to-json', 'core.schema.coercion-reported', 'core.schema.coercion-nested');
    const given = { count: '3', ratio: ' 0.5 ', deep: '{"on": "TRUE", "list": ["1", 2]}', maybe: 'null', ref: 'false' };
    const before = structuredClone(given);
    expect(coerce(parameters, given)).toEqual({
      value: { count: 3, ratio: 0.5, deep: { on: true, list: [1, 2] }, maybe: null, ref: false },
      coercions: [
        { path: '/count', from: 'string', to: 'integer' },
        { path: '/ratio', from: 'string', to: 'number' },
        { path: '/deep/on', from: 'string', to: 'boolean' },
        { path: '/deep/list/0', from: 'string', to: 'integer' },
        { path: '/deep', from: 'string', to: 'object' },
        { path: '/maybe', from: 'string', to: 'null' },
        { path: '/ref', from: 'string', to: 'boolean' },
      ],
    });
    expect(given).toEqual(before);
  });

  it('leaves out what is null and need not be there, and reports it', () => {
    verifies('core.schema.null-left-out');
    const schema = {
      type: 'object',
      properties: {
        must: { type: 'string' },
        may: { type: 'string' },
        mayBeNull: { type: ['string', 'null'] },
        nullable: { type: 'string', nullable: true },
        any: {},
        deep: { type: 'array', items: { type: 'object', properties: { on: { type: 'boolean' } } } },
      },
      required: ['must'],
    };
    const given = {
      must: null,
      may: null,
      mayBeNull: null,
      nullable: null,
      any: null,
      unknown: null,
      deep: [{ on: null }],
    };
    const before = structuredClone(given);
    expect(coerce(schema, given)).toEqual({
      value: { must: null, mayBeNull: null, nullable: null, any: null, unknown: null, deep: [{}] },
      coercions: [
        { path: '/may', from: 'null', to: 'absent' },
        { path: '/deep/0/on', from: 'null', to: 'absent' },
      ],
    });
    expect(given).toEqual(before);
  });

  it('leaves a string alone where one is accepted, and guesses nothing', () => {
    verifies('core.schema.string-stays', 'core.schema.no-other-coercion');
    const given = {
      name: '42',
      either: '42',
      any: '42',
      count: '4.5',
      ratio: '0x10',
      deep: '{"on": tru',
      maybe: '9007199254740993',
      unknown: '1',
    };
    expect(coerce(parameters, given)).toEqual({ value: given, coercions: [] });
    expect(coerce(parameters, { count: true, ratio: [1] }).coercions).toEqual([]);
  });
});
