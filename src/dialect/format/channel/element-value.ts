import { isSchema } from '../../../schema/is-schema.js';
import { dereference } from '../../../schema/schema-types.js';
import { readTyped, type TypedValue } from '../../value/typed-value.js';
import { memberOf, type Typing, typesOf } from '../../value/typing.js';

/** One element of a value that is written as nested elements. */
export interface ValueElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly ValueElement[];
}

/** The key of text that stands beside elements. */
const textKey = '$text';

/**
 * The value of an element, typed by its schema: an element with others in it is a list where the schema wants one, else
 * an object; the names in a list mean nothing. An element that stands twice in an object is a list of its values.
 */
function elementValue(element: ValueElement, typing: Typing): TypedValue {
  const types = typesOf(typing) ?? noTypes;
  if (element.children.length === 0) {
    if (element.text.trim() === '' && !types.has('string')) {
      if (types.has('object')) return { json: '{}', repairs: [] };
      if (types.has('array')) return { json: '[]', repairs: [] };
    }
    const text = types.has('null') && /^(?:Null|NULL)$/.test(element.text) ? 'null' : element.text;
    return readTyped(text, { ...typing, untyped: 'text' });
  }
  const asList = types.has('array') && (!types.has('object') || element.children.every(({ name }) => name === 'item'));
  return asList && element.text.trim() === ''
    ? listValue(element.children, (index) => itemAt(typing, index))
    : objectValue(element, typing);
}

function listValue(elements: readonly ValueElement[], typingAt: (index: number) => Typing): TypedValue {
  const values = elements.map((element, index) => elementValue(element, typingAt(index)));
  return { json: `[${values.map(({ json }) => json).join(',')}]`, repairs: values.flatMap(({ repairs }) => repairs) };
}

function objectValue({ text, children }: ValueElement, typing: Typing): TypedValue {
  const groups = groupByName(children);
  const repairs: string[] = [];
  const members = [...groups].map(([key, elements]) => {
    const value = memberValue(elements, memberOf(typing, key));
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
export function memberValue(elements: readonly ValueElement[], typing: Typing): TypedValue {
  const [first, ...more] = elements;
  if (first === undefined) return { json: 'null', repairs: [] };
  if (more.length === 0) return elementValue(first, typing);
  const isList = typesOf(typing)?.has('array');
  return listValue(elements, (index) => (isList ? itemAt(typing, index) : typing));
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

function itemAt({ schema, root }: Typing, index: number): Typing {
  if (schema === undefined) return { schema, root };
  const whole = dereference(schema, root);
  const branches = [whole['anyOf'], whole['oneOf'], whole['allOf']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  for (const one of [whole, ...branches.filter(isSchema).map((branch) => dereference(branch, root))]) {
    const { items, prefixItems } = one;
    const own: unknown = Array.isArray(prefixItems) ? prefixItems[index] : undefined;
    if (isSchema(own)) return { schema: own, root };
    if (isSchema(items)) return { schema: items, root };
  }
  return { schema: undefined, root };
}

const noTypes: ReadonlySet<string> = new Set();
