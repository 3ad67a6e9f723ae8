import { expect, expectTypeOf, it } from 'vitest';
import type { FromSchema } from '../../src/schema/json-schema.js';
import { openParameters, strictParameters } from '../../src/tool/parameters.js';

const members = { path: { type: 'string' }, limit: { type: 'integer', minimum: 1 } } as const;

it('is the schema one would write, the types of whose values follow', () => {
  const strict = strictParameters(['path'], members);
  expect(JSON.stringify(strict)).toBe(
    JSON.stringify({ type: 'object', properties: members, required: ['path'], additionalProperties: false }),
  );
  expectTypeOf<FromSchema<typeof strict>>().toEqualTypeOf<{ readonly path: string; readonly limit?: number }>();
  const open = openParameters([], members);
  expect(open).toEqual({ type: 'object', properties: members });
  expectTypeOf<FromSchema<typeof open>>().toEqualTypeOf<{ readonly path?: string; readonly limit?: number }>();
});

it('requires nothing that is not among the members', () => {
  // @ts-expect-error: there is no member of that name
  expect(openParameters(['pth'], members).required).toEqual(['pth']);
});
