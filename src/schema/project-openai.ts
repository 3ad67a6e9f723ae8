import { cutEnd } from '../base/text.js';
import { isSchema, listOf, textOf } from './is-schema.js';
import type { LooseSchema } from './json-schema.js';

export interface OpenAiParameters {
  readonly parameters: LooseSchema;
  /** What the schema says and OpenAI's form of it cannot, for the description of the tool. */
  readonly note: string | undefined;
}

/**
 * The parameters of a tool as OpenAI accepts them: an object without a choice at the top, and no list without a schema
 * for its items. The alternatives become optional properties and are told in the note; the true schema still decides
 * about every call.
 */
export function projectOpenAi(schema: LooseSchema): OpenAiParameters {
  const refused = refusedAtTop.filter((keyword) => schema[keyword] !== undefined);
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !refusedAtTop.includes(keyword) && keyword !== 'type'),
  );
  const properties = refused.length === 0 ? schema['properties'] : mergedProperties(schema);
  const required = refused.includes('allOf') ? mergedRequired(schema) : schema['required'];
  const object = {
    type: 'object',
    ...rest,
    properties: isSchema(properties) ? properties : {},
    ...(Array.isArray(required) && { required }),
  };
  return { parameters: withItems(object, []) as LooseSchema, note: noteOf(schema, refused) };
}

const refusedAtTop = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not'];
const maxNote = 600;
/** Deeper schemas are sent as they are. */
const maxDepth = 64;

function noteOf(schema: LooseSchema, refused: readonly string[]): string | undefined {
  if (refused.length === 0) return undefined;
  const wanted = JSON.stringify(Object.fromEntries(refused.map((keyword) => [keyword, schema[keyword]])));
  const shown = wanted.length > maxNote ? `${cutEnd(wanted, maxNote)}…` : wanted;
  return `The arguments must also match this JSON Schema: ${shown}`;
}

/** The properties of a schema and of its alternatives; one that several describe may be as any of them says. */
function mergedProperties(schema: LooseSchema): LooseSchema {
  const found = new Map<string, unknown[]>();
  for (const branch of [schema, ...branchesOf(schema)]) {
    const properties = branch['properties'];
    if (!isSchema(properties)) continue;
    for (const [name, property] of Object.entries(properties)) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [property]);
      else if (branch !== schema && !known.some((one) => isSame(one, property))) known.push(property);
    }
  }
  return Object.fromEntries(
    [...found].map(([name, forms]) => [name, forms.length === 1 ? forms[0] : { anyOf: forms }]),
  );
}

function mergedRequired(schema: LooseSchema): readonly unknown[] {
  const all = [schema, ...listOf(schema['allOf']).map((branch) => resolved(schema, branch))];
  return [...new Set(all.flatMap((branch) => listOf(branch?.['required'])))];
}

function branchesOf(schema: LooseSchema): readonly LooseSchema[] {
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]));
  return branches.map((branch) => resolved(schema, branch)).filter((branch) => branch !== undefined);
}

/** A branch, or the definition of the same schema it refers to. */
function resolved(schema: LooseSchema, branch: unknown): LooseSchema | undefined {
  if (!isSchema(branch)) return undefined;
  const [, group, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(textOf(branch['$ref'])) ?? [];
  if (group === undefined || name === undefined) return branch;
  const definitions = schema[group];
  const definition = isSchema(definitions) ? definitions[name] : undefined;
  return isSchema(definition) ? definition : undefined;
}

/** Gives every list below a schema for its items. What refers to itself is left as it is. */
function withItems(value: unknown, above: readonly unknown[]): unknown {
  if (!isSchema(value) || above.length > maxDepth || above.includes(value)) return value;
  const path = [...above, value];
  const copy: LooseSchema = Object.fromEntries(
    Object.entries(value).map(([keyword, inner]) => [keyword, withinKeyword(keyword, inner, path)]),
  );
  const { items, type } = copy;
  if (Array.isArray(items)) return { ...copy, items: { anyOf: items } };
  return items === undefined && [type].flat().includes('array') ? { ...copy, items: {} } : copy;
}

function withinKeyword(keyword: string, inner: unknown, path: readonly unknown[]): unknown {
  if (schemaLists.has(keyword) && Array.isArray(inner)) return inner.map((one) => withItems(one, path));
  if (schemaMaps.has(keyword) && isSchema(inner)) {
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, withItems(one, path)]));
  }
  return schemaKeywords.has(keyword) ? withItems(inner, path) : inner;
}

const schemaLists = new Set(['anyOf', 'oneOf', 'allOf', 'items', 'prefixItems']);
const schemaMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const schemaKeywords = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains']);

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
