import type { JsonSchema } from '../schema/json-schema.js';

type Properties = { readonly [name: string]: JsonSchema };

/** Not an interface: only a type has the index signature that a schema needs. */
type Parameters<P extends Properties, R extends readonly string[]> = {
  readonly type: 'object';
  readonly properties: P;
  readonly required: R;
};

/** Parameters of which the named have to be given; what is not among them is passed over. */
export const openParameters = <const R extends readonly (keyof P & string)[], const P extends Properties>(
  required: R,
  properties: P,
): Parameters<P, R> => ({ type: 'object', properties, ...(required.length > 0 && { required }) }) as Parameters<P, R>;

/** The same where nothing else may be given. */
export const strictParameters = <const R extends readonly (keyof P & string)[], const P extends Properties>(
  required: R,
  properties: P,
): Parameters<P, R> & { readonly additionalProperties: false } => ({
  ...openParameters(required, properties),
  additionalProperties: false,
});
