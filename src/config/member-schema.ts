import type { JsonSchema } from '../schema/json-schema.js';

/** The schema of what stands under this key of an object or list; undefined when there can be no such key. */
export function memberSchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  const { properties = {}, additionalProperties, items } = schema;
  if (typeof items === 'object') return /^\d{1,6}$/.test(key) ? items : undefined;
  if (Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
