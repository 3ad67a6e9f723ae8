import { isSchema, schemaAt } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';

/** To compile a schema takes time with the square of these, and to check a value as many steps as there are ways. */
const limits = { objects: 1500, members: 200, ways: 1000, steps: 200 } as const;

const endless = 'its schema leads back to itself without end';

/** Why a schema cannot be compiled and checked in good time; undefined when it can. */
export function schemaProblem(root: LooseSchema): string | undefined {
  const objects = objectsIn(root);
  if (objects.length > limits.objects) return `its schema has more than ${limits.objects} parts`;
  if (objects.some((one) => Object.keys(one).length > limits.members && !Array.isArray(one)))
    return `its schema has more than ${limits.members} members in one place`;
  const ways = createWays(root);
  const most = Math.max(...objects.map(ways));
  if (most === Number.POSITIVE_INFINITY) return endless;
  return most > limits.ways ? `its schema can be gone through in more than ${limits.ways} ways` : undefined;
}

/**
 * How many schemas apply to a value that a schema applies to: without an end where one leads back to itself. Each is
 * looked into once, for there may be more ways through them than can be walked.
 */
function createWays(root: LooseSchema): (schema: unknown) => number {
  const known = new Map<unknown, number>();
  let steps = 0;
  function ways(schema: unknown): number {
    if (!isSchema(schema)) return 0;
    const before = known.get(schema);
    if (before !== undefined) return before;
    if (steps >= limits.steps) return Number.POSITIVE_INFINITY;
    // Whoever comes back here while it is open has come in a circle.
    known.set(schema, Number.POSITIVE_INFINITY);
    steps += 1;
    const sum = appliedWith(schema, root).reduce<number>((all, one) => all + ways(one), 1);
    steps -= 1;
    known.set(schema, sum);
    return sum;
  }
  return ways;
}

/** What applies to the same value as the schema it stands in. */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const;

function appliedWith(schema: LooseSchema, root: LooseSchema): readonly unknown[] {
  return [schemaAt(schema['$ref'], root), ...inPlace.flatMap((key) => schema[key])];
}

/** All of them count as schemas: something may refer to each. */
function objectsIn(root: object): readonly object[] {
  const found: object[] = [root];
  for (let at = 0; at < found.length && found.length <= limits.objects; at += 1) {
    for (const member of Object.values(found[at] ?? {}))
      if (typeof member === 'object' && member !== null) found.push(member);
  }
  return found;
}
