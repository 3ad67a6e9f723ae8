import type { JsonSchema } from './json-schema.js';

type Members = Readonly<Record<string, JsonSchema>>;
type Bare<Name> = Name extends `${infer Bare}?` ? Bare : Name;

/** A type and no interface, which is no `JsonSchema`. */
type ObjectOf<M extends Members> = {
  readonly type: 'object';
  readonly properties: { readonly [Name in keyof M as Bare<Name>]: M[Name] };
  readonly required: readonly Exclude<keyof M, `${string}?`>[];
  readonly additionalProperties: false;
};

/** The schema of an object that holds these members and no others. One whose name ends in `?` may be left out. */
export function objectOf<const M extends Members>(members: M): ObjectOf<M> {
  const names = Object.keys(members);
  const properties = Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), members[name]]));
  const required = names.filter((name) => !name.endsWith('?'));
  const known = required.length === 0 ? {} : { required };
  return { type: 'object', properties, ...known, additionalProperties: false } as unknown as ObjectOf<M>;
}
