import { expectTypeOf } from 'vitest';
import type { FromSchema } from '../../src/schema/json-schema.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail } from '../../src/tool/outcome.js';

// Types of the arguments follow from the schema; the compiler is the test: `npm run check` fails when one is wrong.
defineTool({
  name: 'typed',
  description: 'has every kind of argument',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      count: { type: 'integer' },
      mode: { enum: ['fast', 'slow'] },
      tags: { type: 'array', items: { type: 'string' } },
      nested: { type: 'object', properties: { on: { type: 'boolean' } }, required: ['on'] },
      either: { type: ['string', 'null'] },
      branch: { anyOf: [{ type: 'number' }, { const: 'none' }] },
      map: { type: 'object', additionalProperties: { type: 'number' } },
      anything: {},
    },
    required: ['path', 'mode'],
  },
  result: { type: 'object', properties: { lines: { type: 'integer' } }, required: ['lines'] },
  plan(args) {
    expectTypeOf(args.path).toEqualTypeOf<string>();
    return { facts: [], preview: { kind: 'arguments' }, carry: { started: 1 } };
  },
  run(args, ctx, carry) {
    expectTypeOf(args.path).toEqualTypeOf<string>();
    expectTypeOf(args.count).toEqualTypeOf<number | undefined>();
    expectTypeOf(args.mode).toEqualTypeOf<'fast' | 'slow'>();
    expectTypeOf(args.tags).toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf(args.nested).toEqualTypeOf<{ readonly on: boolean } | undefined>();
    expectTypeOf(args.either).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(args.branch).toEqualTypeOf<number | 'none' | undefined>();
    expectTypeOf(args.map).toEqualTypeOf<{ readonly [key: string]: number } | undefined>();
    expectTypeOf(args.anything).toEqualTypeOf<unknown>();
    expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
    expectTypeOf(carry).toEqualTypeOf<{ started: number }>();
    // @ts-expect-error: the schema has no such property
    void args.missing;
    // @ts-expect-error: arguments are read-only
    args.path = '';
    return args.count === undefined ? fail('not_found', 'no count') : { lines: args.count };
  },
  show: (result) => {
    expectTypeOf(result).toEqualTypeOf<{ readonly lines: number }>();
    return String(result.lines);
  },
});

defineTool({
  name: 'wrong_result',
  description: 'returns what its schema forbids',
  parameters: { type: 'object' },
  result: { type: 'object', properties: { lines: { type: 'integer' } }, required: ['lines'] },
  // @ts-expect-error: lines is a number
  run: () => ({ lines: 'three' }),
});

// @ts-expect-error: arguments always are an object
defineTool({ name: 'list', description: 'x', parameters: { type: 'array' }, run: () => null });

// @ts-expect-error: a description is needed
defineTool({ name: 'mute', parameters: { type: 'object' }, run: () => null });

// @ts-expect-error: there is no such effect
defineTool({ name: 'loud', description: 'x', parameters: { type: 'object' }, effects: 'everything', run: () => null });

expectTypeOf<FromSchema<{ readonly $ref: '#/x' }>>().toEqualTypeOf<unknown>();
