import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { projectForOllama } from '../../src/schema/project-ollama.js';
import { checkOllamaRequest } from '../../src/testing/fake-ollama-check.js';
import { verifies } from '../requirements.js';

const property = (schema: unknown, root: object = {}): unknown =>
  (
    projectForOllama({ type: 'object', properties: { p: schema }, ...root }).parameters as {
      properties: { p: unknown };
    }
  ).properties.p;

/** What the server, which is strict about types, says to a tool of this schema. */
function refusal(parameters: object): string | undefined {
  const tools = [{ type: 'function', function: { name: 'f', description: '', parameters } }];
  const text = JSON.stringify({ model: 'm', messages: [], tools });
  return checkOllamaRequest(text, JSON.parse(text));
}

describe('a schema for Ollama', () => {
  test('that it can read stays as it is', () => {
    verifies('models.ollama.schema');
    const schema = {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where.' },
        mode: { type: ['string', 'null'], enum: ['r', 'w'] },
        many: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      },
      required: ['path'],
    };
    expect(projectForOllama(schema)).toEqual({ note: '', parameters: schema });
  });

  test('says in words what the server has no field for', () => {
    verifies('models.ollama.schema');
    expect(property({ type: 'integer', description: 'How many.', minimum: 1, maximum: 9, default: 3 })).toEqual({
      type: 'integer',
      description: 'How many. (default 3; at least 1; at most 9)',
    });
    expect(property({ type: 'string', pattern: '^a+$', format: 'uri', minLength: 2 })).toEqual({
      type: 'string',
      description: '(shortest length 2; pattern ^a+$; format uri)',
    });
    expect(property({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })).toEqual({
      type: 'object',
      description: '(required ["a"])',
      properties: { a: { type: 'string' } },
    });
    expect(property({ const: 'on' })).toEqual({ enum: ['on'] });
    expect(property({ oneOf: [{ type: 'null' }, { type: 'string' }] })).toEqual({
      anyOf: [{ type: 'null' }, { type: 'string' }],
    });
  });

  test('has its references put in place', () => {
    verifies('models.ollama.schema');
    const root = {
      $defs: {
        size: { type: 'string', enum: ['s', 'l'] },
        box: { type: 'object', properties: { size: { $ref: '#/$defs/size' } } },
      },
    };
    expect(property({ $ref: '#/$defs/box', description: 'A box.' }, root)).toEqual({
      type: 'object',
      description: 'A box.',
      properties: { size: { type: 'string', enum: ['s', 'l'] } },
    });
    expect(property({ allOf: [{ $ref: '#/$defs/size' }], default: 's' }, root)).toEqual({
      type: 'string',
      enum: ['s', 'l'],
      description: '(default s)',
    });
    expect(property({ type: 'array', items: { $ref: '#/$defs/size' } }, root)).toEqual({
      type: 'array',
      items: { type: 'string', enum: ['s', 'l'] },
    });
    expect(property({ $ref: '#/$defs/missing' }, root)).toEqual({});
    expect(property({ $ref: 'https://schema.example/x.json' }, root)).toEqual({});
  });

  test('is one object where it was a union', () => {
    verifies('models.ollama.schema');
    const { note, parameters } = projectForOllama({
      oneOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
      ],
    });
    expect(parameters).toEqual({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } });
    expect(note).toContain('oneOf');
  });

  test('that leads back to itself, or grows without end, stays small', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#/$defs/tree' }, right: { $ref: '#/$defs/tree' } } };
    const loop = { $ref: '#/$defs/loop' };
    const made = projectForOllama({ type: 'object', properties: { tree, loop }, $defs: { tree, loop } });
    expect(JSON.stringify(made).length).toBeLessThan(200_000);
    expect(refusal(made.parameters)).toBeUndefined();
  });

  test.each([
    ['true as a property', { type: 'object', properties: { p: true } }],
    ['false as a property', { type: 'object', properties: { p: false } }],
    ['true within a union', { type: 'object', properties: { p: { anyOf: [true, { type: 'string' }] } } }],
    ['types at the top', { type: ['object', 'null'], properties: {} }],
    ['words that are none', { type: 'object', properties: { p: { type: 7, description: {}, enum: 'x' } } }],
    ['names that are none', { type: 'object', properties: {}, required: 'p' }],
    ['no properties', { type: 'object' }],
    ['nothing', {}],
  ])('is accepted with %s', (_, schema) => {
    verifies('models.ollama.schema');
    expect(refusal(projectForOllama(schema).parameters)).toBeUndefined();
  });

  test('is accepted whatever it is', () => {
    const schema = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.record(
          {
            type: fc.oneof(fc.constantFrom('string', 'object'), fc.jsonValue({ maxDepth: 1 })),
            description: fc.jsonValue({ maxDepth: 0 }),
            properties: fc.oneof(fc.dictionary(fc.string(), tie('any'), { maxKeys: 3 }), fc.jsonValue({ maxDepth: 1 })),
            anyOf: fc.oneof(fc.array(tie('any'), { maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
            allOf: fc.oneof(fc.array(tie('any'), { maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
            $ref: fc.constantFrom('#', '#/properties/a', '#/%zz', 7),
            items: tie('any'),
            enum: fc.jsonValue({ maxDepth: 1 }),
            const: fc.jsonValue({ maxDepth: 1 }),
            required: fc.jsonValue({ maxDepth: 1 }),
          },
          { requiredKeys: [] },
        ),
      ),
    })).any;
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('type', 'properties', 'anyOf', '$ref', 'required'), schema),
        (given) => {
          expect(refusal(projectForOllama(given).parameters)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of every tool that comes with it is accepted', () => {
    verifies('models.ollama.schema');
    expect(builtinTools.length).toBeGreaterThan(5);
    for (const { parameters } of builtinTools) expect(refusal(projectForOllama(parameters).parameters)).toBeUndefined();
  });
});
