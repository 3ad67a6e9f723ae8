import { isSchema, listOf, schemaAt } from './is-schema.js';
import type { LooseSchema } from './json-schema.js';

export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The JSON types a schema accepts; an empty set when it does not say, or accepts anything. */
export function schemaTypes(schema: LooseSchema, root: LooseSchema, depth = 0): ReadonlySet<TypeName> {
  if (depth > 8) return none;
  const { type, anyOf, oneOf, allOf, enum: values, ...rest } = dereference(schema, root);
  const names = (Array.isArray(type) ? type : [type]).map((name) => typeNames.get(String(name).toLowerCase()));
  if (type !== undefined) return new Set(names.filter((name) => name !== undefined));
  if (Array.isArray(values)) return new Set(values.map(typeOf));
  if ('const' in rest) return new Set([typeOf(rest['const'])]);
  const branches = [anyOf, oneOf].flatMap(listOf).filter(isSchema);
  const sets = branches.map((branch) => schemaTypes(branch, root, depth + 1));
  if (sets.length > 0) return sets.some(({ size }) => size === 0) ? none : new Set(sets.flatMap((set) => [...set]));
  const all = listOf(allOf)
    .filter(isSchema)
    .map((part) => schemaTypes(part, root, depth + 1));
  const told = all.find(({ size }) => size > 0);
  if (told !== undefined) return told;
  return 'properties' in rest ? objectOnly : none;
}

/** The schema a local `$ref` names. */
export function dereference(schema: LooseSchema, root: LooseSchema): LooseSchema {
  let current = schema;
  for (let hops = 0; hops < 8; hops += 1) {
    const target = schemaAt(current['$ref'], root);
    if (target === undefined) return current;
    current = target;
  }
  return current;
}

/** The schema of one member of an object; undefined when nothing is said of it. */
export function memberSchema(schema: LooseSchema | undefined, key: string, root: LooseSchema): LooseSchema | undefined {
  if (schema === undefined) return undefined;
  const { properties, additionalProperties, allOf, anyOf, oneOf } = dereference(schema, root);
  const own = isSchema(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (isSchema(own)) return own;
  for (const part of [allOf, anyOf, oneOf].flatMap(listOf).filter(isSchema)) {
    const found = part === schema ? undefined : memberSchema({ ...part, additionalProperties: false }, key, root);
    if (found !== undefined) return found;
  }
  return isSchema(additionalProperties) ? additionalProperties : undefined;
}

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'object';
}

const none: ReadonlySet<TypeName> = new Set();
const objectOnly: ReadonlySet<TypeName> = new Set(['object']);

/** The names of JSON Schema, and those of programming languages that stand in schemas people write by hand. */
const typeNames: ReadonlyMap<string, TypeName> = new Map([
  ...(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const).map(
    (name) => [name, name] as const,
  ),
  ...['str', 'text', 'varchar', 'char', 'enum'].map((name) => [name, 'string'] as const),
  ...['int', 'int32', 'int64', 'long', 'short', 'uint', 'uint32', 'uint64'].map((name) => [name, 'integer'] as const),
  ...['float', 'float32', 'float64', 'double', 'num', 'decimal'].map((name) => [name, 'number'] as const),
  ...['bool', 'binary'].map((name) => [name, 'boolean'] as const),
  ...['dict', 'map', 'mapping'].map((name) => [name, 'object'] as const),
  ...['list', 'arr', 'tuple', 'set'].map((name) => [name, 'array'] as const),
  ...['none', 'nonetype'].map((name) => [name, 'null'] as const),
]);
