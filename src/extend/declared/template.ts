import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';

/** What placeholders stand for, by their names. */
export type Values = ReadonlyMap<string, unknown>;

const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_-]*)\s*\}\}/g;
const only = /^\{\{\s*([A-Za-z_][A-Za-z0-9_-]*)\s*\}\}$/;

/** The values of the arguments of a call. */
export const valuesOf = (args: object): Values => new Map(Object.entries(args));

/** The names in a template, at whatever depth. */
export function placeholdersOf(template: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') for (const [, name] of value.matchAll(placeholder)) found.add(name ?? '');
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner);
  };
  visit(template);
  return found;
}

/** The name, when a text is one placeholder and nothing else. */
export const onlyPlaceholder = (text: string): string | undefined => only.exec(text)?.[1];

/** A placeholder that stands for nothing. */
export function findUnknown(template: unknown, known: ReadonlySet<string>): string | undefined {
  return [...placeholdersOf(template)].find((name) => !known.has(name));
}

export function parameterNames({ properties }: LooseSchema): ReadonlySet<string> {
  return new Set(isSchema(properties) ? Object.keys(properties) : []);
}

/**
 * A text with its placeholders filled in. What is filled in is never looked at again: a value that holds braces stays
 * what it is.
 */
export function fillText(template: string, values: Values, encode: (text: string) => string = plain): string {
  return template.replace(placeholder, (_, name: string) => encode(textOf(values.get(name))));
}

/**
 * A JSON value with its placeholders filled in. A text that is nothing but a placeholder becomes the value itself,
 * whatever its type is; without a value its property or item is left out.
 */
export function fillValue(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const name = onlyPlaceholder(template);
    return name === undefined ? fillText(template, values) : values.get(name);
  }
  if (Array.isArray(template))
    return template.map((item) => fillValue(item, values)).filter((item) => item !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  const filled = Object.entries(template).map(([key, value]) => [key, fillValue(value, values)] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const plain = (text: string): string => text;
