import { isSchema, listOf, schemaAt, textsIn } from './is-schema.js';
import type { LooseSchema } from './json-schema.js';

/**
 * A tool's schema as Anthropic takes it: an object at its top, without `anyOf`, `oneOf`, `allOf` or `$ref` there, and
 * with plain names of properties. What cannot be said in it any more is said in its description; the whole schema is
 * still what arguments are checked by. The same schema when there is nothing to change.
 */
export function projectForAnthropic(schema: LooseSchema): LooseSchema {
  if (fits(schema)) return schema;
  const { properties, required } = flatten(schema, schema, { parts: 0 });
  const odd = [...properties.keys()].filter((name) => !nameForm.test(name));
  const notes = [
    ...noteOf('The arguments must match this schema: ', only(schema, combinators)),
    ...odd.flatMap((name) => {
      const kind = required.has(name) ? 'required' : 'optional';
      return noteOf(`There is also the ${kind} property ${JSON.stringify(name)}: `, properties.get(name));
    }),
  ];
  for (const name of odd) properties.delete(name);
  const kept = [...required].filter((name) => properties.has(name));
  const { description } = schema;
  const words = [...(typeof description === 'string' ? [description] : []), ...notes].join('\n');
  return {
    ...without(schema, [...combinators, '$ref']),
    ...(words !== '' && { description: words }),
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(kept.length > 0 || 'required' in schema ? { required: kept } : {}),
  };
}

const combinators = ['anyOf', 'oneOf', 'allOf'] as const;
const nameForm = /^[a-zA-Z0-9_.-]{1,64}$/;
/** A note longer than this would cost every request more than it helps. */
const maxNote = 2000;

function fits(schema: LooseSchema): boolean {
  if (schema['type'] !== 'object' || [...combinators, '$ref'].some((word) => word in schema)) return false;
  return Object.keys(objectAt(schema, 'properties')).every((name) => nameForm.test(name));
}

type Flat = ReturnType<typeof flatten>;

/** How many parts of a schema are looked at: references may lead round and round. */
const maxParts = 1000;

/** All properties any form of the arguments has, and those that every form needs. */
function flatten(schema: LooseSchema, root: LooseSchema, count: { parts: number }) {
  const own = new Map(Object.entries(objectAt(schema, 'properties')));
  const layers: ReadonlyMap<string, unknown>[] = [own];
  const needed = new Set(textsIn(schema['required']));
  const inner = (part: LooseSchema): Flat[] => {
    count.parts += 1;
    return count.parts > maxParts ? [] : [flatten(part, root, count)];
  };
  for (const { properties, required } of [schemaAt(schema['$ref'], root) ?? [], schemasIn(schema['allOf'])]
    .flat()
    .flatMap(inner)) {
    layers.push(properties);
    for (const name of required) needed.add(name);
  }
  for (const word of ['anyOf', 'oneOf']) {
    const forms = schemasIn(schema[word]).filter(mayBeObject).flatMap(inner);
    layers.push(
      combine(
        forms.map(({ properties }) => properties),
        'anyOf',
      ),
    );
    for (const name of forms[0]?.required ?? []) {
      if (forms.every(({ required }) => required.has(name))) needed.add(name);
    }
  }
  return { properties: combine(layers, 'allOf'), required: needed };
}

/** The properties of all layers; schemas that differ for one become one that says how they go together. */
function combine(layers: readonly ReadonlyMap<string, unknown>[], how: 'anyOf' | 'allOf'): Map<string, unknown> {
  const found = new Map<string, Map<string, unknown>>();
  for (const layer of layers) {
    for (const [name, schema] of layer) {
      const schemas = found.get(name) ?? new Map<string, unknown>();
      found.set(name, schemas.set(JSON.stringify(schema), schema));
    }
  }
  return new Map(
    [...found].map(([name, schemas]) => {
      const [first, ...others] = schemas.values();
      return [name, others.length === 0 ? first : { [how]: [first, ...others] }];
    }),
  );
}

function noteOf(words: string, schema: unknown): string[] {
  const text = schema === undefined ? '' : JSON.stringify(schema);
  return text === '' || text.length > maxNote ? [] : [`${words}${text}`];
}

function mayBeObject({ type }: LooseSchema): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function only(schema: LooseSchema, words: readonly string[]): LooseSchema | undefined {
  const found = Object.entries(schema).filter(([word]) => words.includes(word));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const without = (schema: LooseSchema, words: readonly string[]): LooseSchema =>
  Object.fromEntries(Object.entries(schema).filter(([word]) => !words.includes(word)));

const schemasIn = (value: unknown): readonly LooseSchema[] => listOf(value).filter(isSchema);
const objectAt = (schema: LooseSchema, word: string): LooseSchema => {
  const value = schema[word];
  return isSchema(value) ? value : {};
};
