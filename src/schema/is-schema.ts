import type { LooseSchema } from './json-schema.js';

/** Whether a value found where a schema may stand is one that can be looked into. */
export const isSchema = (value: unknown): value is LooseSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textsIn = (value: unknown): readonly string[] => listOf(value).filter((one) => typeof one === 'string');

/** What a `$ref` within the same schema leads to: `#`, `#/$defs/User`. */
export function schemaAt(ref: unknown, root: LooseSchema): LooseSchema | undefined {
  if (ref !== '#' && !textOf(ref).startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of textOf(ref).split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as LooseSchema)[key];
  }
  return isSchema(at) ? at : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
