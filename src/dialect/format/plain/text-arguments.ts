import { isSchema } from '../../../schema/is-schema.js';
import type { ToolTable } from '../../read/tool-table.js';
import { ArgumentObject } from '../../value/argument-object.js';
import type { ArgumentsRead } from '../../value/named-call.js';
import { memberOf, typesOf, typingOf } from '../../value/typing.js';

/** The argument a text goes to where nothing is known of the tool. */
const unknownKey = 'input';

/** The arguments of a call that was written as one bare text: it is the only argument, or the only required one. */
export function readTextArguments(name: string, text: string, tools: ToolTable): ArgumentsRead {
  const schema = tools.schemaOf(name);
  const key = textKey(name, tools);
  if (key === undefined) {
    if (/^(?:none|null|n\/a|no input|\(\)|\{\})?$/i.test(text.trim()) && !hasRequired(name, tools)) return none;
    return { ok: false, why: 'its input is bare text, and it takes several arguments or none' };
  }
  const args = new ArgumentObject(schema, 'text');
  args.setText(key, text);
  return { ok: true, text: args.json, repairs: [...args.repairs] };
}

/** The same for a value that is JSON but no object. */
export function readValueArguments(name: string, json: string, tools: ToolTable): ArgumentsRead {
  const key = textKey(name, tools);
  const types = key === undefined ? undefined : typesOf(memberOf(typingOf(tools.schemaOf(name)), key));
  if (key === undefined || types?.has('array') === false) {
    return { ok: false, why: 'its input is a list, and it takes none' };
  }
  return { ok: true, text: `{${JSON.stringify(key)}:${json}}`, repairs: [] };
}

/** The argument a bare text is meant for. */
export function textKey(name: string, tools: ToolTable): string | undefined {
  const schema = tools.schemaOf(name);
  if (schema === undefined) return unknownKey;
  const { properties, required } = tools.shapeOf(name) ?? {};
  const keys = isSchema(properties) ? Object.keys(properties) : [];
  if (keys.length === 1) return keys[0];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const [only, ...others] = keys.filter((key) => needed.includes(key));
  if (only === undefined || others.length > 0 || !isSchema(properties)) return undefined;
  const own = properties[only];
  const types = isSchema(own) ? typesOf({ schema: own, root: schema }) : undefined;
  return types?.has('string') === false ? undefined : only;
}

/** Whether the tool is known to take no arguments at all. */
export function takesNothing(name: string, tools: ToolTable): boolean {
  const shape = tools.shapeOf(name);
  if (shape === undefined) return false;
  const { properties } = shape;
  return properties === undefined || (isSchema(properties) && Object.keys(properties).length === 0);
}

/** Whether it is known that the tool cannot be called without arguments. */
export function hasRequired(name: string, tools: ToolTable): boolean {
  const { required } = tools.shapeOf(name) ?? {};
  return Array.isArray(required) && required.length > 0;
}

const none: ArgumentsRead = { ok: true, text: '{}', repairs: [] };
