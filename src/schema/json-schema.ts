type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A JSON Schema literal. Keywords that say nothing about types are let through as they are. */
export interface JsonSchema {
  readonly type?: TypeName | readonly TypeName[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly items?: JsonSchema | false;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly [keyword: string]: unknown;
}

/** A schema read without knowing its literal type. */
export type LooseSchema = { readonly [keyword: string]: unknown };

/**
 * The type of the values a schema literal accepts. Where it cannot tell (`$ref`, `allOf`, no `type`) it says `unknown`
 * rather than something wrong. Costs nothing at run time.
 */
export type FromSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly anyOf: readonly (infer Branch)[] }
      ? FromSchema<Branch>
      : S extends { readonly oneOf: readonly (infer Branch)[] }
        ? FromSchema<Branch>
        : S extends { readonly type: readonly (infer Name)[] }
          ? FromType<Name, S>
          : S extends { readonly type: infer Name }
            ? FromType<Name, S>
            : unknown;

type FromType<Name, S> = Name extends 'string'
  ? string
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? FromArray<S>
          : Name extends 'object'
            ? FromObject<S>
            : unknown;

type FromArray<S> = S extends { readonly items: infer Item } ? readonly FromSchema<Item>[] : readonly unknown[];

type FromObject<S> = S extends { readonly properties: infer Properties }
  ? Flat<
      { readonly [Key in keyof Properties as Key extends RequiredOf<S> ? Key : never]: FromSchema<Properties[Key]> } & {
        readonly [Key in keyof Properties as Key extends RequiredOf<S> ? never : Key]?: FromSchema<Properties[Key]>;
      }
    >
  : S extends { readonly additionalProperties: infer Value extends JsonSchema }
    ? { readonly [key: string]: FromSchema<Value> }
    : { readonly [key: string]: unknown };

type RequiredOf<S> = S extends { readonly required: readonly (infer Key)[] } ? Key : never;

type Flat<T> = { [Key in keyof T]: T[Key] };
