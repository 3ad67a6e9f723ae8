import { isSchema } from '../../../schema/is-schema.js';
import type { LooseSchema } from '../../../schema/json-schema.js';
import { dereference, memberSchema, schemaTypes } from '../../../schema/schema-types.js';
import { withoutTagBreaks } from '../../value/tag-breaks.js';
import { asText, readTyped, type TypedValue } from '../../value/typed-value.js';
import { decodeEntities } from './entities.js';
import { readChildren, type TagChild } from './tag-children.js';

export interface TagTyping {
  readonly schema: LooseSchema | undefined;
  /** The schema its local references point into. */
  readonly root: LooseSchema;
}

export type TagValue = ({ readonly ok: true } & TypedValue) | { readonly ok: false; readonly why: string };

const maxDepth = 16;

/** The value of an argument from all elements of its name. Several are the items of a list, where one is expected. */
export function readTagValue(raws: readonly string[], typing: TagTyping): TagValue {
  try {
    return { ok: true, ...new TagReader(typing.root).member(raws, typing.schema, 0) };
  } catch (error) {
    if (error instanceof TagRefusal) return { ok: false, why: error.message };
    throw error;
  }
}

class TagRefusal extends Error {}

class TagReader {
  private readonly root: LooseSchema;

  constructor(root: LooseSchema) {
    this.root = root;
  }

  member(raws: readonly string[], schema: LooseSchema | undefined, depth: number): TypedValue {
    if (depth > maxDepth) throw new TagRefusal(`its elements are nested deeper than ${maxDepth} levels`);
    const types = this.typesOf(schema);
    const [only = ''] = raws;
    if (types?.has('array') === true) {
      return raws.length > 1 ? this.list(raws, schema, depth) : this.listOf(only, schema, depth, types.has('string'));
    }
    if (raws.length === 1) return this.single(only, schema, depth);
    if (types === undefined) return this.list(raws, undefined, depth);
    throw new TagRefusal('it stands twice');
  }

  private single(raw: string, schema: LooseSchema | undefined, depth: number): TypedValue {
    const types = this.typesOf(schema);
    if (types?.size === 1 && types.has('string')) return asText(decodeEntities(raw));
    if (types === undefined || types.has('object')) {
      const children = readChildren(raw);
      if (children !== undefined) return this.structure(children, schema, depth);
      if (types !== undefined && !types.has('string') && raw.trim() === '') return { json: '{}', repairs: [] };
    }
    const text = decodeEntities(raw);
    return readTyped(types === undefined ? withoutTagBreaks(text) : text, { schema, root: this.root, untyped: 'text' });
  }

  /** What stands in the one element of a list: its items, JSON, or its only item. */
  private listOf(raw: string, schema: LooseSchema | undefined, depth: number, orText: boolean): TypedValue {
    const children = readChildren(raw);
    const items = this.itemsOf(schema);
    if (
      children !== undefined &&
      areItems(children, this.typesOf(items)?.has('object') === true, (key) => this.knows(items, key))
    ) {
      return this.list(
        children.map((child) => child.raw),
        schema,
        depth,
      );
    }
    if (children !== undefined) return this.list([raw], schema, depth);
    const text = decodeEntities(raw);
    if (orText || /^\s*[[(]/.test(text)) {
      const read = readTyped(text, { schema, root: this.root, untyped: 'text' });
      if (orText || !read.json.startsWith('"')) return read;
    }
    return text.trim() === '' ? { json: '[]', repairs: [] } : this.list([raw], schema, depth);
  }

  private list(raws: readonly string[], schema: LooseSchema | undefined, depth: number): TypedValue {
    const items = this.itemsOf(schema);
    return joined(
      '[',
      raws.map((raw) => this.member([raw], items, depth + 1)),
      ']',
    );
  }

  private structure(children: readonly TagChild[], schema: LooseSchema | undefined, depth: number): TypedValue {
    if (schema === undefined && areItems(children, false, () => false)) {
      return this.list(
        children.map(({ raw }) => raw),
        undefined,
        depth,
      );
    }
    const byName = groupByName(children);
    const members = [...byName].map(([name, raws]) => {
      if (name === '__proto__') throw new TagRefusal('the key "__proto__" is not accepted');
      const { json, repairs } = this.member(raws, memberSchema(schema, name, this.root), depth + 1);
      if (name === 'constructor' && /^[[{]/.test(json)) throw new TagRefusal('the key "constructor" is not accepted');
      return { json: `${JSON.stringify(name)}:${json}`, repairs };
    });
    return joined('{', members, '}');
  }

  private typesOf(schema: LooseSchema | undefined): ReadonlySet<string> | undefined {
    const types = schema === undefined ? undefined : schemaTypes(schema, this.root);
    return types === undefined || types.size === 0 ? undefined : types;
  }

  private itemsOf(schema: LooseSchema | undefined): LooseSchema | undefined {
    const { items } = schema === undefined ? { items: undefined } : dereference(schema, this.root);
    return isSchema(items) ? items : undefined;
  }

  private knows(schema: LooseSchema | undefined, key: string): boolean {
    return memberSchema(schema, key, this.root) !== undefined;
  }
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
