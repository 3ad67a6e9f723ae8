import { isSchema } from '../../../schema/is-schema.js';
import type { LooseSchema } from '../../../schema/json-schema.js';
import { dereference, memberSchema, schemaTypes } from '../../../schema/schema-types.js';
import { readTyped, type TypedValue } from '../../value/typed-value.js';

/** One element of a value that is written as nested elements. */
export interface ValueElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly ValueElement[];
}

export interface ElementOptions {
  readonly schema: LooseSchema | undefined;
  /** The schema its local references point into. */
  readonly root: LooseSchema;
}

/** The key of text that stands beside elements. */
const textKey = '$text';

/**
 * The value of an element, typed by its schema: an element with others in it is a list where the schema wants one, else
 * an object; the names in a list mean nothing. An element that stands twice in an object is a list of its values.
 */
function elementValue(element: ValueElement, { schema, root }: ElementOptions): TypedValue {
  const types = schema === undefined ? noTypes : schemaTypes(schema, root);
  if (element.children.length === 0) {
    if (element.text.trim() === '' && !types.has('string')) {
      if (types.has('object')) return { json: '{}', repairs: [] };
      if (types.has('array')) return { json: '[]', repairs: [] };
    }
    const text = types.has('null') && /^(?:Null|NULL)$/.test(element.text) ? 'null' : element.text;
    return readTyped(text, { schema, root, untyped: 'text' });
  }
  const asList = types.has('array') && (!types.has('object') || element.children.every(({ name }) => name === 'item'));
  return asList && element.text.trim() === ''
    ? listValue(element.children, (index) => itemSchema(schema, root, index), root)
    : objectValue(element, { schema, root });
}

function listValue(
  elements: readonly ValueElement[],
  schemaOf: (index: number) => LooseSchema | undefined,
  root: LooseSchema,
): TypedValue {
  const values = elements.map((element, index) => elementValue(element, { schema: schemaOf(index), root }));
  return { json: `[${values.map(({ json }) => json).join(',')}]`, repairs: values.flatMap(({ repairs }) => repairs) };
}

function objectValue({ text, children }: ValueElement, { schema, root }: ElementOptions): TypedValue {
  const groups = groupByName(children);
  const repairs: string[] = [];
  const members = [...groups].map(([key, elements]) => {
    const value = memberValue(elements, { schema: memberSchema(schema, key, root), root });
    repairs.push(...value.repairs);
    return `${JSON.stringify(key)}:${value.json}`;
  });
  const said = text.trim();
  if (said !== '') {
    let key = textKey;
    while (groups.has(key)) key = `$${key}`;
    members.push(`${JSON.stringify(key)}:${JSON.stringify(said)}`);
  }
  return { json: `{${members.join(',')}}`, repairs };
}

/** The value of all elements of one name in an object. */
export function memberValue(elements: readonly ValueElement[], { schema, root }: ElementOptions): TypedValue {
  const [first, ...more] = elements;
  if (first === undefined) return { json: 'null', repairs: [] };
  if (more.length === 0) return elementValue(first, { schema, root });
  const isList = schema !== undefined && schemaTypes(schema, root).has('array');
  return listValue(elements, (index) => (isList ? itemSchema(schema, root, index) : schema), root);
}

export function groupByName(elements: readonly ValueElement[]): ReadonlyMap<string, readonly ValueElement[]> {
  const groups = new Map<string, ValueElement[]>();
  for (const element of elements) {
    const group = groups.get(element.name);
    if (group === undefined) groups.set(element.name, [element]);
    else group.push(element);
  }
  return groups;
}

function itemSchema(schema: LooseSchema | undefined, root: LooseSchema, index: number): LooseSchema | undefined {
  if (schema === undefined) return undefined;
  const whole = dereference(schema, root);
  const branches = [whole['anyOf'], whole['oneOf'], whole['allOf']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  for (const one of [whole, ...branches.filter(isSchema).map((branch) => dereference(branch, root))]) {
    const { items, prefixItems } = one;
    const own: unknown = Array.isArray(prefixItems) ? prefixItems[index] : undefined;
    if (isSchema(own)) return own;
    if (isSchema(items)) return items;
  }
  return undefined;
}

const noTypes: ReadonlySet<string> = new Set();
