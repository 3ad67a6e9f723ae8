import { defined } from '../base/defined.js';
import { isSchema, listOf, schemaAt } from './is-schema.js';
import type { LooseSchema } from './json-schema.js';

/** How often a definition that holds itself is written out, how deep and how large a projection may grow. */
const maxUnrolled = 2;
const maxDepth = 24;
const maxNodes = 2000;

/**
 * A tool's parameters in the part of JSON Schema that Gemini reads (its `parametersJsonSchema`); undefined for a tool
 * without any. References are written out, `const` becomes a list of one, strict bounds become plain ones. What has no
 * place there is dropped or told in words: the arguments of a call are checked against the whole schema anyway.
 */
export function projectGemini(schema: LooseSchema): LooseSchema | undefined {
  const scope: Scope = { root: schema, left: maxNodes };
  const projected = asObject(project(schema, { scope, refs: [], depth: 0 }));
  const properties = projected['properties'];
  const none = !isSchema(properties) || Object.keys(properties).length === 0;
  return none && projected['additionalProperties'] === undefined ? undefined : projected;
}

interface Scope {
  readonly root: LooseSchema;
  left: number;
}

interface At {
  readonly scope: Scope;
  /** The references that led here, so that one that leads to itself comes to an end. */
  readonly refs: readonly string[];
  readonly depth: number;
}

type Built = Record<string, unknown>;

const project = (schema: unknown, at: At): Built => withKnownNames(gather(schema, at));

function gather(schema: unknown, at: At): Built {
  if (!isSchema(schema)) return {};
  at.scope.left -= 1;
  if (at.scope.left < 0 || at.depth > maxDepth) return outline(schema);
  const ref = schema['$ref'];
  if (typeof ref === 'string') return follow(schema, ref, at);
  const below = { ...at, depth: at.depth + 1 };
  const built = keywords(schema, below);
  for (const part of listOf(schema['allOf'])) merge(built, gather(part, below));
  return built;
}

function follow(schema: LooseSchema, ref: string, at: At): Built {
  const { $ref: _ref, ...beside } = schema;
  const target = schemaAt(ref, at.scope.root);
  if (target === undefined) return gather(beside, at);
  const whole = { ...target, ...beside };
  if (at.refs.filter((seen) => seen === ref).length >= maxUnrolled) return outline(whole);
  return gather(whole, { ...at, refs: [...at.refs, ref], depth: at.depth + 1 });
}

/** Only what a value is, for what lies too deep. */
function outline({ type, description }: LooseSchema): Built {
  return { ...defined({ type }), ...(typeof description === 'string' && { description }) };
}

const plain = ['default', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern'] as const;

function keywords(schema: LooseSchema, at: At): Built {
  const built: Built = {};
  const { type, title, description, properties, required, items, prefixItems, additionalProperties } = schema;
  if (typeof type === 'string' || Array.isArray(type)) built['type'] = type;
  if (typeof title === 'string') built['description'] = title;
  if (typeof description === 'string') built['description'] = description;
  for (const key of plain) if (schema[key] !== undefined) built[key] = schema[key];
  addChoice(built, schema);
  addFormat(built, schema);
  addBounds(built, schema);
  if (isSchema(properties)) {
    const kept = Object.entries(properties).filter(([, value]) => value !== false);
    built['properties'] = Object.fromEntries(kept.map(([name, value]) => [name, project(value, at)]));
  }
  if (Array.isArray(required)) built['required'] = required;
  // Until 2020 a list of items stood where `prefixItems` stands now.
  const tuple = Array.isArray(items) ? items : prefixItems;
  if (Array.isArray(tuple)) built['prefixItems'] = tuple.map((item) => project(item, at));
  if (isSchema(items)) built['items'] = project(items, at);
  if (typeof additionalProperties === 'boolean') built['additionalProperties'] = additionalProperties;
  else if (isSchema(additionalProperties)) built['additionalProperties'] = project(additionalProperties, at);
  const branches = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (branches.length > 0) built['anyOf'] = branches.map((branch) => project(branch, at));
  return built;
}

/** `enum` is read for texts and numbers only; other values are told in words. */
function addChoice(built: Built, schema: LooseSchema): void {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values) || values.length === 0) return;
  if (values.every((value) => typeof value === 'string' || typeof value === 'number')) {
    built['enum'] = values;
    const [first] = values as readonly (string | number)[];
    const alike = values.every((value) => typeof value === typeof first);
    if (built['type'] === undefined && alike) built['type'] = typeof first;
  } else {
    tell(built, `one of ${JSON.stringify(values)}`);
  }
}

/** Formats of texts other than points in time are refused. */
function addFormat(built: Built, { format, type }: LooseSchema): void {
  if (typeof format !== 'string') return;
  if (type === 'integer' || type === 'number' || format === 'date-time') built['format'] = format;
  else tell(built, `format: ${format}`);
}

function addBounds(built: Built, schema: LooseSchema): void {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const step = type === 'integer' ? 1 : 0;
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : undefined;
  const under = typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : undefined;
  const least = [minimum, above].filter((bound) => typeof bound === 'number');
  const most = [maximum, under].filter((bound) => typeof bound === 'number');
  if (least.length > 0) built['minimum'] = Math.max(...least);
  if (most.length > 0) built['maximum'] = Math.min(...most);
}

function tell(built: Built, words: string): void {
  const { description } = built;
  built['description'] = typeof description === 'string' ? `${description} (${words})` : words;
}

/** Puts what a part of `allOf` says beside what is there already. */
function merge(built: Built, part: Built): void {
  for (const [key, value] of Object.entries(part)) {
    const own = built[key];
    if (own === undefined) built[key] = value;
    else if (key === 'properties' && isSchema(own) && isSchema(value)) built[key] = { ...value, ...own };
    else if (key === 'required') built[key] = [...new Set([...listOf(own), ...listOf(value)])];
  }
}

/** The parameters must be an object: choices between several become one that has the properties of all. */
function asObject(projected: Built): LooseSchema {
  const { anyOf, ...rest } = projected;
  const branches = listOf(anyOf).filter(isSchema);
  const built: Built = { ...rest, type: 'object' };
  for (const { properties, additionalProperties } of branches) {
    if (isSchema(properties)) merge(built, { properties });
    if (additionalProperties === true) built['additionalProperties'] = true;
  }
  const [first, ...others] = branches.map(({ required }) => listOf(required));
  const shared = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const properties = isSchema(built['properties']) ? built['properties'] : {};
  return withKnownNames({ ...built, properties, required: [...listOf(rest['required']), ...shared] });
}

/** A name that is required but not described is refused. */
function withKnownNames(built: Built): Built {
  const { required, ...rest } = built;
  const properties = isSchema(built['properties']) ? built['properties'] : {};
  const known = new Set(listOf(required).filter((name) => typeof name === 'string' && Object.hasOwn(properties, name)));
  return known.size === 0 ? rest : { ...rest, required: [...known] };
}
