import { isSchema, schemaAt, textOf, textsIn } from './is-schema.js';
import type { LooseSchema } from './json-schema.js';
import { projectForAnthropic } from './project-anthropic.js';

export interface OllamaParameters {
  /** What of the schema has no place in its parameters; empty for nothing. Belongs to the tool's description. */
  readonly note: string;
  readonly parameters: LooseSchema;
}

/**
 * A tool's schema as Ollama takes it. Its server reads a schema into fixed fields: what has another shape there (`true`
 * as a property, a list of types at the top) makes it refuse the whole request, and what it has no field for
 * (`$ref`, `const`, `oneOf`, limits, the required properties of inner objects) never reaches the model. So references are
 * put in place, and what is left is said in descriptions. Arguments are still checked by the whole schema.
 */
export function projectForOllama(schema: LooseSchema): OllamaParameters {
  // The unions at the top of a schema must be made one object, as they must for Anthropic.
  const flat = projectForAnthropic(schema);
  const state: State = { root: schema, left: maxNodes };
  const required = textsIn(flat['required']);
  return {
    note: textOf(flat['description']),
    parameters: {
      type: 'object',
      properties: projectAll(flat['properties'], state, 0),
      ...(required.length > 0 && { required }),
    },
  };
}

/** References that lead to references may grow without end: what is over this is left open. */
const maxNodes = 2000;
const maxDepth = 12;
const maxNote = 300;

interface State {
  readonly root: LooseSchema;
  left: number;
}

function projectAll(properties: unknown, state: State, depth: number): LooseSchema {
  if (!isSchema(properties)) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, project(value, state, depth)]));
}

function project(given: unknown, state: State, depth: number): LooseSchema {
  state.left -= 1;
  if (given === false) return { description: 'Leave it out: no value is accepted.' };
  if (!isSchema(given) || depth > maxDepth || state.left < 0) return {};
  const schema = inPlace(given, state.root);
  const { type, items, properties } = schema;
  const forms = [schema['anyOf'], schema['oneOf']].find(Array.isArray) as readonly unknown[] | undefined;
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  const types = typeof type === 'string' ? type : textsIn(type);
  const description = [textOf(schema['description']), noteOf(schema)].filter((part) => part !== '').join(' ');
  return {
    ...(types.length > 0 && { type: types }),
    ...(description !== '' && { description }),
    ...(Array.isArray(values) && { enum: values as unknown[] }),
    ...(isSchema(items) && { items: project(items, state, depth + 1) }),
    ...(isSchema(properties) && { properties: projectAll(properties, state, depth + 1) }),
    ...(forms !== undefined && { anyOf: forms.map((form) => project(form, state, depth + 1)) }),
  };
}

/** The schema with what it refers to put into it: `$ref` and `allOf`, a few steps deep. */
function inPlace(schema: LooseSchema, root: LooseSchema): LooseSchema {
  let merged = schema;
  for (let step = 0; step < 8 && ('$ref' in merged || 'allOf' in merged); step += 1) {
    const { $ref: ref, allOf: parts, ...own } = merged;
    const target = schemaAt(ref, root);
    const all = [target, ...(Array.isArray(parts) ? (parts as unknown[]) : [])].filter(isSchema);
    merged = Object.assign({}, ...all, own) as LooseSchema;
  }
  return merged;
}

/** Keywords the server has no field for, in words a model understands. */
const keywords: Readonly<Record<string, string>> = {
  required: 'required',
  default: 'default',
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  minLength: 'shortest length',
  maxLength: 'longest length',
  pattern: 'pattern',
  format: 'format',
  minItems: 'fewest items',
  maxItems: 'most items',
};

function noteOf(schema: LooseSchema): string {
  const parts = Object.entries(keywords).flatMap(([keyword, words]) => {
    const value = schema[keyword];
    if (value === undefined || (keyword === 'required' && textsIn(value).length === 0)) return [];
    return [`${words} ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
  const note = parts.join('; ');
  return note === '' || note.length > maxNote ? '' : `(${note})`;
}
