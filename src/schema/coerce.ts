import { type Json, parseJson } from '../base/json.js';
import { isSchema, listOf } from './is-schema.js';
import type { LooseSchema } from './json-schema.js';
import { dereference, schemaTypes } from './schema-types.js';

/** One value that was turned into what its schema wants. */
export interface Coercion {
  readonly path: string;
  readonly from: 'string' | 'null';
  /** `absent`: the member was left out. */
  readonly to: 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null' | 'absent';
}

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const maxDepth = 64;
const none: readonly Coercion[] = [];

/**
 * Turns strings into numbers, booleans, null, objects or arrays where the schema wants one of these and not a string, and
 * leaves out what is null, need not be there and may not be null. Text formats carry every argument as text, models quote
 * numbers, and many name all members and give null for those they do not want. Nothing else is changed, each change is
 * reported, and the given value is left as it was.
 */
export function coerce(schema: LooseSchema, value: unknown) {
  const coercions: Coercion[] = [];
  const coerced = visit({ schema, value, path: '', depth: 0, root: schema, coercions });
  return { value: coerced, coercions: coercions.length === 0 ? none : coercions };
}

interface Visit {
  readonly schema: LooseSchema;
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  readonly root: LooseSchema;
  readonly coercions: Coercion[];
}

function visit(at: Visit): unknown {
  if (at.depth > maxDepth) return at.value;
  const schema = dereference(at.schema, at.root);
  if (typeof at.value === 'string') return fromString({ ...at, schema }, at.value);
  if (Array.isArray(at.value)) return visitArray({ ...at, schema }, at.value);
  if (typeof at.value === 'object' && at.value !== null) return visitObject({ ...at, schema }, at.value);
  return at.value;
}

function visitArray(at: Visit, list: readonly unknown[]): unknown {
  const items = at.schema['items'];
  if (!isSchema(items)) return list;
  let copy: unknown[] | undefined;
  list.forEach((value, index) => {
    const changed = visit({ ...at, schema: items, value, path: `${at.path}/${index}`, depth: at.depth + 1 });
    if (changed === value) return;
    copy ??= [...list];
    copy[index] = changed;
  });
  return copy ?? list;
}

function visitObject(at: Visit, object: object): unknown {
  const properties = at.schema['properties'];
  if (!isSchema(properties)) return object;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!isSchema(schema)) continue;
    const value = (object as Record<string, unknown>)[key];
    const path = `${at.path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (value === null && isLeftOut(key, schema, at)) {
      at.coercions.push({ path, from: 'null', to: 'absent' });
      copy ??= { ...object };
      delete copy[key];
      continue;
    }
    const changed = visit({ ...at, schema, value, path, depth: at.depth + 1 });
    if (changed === value) continue;
    copy ??= { ...object };
    copy[key] = changed;
  }
  return copy ?? object;
}

function isLeftOut(key: string, schema: LooseSchema, { schema: { required }, root }: Visit): boolean {
  const types = schemaTypes(schema, root);
  return !listOf(required).includes(key) && types.size > 0 && !types.has('null') && schema['nullable'] !== true;
}

function fromString(at: Visit, text: string): unknown {
  const wanted = schemaTypes(at.schema, at.root);
  if (wanted.size === 0 || wanted.has('string')) return text;
  const trimmed = text.trim();
  const note = (to: Coercion['to'], value: unknown): unknown => {
    at.coercions.push({ path: at.path, from: 'string', to });
    return value;
  };
  if (wanted.has('boolean') && /^(?:true|false)$/i.test(trimmed))
    return note('boolean', trimmed.toLowerCase() === 'true');
  if (wanted.has('null') && trimmed === 'null') return note('null', null);
  if ((wanted.has('number') || wanted.has('integer')) && numberForm.test(trimmed)) {
    const number = Number(trimmed);
    const whole = Number.isInteger(number);
    const safe = Number.isFinite(number) && (!whole || Number.isSafeInteger(number));
    if (safe && (whole || wanted.has('number')))
      return note(wanted.has('integer') && whole ? 'integer' : 'number', number);
  }
  if ((wanted.has('object') && trimmed.startsWith('{')) || (wanted.has('array') && trimmed.startsWith('['))) {
    const parsed = parseJson(trimmed);
    if (parsed.ok) return note(Array.isArray(parsed.value) ? 'array' : 'object', inner(at, parsed.value));
  }
  return text;
}

/** What was inside a string may itself hold strings to coerce. */
function inner(at: Visit, value: Json): unknown {
  return visit({ ...at, value, depth: at.depth + 1 });
}
