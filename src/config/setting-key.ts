import { type Json, parseJson } from '../base/json.js';
import { nearest } from '../base/nearest.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { checkSetting, shownPath } from './check-config.js';
import { configSchema } from './config-schema.js';
import { isObject, parsePointer, renderPointer, valueAt } from './json-path.js';
import { memberSchema } from './member-schema.js';
import type { ConfigIssue } from './problem.js';
import { whyRemoved } from './removed-settings.js';

/** A setting that was named on the command line. */
type NamedSetting =
  | { readonly ok: true; readonly path: readonly string[]; readonly schema: JsonSchema }
  | { readonly ok: false; readonly message: string };

const maxKeyLength = 1000;

/**
 * The setting a key names: a JSON pointer (`/models/ollama~1llama3.2/images`), or its parts with dots between them. Names
 * of models, providers and headers may hold dots themselves: what `values` has already is taken first, the longest name
 * before the others; then everything up to the last setting there can be.
 */
export function parseSettingKey(key: string, values: unknown): NamedSetting {
  if (key.length > maxKeyLength) return { ok: false, message: `A key has at most ${maxKeyLength} characters.` };
  const pointed = key.startsWith('/') ? parsePointer(key) : undefined;
  if (pointed === undefined) return resolveParts(key.split('.'), { schema: configSchema, path: [], values });
  let schema: JsonSchema = configSchema;
  for (const [at, part] of pointed.entries()) {
    const next = memberSchema(schema, part);
    if (next === undefined) return unknown(part, schema, pointed.slice(0, at));
    schema = next;
  }
  return { ok: true, path: pointed, schema };
}

/** The key of a path as `parseSettingKey` reads it back: with dots where that is clear, else a JSON pointer. */
export function renderSettingKey(path: readonly string[]): string {
  const dotted = path.join('.');
  if (dotted.startsWith('/')) return renderPointer(path);
  const back = parseSettingKey(dotted, {});
  const same = back.ok && back.path.length === path.length && back.path.every((part, at) => part === path[at]);
  return same ? dotted : renderPointer(path);
}

interface Level {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
  readonly values: unknown;
}

function resolveParts(parts: readonly string[], { schema, path, values }: Level): NamedSetting {
  const [first, ...rest] = parts;
  if (first === undefined) return { ok: true, path, schema };
  const named = (length: number): NamedSetting => {
    const key = parts.slice(0, length).join('.');
    const next = memberSchema(schema, key);
    if (next === undefined) return unknown(key, schema, path);
    return resolveParts(parts.slice(length), { schema: next, path: [...path, key], values: valueAt(values, [key]) });
  };
  if (typeof schema.additionalProperties !== 'object') {
    return memberSchema(schema, first) === undefined ? unknown(first, schema, path) : named(1);
  }
  const lengths = parts.map((_, at) => parts.length - at);
  const has = (length: number): boolean =>
    isObject(values) && Object.hasOwn(values, parts.slice(0, length).join('.')) && named(length).ok;
  const known = lengths.find(has) ?? lengths.slice(1).find((length) => named(length).ok);
  if (known !== undefined) return named(known);
  // The last part may be a setting mistyped, and not the end of a name.
  const entry = schema.additionalProperties.properties ?? {};
  const last = rest.at(-1);
  const near = last === undefined ? undefined : nearest(last, Object.keys(entry));
  if (near === undefined) return named(parts.length);
  return unknown(last ?? '', schema.additionalProperties, [...path, parts.slice(0, -1).join('.')]);
}

function unknown(key: string, schema: JsonSchema, path: readonly string[]): NamedSetting {
  const why = whyRemoved([...path, key]);
  if (why !== undefined) return { ok: false, message: `${why}.` };
  const known = Object.keys(schema.properties ?? {});
  const near = nearest(key, known);
  const where = path.length === 0 ? '' : ` in ${shownPath(path)}`;
  const shown = JSON.stringify(key);
  if (schema.items !== undefined)
    return { ok: false, message: `There is no entry ${shown}${where}: count them from 0.` };
  if (known.length === 0)
    return { ok: false, message: `There is no setting ${shown}${where}: it holds a single value.` };
  const hint = near === undefined ? `Those there are: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return { ok: false, message: `There is no setting ${shown}${where}. ${hint}` };
}

type ParsedSetting =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly issues: readonly ConfigIssue[] };

/** The value a word on the command line stands for: JSON where that is what the setting takes, else the word itself. */
export function parseSettingValue(word: string, schema: JsonSchema, path: readonly string[]): ParsedSetting {
  const parsed = parseJson(word);
  const issues = parsed.ok ? checkSetting(parsed.value, schema, path) : [];
  if (parsed.ok && issues.length === 0) return parsed;
  const asText = checkSetting(word, schema, path);
  if (asText.length === 0) return { ok: true, value: word };
  // Of a number that is too large, say that; of a word where a number should be, say that it is a word.
  return { ok: false, issues: parsed.ok && typeof parsed.value !== 'string' ? issues : asText };
}
