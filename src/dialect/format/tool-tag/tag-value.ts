import { decodeEntities } from '../../markup.js';
import { withoutTagBreaks } from '../../value/tag-breaks.js';
import { asText, readTyped, type TypedValue } from '../../value/typed-value.js';
import { itemOf, memberOf, type Typing, typesOf } from '../../value/typing.js';
import { readChildren, type TagChild } from './tag-children.js';

export type TagValue = ({ readonly ok: true } & TypedValue) | { readonly ok: false; readonly why: string };

const maxDepth = 16;

/** The value of an argument from all elements of its name. Several are the items of a list, where one is expected. */
export function readTagValue(raws: readonly string[], typing: Typing): TagValue {
  try {
    return { ok: true, ...readMember(raws, typing, 0) };
  } catch (error) {
    if (error instanceof TagRefusal) return { ok: false, why: error.message };
    throw error;
  }
}

class TagRefusal extends Error {}

function readMember(raws: readonly string[], typing: Typing, depth: number): TypedValue {
  if (depth > maxDepth) throw new TagRefusal(`its elements are nested deeper than ${maxDepth} levels`);
  const types = typesOf(typing);
  const [only = ''] = raws;
  if (types?.has('array') === true) {
    return raws.length > 1 ? readList(raws, typing, depth) : readListOf(only, typing, depth, types.has('string'));
  }
  if (raws.length === 1) return readSingle(only, typing, depth);
  if (types === undefined) return readList(raws, { ...typing, schema: undefined }, depth);
  throw new TagRefusal('it stands twice');
}

function readSingle(raw: string, typing: Typing, depth: number): TypedValue {
  const types = typesOf(typing);
  if (types?.size === 1 && types.has('string')) return asText(decodeEntities(raw));
  if (types === undefined || types.has('object')) {
    const children = readChildren(raw);
    if (children !== undefined) return readStructure(children, typing, depth);
    if (types !== undefined && !types.has('string') && raw.trim() === '') return { json: '{}', repairs: [] };
  }
  const text = decodeEntities(raw);
  return readTyped(types === undefined ? withoutTagBreaks(text) : text, { ...typing, untyped: 'text' });
}

/** What stands in the one element of a list: its items, JSON, or its only item. */
function readListOf(raw: string, typing: Typing, depth: number, orText: boolean): TypedValue {
  const children = readChildren(raw);
  if (children !== undefined) {
    const item = itemOf(typing);
    const knows = (key: string): boolean => memberOf(item, key).schema !== undefined;
    const several = areItems(children, typesOf(item)?.has('object') === true, knows);
    return readList(several ? children.map((child) => child.raw) : [raw], typing, depth);
  }
  const text = decodeEntities(raw);
  if (orText || /^\s*[[(]/.test(text)) {
    const read = readTyped(text, { ...typing, untyped: 'text' });
    if (orText || !read.json.startsWith('"')) return read;
  }
  return text.trim() === '' ? { json: '[]', repairs: [] } : readList([raw], typing, depth);
}

function readList(raws: readonly string[], typing: Typing, depth: number): TypedValue {
  const item = itemOf(typing);
  return joined(
    '[',
    raws.map((raw) => readMember([raw], item, depth + 1)),
    ']',
  );
}

function readStructure(children: readonly TagChild[], typing: Typing, depth: number): TypedValue {
  if (typing.schema === undefined && areItems(children, false, () => false)) {
    const raws = children.map(({ raw }) => raw);
    return readList(raws, typing, depth);
  }
  const members = [...groupByName(children)].map(([name, raws]) => {
    if (name === '__proto__') throw new TagRefusal('the key "__proto__" is not accepted');
    const { json, repairs } = readMember(raws, memberOf(typing, name), depth + 1);
    if (name === 'constructor' && /^[[{]/.test(json)) throw new TagRefusal('the key "constructor" is not accepted');
    return { json: `${JSON.stringify(name)}:${json}`, repairs };
  });
  return joined('{', members, '}');
}

/** The elements of each name, in the order of the first of them. */
function groupByName(children: readonly TagChild[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const { name, raw } of children) {
    const raws = byName.get(name) ?? [];
    byName.set(name, raws);
    raws.push(raw);
  }
  return byName;
}

/** `<item>` each, or `<0>`, `<1>`, …; or several of one name that the items themselves do not know. */
function areItems(children: readonly TagChild[], ofObjects: boolean, knows: (key: string) => boolean): boolean {
  const [first] = children;
  if (first === undefined) return false;
  if (children.every(({ name }, at) => name === String(at))) return true;
  if (!children.every(({ name }) => name === first.name)) return false;
  if (first.name === 'item') return !knows('item');
  return children.length > 1 && ofObjects && !knows(first.name);
}

function joined(open: string, values: readonly TypedValue[], close: string): TypedValue {
  return {
    json: `${open}${values.map(({ json }) => json).join(',')}${close}`,
    repairs: values.flatMap(({ repairs }) => repairs),
  };
}
