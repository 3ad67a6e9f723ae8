import { cutEnd } from '../base/text.js';
import { isSchema, listOf } from './is-schema.js';
import type { LooseSchema } from './json-schema.js';
import { dereference, memberSchema, schemaTypes } from './schema-types.js';

/** What a schema takes, on one line: `{"path": string, "mode"?: "a" | "b"}`. Of objects in objects in objects the word. */
export const renderShape = (schema: LooseSchema, root: LooseSchema): string =>
  cutEnd(shapeOf(schema, root, 0), maxLength);

const maxLength = 600;
const maxDepth = 3;
const maxMembers = 30;
const maxChoices = 12;

function shapeOf(given: LooseSchema, root: LooseSchema, depth: number): string {
  const schema = dereference(given, root);
  const { enum: choices, properties, items } = schema;
  if (Array.isArray(choices) && choices.length <= maxChoices)
    return choices.map((choice) => cutEnd(JSON.stringify(choice) ?? 'null', 60)).join(' | ');
  const types = schemaTypes(schema, root);
  if (types.has('array') && isSchema(items) && depth < maxDepth) return `array of ${shapeOf(items, root, depth + 1)}`;
  if (!types.has('object') || !isSchema(properties) || depth >= maxDepth)
    return types.size === 0 ? 'any value' : [...types].join(' | ');
  const required = new Set(listOf(schema['required']));
  const members = Object.entries(properties).slice(0, maxMembers);
  const shown = members.map(([name, member]) => {
    const key = `${JSON.stringify(cutEnd(name, 60))}${required.has(name) ? '' : '?'}`;
    return `${key}: ${isSchema(member) ? shapeOf(member, root, depth + 1) : 'any value'}`;
  });
  return `{${shown.join(', ')}${members.length < Object.keys(properties).length ? ', …' : ''}}`;
}

/** The schema of what lies at a JSON pointer of a value. */
export function schemaOf(pointer: string, root: LooseSchema): LooseSchema | undefined {
  let schema: LooseSchema | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    if (schema === undefined) return undefined;
    const { items } = dereference(schema, root);
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    schema = memberSchema(schema, key, root) ?? (isSchema(items) ? items : undefined);
  }
  return schema;
}
