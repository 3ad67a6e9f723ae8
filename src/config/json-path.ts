import type { Json } from '../base/json.js';

/** The value at a path; undefined when there is none. */
export function valueAt(root: unknown, path: readonly string[]): Json | undefined {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value as Json | undefined;
}

/** The same value with another at a path; objects are made on the way. */
export function withPath(value: Json, path: readonly string[], member: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return member;
  const base = isObject(value) ? value : {};
  const below = Object.hasOwn(base, key) ? base[key] : undefined;
  return { ...base, [key]: withPath(below ?? {}, rest, member) };
}

/** The same value without what stands at a path. */
export function withoutPath(value: Json, path: readonly string[]): Json {
  const [key, ...rest] = path;
  if (key === undefined || !isObject(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: member = null, ...others } = value;
  return rest.length === 0 ? others : { ...value, [key]: withoutPath(member, rest) };
}

/** A path as a JSON pointer (RFC 6901), and back; undefined for text that is none. */
export const renderPointer = (path: readonly string[]): string =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export function parsePointer(pointer: string): readonly string[] | undefined {
  if (!/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
