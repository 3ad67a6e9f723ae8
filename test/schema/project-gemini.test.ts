import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LooseSchema } from '../../src/schema/json-schema.js';
import { projectGemini } from '../../src/schema/project-gemini.js';
import { verifies } from '../requirements.js';

/** The projection of one property. */
const property = (schema: LooseSchema, root: LooseSchema = {}) =>
  (projectGemini({ type: 'object', properties: { it: schema }, ...root }) as { properties: { it: unknown } }).properties
    .it;

describe('a schema for Gemini', () => {
  test('that needs nothing stays as it is', () => {
    verifies('design.rooms.provider-subsets');
    const schema = {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where.' },
        lines: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: 9 },
        mode: { type: 'string', enum: ['a', 'b'], default: 'a' },
        maybe: { type: ['string', 'null'] },
        either: { anyOf: [{ type: 'string', pattern: '^a' }, { type: 'number' }] },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
        map: { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
      },
      required: ['path'],
      additionalProperties: false,
    };
    expect(projectGemini(schema)).toEqual(schema);
  });

  const cases: [string, LooseSchema, object][] = [
    ['const is a list of one', { const: 'x' }, { type: 'string', enum: ['x'] }],
    ['a number is one too', { type: 'integer', const: 3 }, { type: 'integer', enum: [3] }],
    [
      'values that are neither text nor number are told in words',
      { type: 'boolean', description: 'Sure?', enum: [true] },
      { type: 'boolean', description: 'Sure? (one of [true])' },
    ],
    ['oneOf is anyOf', { oneOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }] }],
    [
      'strict bounds of integers are the next integers',
      { type: 'integer', exclusiveMinimum: 0, maximum: 100, exclusiveMaximum: 10 },
      { type: 'integer', minimum: 1, maximum: 9 },
    ],
    [
      'strict bounds of numbers are plain ones',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0 },
    ],
    [
      'a point in time keeps its format',
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    ['other formats are told', { type: 'string', format: 'uri' }, { type: 'string', description: 'format: uri' }],
    ['formats of numbers stay', { type: 'integer', format: 'int64' }, { type: 'integer', format: 'int64' }],
    ['a title stands in for a description', { type: 'string', title: 'Name' }, { type: 'string', description: 'Name' }],
    [
      'a list of items is prefixItems',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }] },
    ],
    [
      'what is not read is dropped',
      {
        type: 'object',
        $comment: 'c',
        examples: [1],
        not: {},
        if: {},
        patternProperties: {},
        $id: 'x',
        properties: {},
      },
      { type: 'object', properties: {} },
    ],
    [
      'allOf is put together',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        allOf: [{ properties: { b: { type: 'number' }, a: { type: 'null' } } }, { required: ['b', 'a'] }, true],
      },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a', 'b'] },
    ],
    ['true is anything', { type: 'array', items: true }, { type: 'array' }],
    [
      'a name that is required but not described is not required',
      { type: 'object', properties: { a: {} }, required: ['a', 'b'], anyOf: [{ required: ['c'] }] },
      { type: 'object', properties: { a: {} }, required: ['a'], anyOf: [{}] },
    ],
    [
      'a property that must not be there is not named',
      { type: 'object', properties: { a: false, b: true } },
      { type: 'object', properties: { b: {} } },
    ],
  ];
  test.each(cases)('%s', (_, schema, wanted) => expect(property(schema)).toEqual(wanted));

  test('references are written out, with what stands beside them', () => {
    const defs = {
      $defs: {
        'a/b c': { type: 'string', description: 'Own.' },
        list: { type: 'array', items: { $ref: '#/$defs/a~1b%20c' } },
      },
      definitions: { old: { type: 'number' } },
    };
    expect(property({ $ref: '#/$defs/list' }, defs)).toEqual({
      type: 'array',
      items: { type: 'string', description: 'Own.' },
    });
    expect(property({ $ref: '#/$defs/a~1b c', description: 'Here.' }, defs)).toEqual({
      type: 'string',
      description: 'Here.',
    });
    expect(property({ anyOf: [{ $ref: '#/definitions/old' }, { $ref: '#/properties/it' }] }, defs)).toMatchObject({
      anyOf: [{ type: 'number' }, {}],
    });
    expect(property({ $ref: 'https://example.com/x.json', type: 'string' }, defs)).toEqual({ type: 'string' });
    expect(property({ $ref: '#/$defs/none', description: 'lost' }, defs)).toEqual({ description: 'lost' });
    expect(property({ $ref: '#/%E0%A4%A', type: 'number' }, defs)).toEqual({ type: 'number' });
    expect(JSON.stringify(projectGemini({ type: 'object', properties: { a: {} }, ...defs }))).not.toContain('defs');
  });

  test('a definition that holds itself comes to an end, and so does one that doubles', () => {
    const tree = { type: 'object', description: 'A node.', properties: { child: { $ref: '#/$defs/tree' } } };
    expect(property({ $ref: '#/$defs/tree' }, { $defs: { tree } })).toEqual({
      ...tree,
      properties: { child: { ...tree, properties: { child: { type: 'object', description: 'A node.' } } } },
    });
    const wide = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        { type: 'object', properties: { l: { $ref: `#/$defs/d${at + 1}` }, r: { $ref: `#/$defs/d${at + 1}` } } },
      ]),
    );
    const projected = projectGemini({ type: 'object', properties: { it: { $ref: '#/$defs/d0' } }, $defs: wide });
    expect(JSON.stringify(projected).length).toBeLessThan(200_000);
  });

  test('parameters are always an object', () => {
    expect(
      projectGemini({
        anyOf: [
          { type: 'object', properties: { a: { type: 'string' }, k: { type: 'string' } }, required: ['k', 'a'] },
          { type: 'object', properties: { b: { type: 'number' }, k: { type: 'number' } }, required: ['k'] },
        ],
      }),
    ).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, k: { type: 'string' }, b: { type: 'number' } },
      required: ['k'],
    });
    expect(projectGemini({ $ref: '#/$defs/p', $defs: { p: { properties: { x: { type: 'string' } } } } })).toEqual({
      type: 'object',
      properties: { x: { type: 'string' } },
    });
    expect(projectGemini({ type: 'object', properties: { a: {} }, required: ['a', 'ghost', 7] })).toMatchObject({
      required: ['a'],
    });
    expect(projectGemini({ type: 'object', additionalProperties: true })).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: true,
    });
  });

  test('a tool without parameters has none', () => {
    for (const schema of [{}, { type: 'object' }, { type: 'object', properties: {} }, { type: 'string' }]) {
      expect(projectGemini(schema)).toBeUndefined();
    }
  });

  test('keeps names such as __proto__ and constructor as names', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}',
    ) as LooseSchema;
    expect(JSON.stringify(projectGemini(schema))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}',
    );
  });

  test('any JSON at all: never an exception, always an object, the given schema unchanged', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'allOf',
      '$ref',
      'enum',
      'required',
      'const',
    );
    const ref = fc.constantFrom('#', '#/properties/a', '#/items', '#/anyOf/0', '#/x');
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof({ depthSize: 'small' }, fc.jsonValue({ maxDepth: 1 }), ref, tie('node')),
      node: fc.dictionary(keyword, fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 }))),
    }));
    fc.assert(
      fc.property(schema, (value) => {
        const given = typeof value === 'object' && value !== null ? (value as LooseSchema) : {};
        const before = JSON.stringify(given);
        const projected = projectGemini(given);
        expect(JSON.stringify(given)).toBe(before);
        if (projected !== undefined) expect(projected['type']).toBe('object');
      }),
      { numRuns: 2000 },
    );
  });
});
