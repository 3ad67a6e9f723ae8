import type { Json } from '../base/json.js';
import { nearest } from '../base/nearest.js';
import { cutEnd } from '../base/text.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { configSchema } from './config-schema.js';
import { isObject } from './json-path.js';
import type { Layer } from './layer.js';
import { memberSchema } from './member-schema.js';
import type { ConfigIssue } from './problem.js';
import { checkWorkspaceRights } from './workspace-rights.js';

/** No more are looked for: whoever has so many begins with these. */
export const maxIssues = 100;

/**
 * Checks the value of a config file against the schema, and a workspace's against what a workspace may set. It knows
 * the keywords the schema uses, so that no schema compiler is loaded at the start.
 */
export function checkConfig(value: Json, layer: Layer): readonly ConfigIssue[] {
  const issues: ConfigIssue[] = layer === 'workspace' ? [...checkWorkspaceRights(value)] : [];
  checkValue(value, configSchema, { path: [], issues });
  return issues;
}

/** Checks one setting: `path` says where it stands. */
export function checkSetting(value: Json, schema: JsonSchema, path: readonly string[]): readonly ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  checkValue(value, schema, { path, issues });
  return issues;
}

/** The path of a setting in a message. */
export const shownPath = (path: readonly string[]): string => path.map(shownKey).join('.');

const shownPlace = (path: readonly string[]): string => (path.length === 0 ? 'the file' : shownPath(path));

function shownKey(key: string): string {
  const short = key.length > maxShownKey ? `${cutEnd(key, maxShownKey)}…` : key;
  return /^[^\s\p{C}"]+$/u.test(short) ? short : JSON.stringify(short);
}

/** A key may be as long as the file. */
const maxShownKey = 100;

interface Place {
  readonly path: readonly string[];
  readonly issues: ConfigIssue[];
}

function checkValue(value: Json, schema: JsonSchema, { path, issues }: Place): void {
  if (schema.enum !== undefined ? !schema.enum.includes(value) : !hasType(value, schema)) {
    issues.push({ path, message: wrongValue(value, schema, path) });
    return;
  }
  if (Array.isArray(value)) {
    checkList(value as readonly Json[], schema, { path, issues });
    return;
  }
  if (isObject(value)) {
    if (!hasOneOf(value, schema)) {
      const choices = requiredOf(schema);
      issues.push({ path, message: `${shownPath(path)} must have exactly one of ${choices.join(', ')}; write one` });
    }
    for (const key of schema.required ?? []) {
      if (!Object.hasOwn(value, key))
        issues.push({ path, message: `${shownPlace(path)} has no ${JSON.stringify(key)}; write it` });
    }
    for (const [key, member] of Object.entries(value)) {
      if (issues.length >= maxIssues) return;
      checkMember(key, member, { schema, path, issues });
    }
    return;
  }
  // Neither is shown: it may be a secret that was put in the wrong place.
  if (!fits(value, schema)) issues.push({ path, message: `${shownPath(path)} must be ${expected(schema)}; change it` });
}

function checkList(list: readonly Json[], { items, maxItems }: JsonSchema, { path, issues }: Place): void {
  if (typeof maxItems === 'number' && list.length > maxItems) {
    issues.push({
      path,
      message: `${shownPath(path)} can hold at most ${maxItems} entries, not ${list.length}; use fewer`,
    });
    return;
  }
  for (const [at, item] of list.entries()) {
    if (issues.length >= maxIssues) return;
    checkValue(item, items as JsonSchema, { path: [...path, String(at)], issues });
  }
}

/** Of these keys, each of which is a choice of its own, an object has one. */
const requiredOf = ({ oneOf = [] }: JsonSchema): readonly string[] => oneOf.flatMap(({ required = [] }) => required);

function hasOneOf(value: { readonly [key: string]: Json }, schema: JsonSchema): boolean {
  const choices = requiredOf(schema);
  return choices.length === 0 || choices.filter((key) => Object.hasOwn(value, key)).length === 1;
}

function checkMember(
  key: string,
  value: Json,
  { schema, path, issues }: Place & { readonly schema: JsonSchema },
): void {
  const place = { path: [...path, key], issues };
  const { propertyNames, additionalProperties } = schema;
  const known = memberSchema(schema, key);
  if (known === undefined) {
    issues.push({ path: place.path, message: unknownKey(key, Object.keys(schema.properties ?? {}), path) });
  } else if (typeof additionalProperties === 'object' && !fits(key, propertyNames as JsonSchema)) {
    const wanted = expected(propertyNames as JsonSchema);
    issues.push({ path: place.path, message: `${shownPath(place.path)}: a key here must be ${wanted}; rename it` });
  } else checkValue(value, known, place);
}

function unknownKey(key: string, known: readonly string[], path: readonly string[]): string {
  const near = nearest(key, known);
  const advice = near === undefined ? `use one of ${known.join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
  const where = path.length === 0 ? '' : ` in ${shownPath(path)}`;
  return `${JSON.stringify(cutEnd(key, 60))} is no setting${where}; ${advice}`;
}

function wrongValue(value: Json, schema: JsonSchema, path: readonly string[]): string {
  const what = shownPlace(path);
  const near = typeof value === 'string' ? nearest(value, (schema.enum ?? []).map(String)) : undefined;
  const advice = value === null ? 'remove the key to leave it unset' : 'change it, or remove the key';
  const hint = near === undefined ? advice : `did you mean ${JSON.stringify(near)}?`;
  // What stands where text or an object should may be a secret that was put in the wrong place.
  const not = ['string', 'object', 'array'].includes(String(schema.type)) ? kindOf(value) : shownValue(value);
  return `${what} must be ${expected(schema)}, not ${not}; ${path.length === 0 ? 'write { … }' : hint}`;
}

function hasType(value: Json, { type }: JsonSchema): boolean {
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** What the schema asks of a scalar beyond its type. */
function fits(value: Json, { pattern, maxLength, minimum, maximum }: JsonSchema): boolean {
  if (typeof value === 'number') {
    return value >= ((minimum as number | undefined) ?? value) && value <= ((maximum as number | undefined) ?? value);
  }
  if (typeof value !== 'string') return true;
  // Counted in code points, as JSON Schema does.
  if (typeof maxLength === 'number' && value.length > maxLength && [...value].length > maxLength) return false;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
}

/** What a value should be, in words. */
function expected({ enum: choices, type, patternErrorMessage, minimum, maximum, maxLength }: JsonSchema): string {
  if (choices !== undefined) return `one of ${choices.map(String).join(', ')}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'object') return 'an object { … }';
  if (type === 'array') return 'a list [ … ]';
  if (type === 'integer')
    return `a whole number${maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`}`;
  if (type === 'number') return `a number from ${minimum} to ${maximum}`;
  const length = maxLength === undefined ? '' : `, at most ${maxLength} characters long`;
  return `${String(patternErrorMessage ?? 'text in double quotes')}${length}`;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'a number' : String(value);
}

function shownValue(value: Json): string {
  if (typeof value === 'object' && value !== null) return kindOf(value);
  const text = JSON.stringify(value);
  return text.length > 60 ? `${cutEnd(text, 59)}…` : text;
}
