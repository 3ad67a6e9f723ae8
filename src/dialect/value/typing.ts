import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import { dereference, memberSchema, schemaTypes, type TypeName } from '../../schema/schema-types.js';

/** What is known of the type of a value. */
export interface Typing {
  /** Its schema; undefined when nothing is said of it. */
  readonly schema: LooseSchema | undefined;
  /** The schema its local references point into. */
  readonly root: LooseSchema;
}

/** The typing of a whole, as its schema says. */
export const typingOf = (schema: LooseSchema | undefined): Typing => ({ schema, root: schema ?? {} });

/** The types a value may have; undefined when nothing is said of them. */
export function typesOf({ schema, root }: Typing): ReadonlySet<TypeName> | undefined {
  const types = schema === undefined ? undefined : schemaTypes(schema, root);
  return types?.size === 0 ? undefined : types;
}

/** The typing of a member of an object. */
export const memberOf = ({ schema, root }: Typing, key: string): Typing => ({
  schema: memberSchema(schema, key, root),
  root,
});

/** The typing of the elements of a list. */
export function itemOf({ schema, root }: Typing): Typing {
  const { items } = schema === undefined ? { items: undefined } : dereference(schema, root);
  return { schema: isSchema(items) ? items : undefined, root };
}

/** Whether an object with these keys has what the schema names and requires, and nothing else. */
export const fits = (keys: readonly string[], { properties, required }: LooseSchema): boolean =>
  isSchema(properties) &&
  keys.every((key) => Object.hasOwn(properties, key)) &&
  (!Array.isArray(required) || required.every((key) => keys.includes(String(key))));
