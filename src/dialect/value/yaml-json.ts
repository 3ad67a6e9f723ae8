import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import { dereference, memberSchema, schemaTypes } from '../../schema/schema-types.js';
import { readTyped } from './typed-value.js';
import type { YamlNode } from './yaml-node.js';

export interface YamlTyping {
  /** The schema of the value; undefined when nothing is said of it. */
  readonly schema: LooseSchema | undefined;
  /** The schema its local references point into. */
  readonly root: LooseSchema;
}

/** The value as JSON. The schema tells what a bare word is; without one it is what YAML 1.2 says. */
export function yamlToJson(node: YamlNode, { schema, root }: YamlTyping, repairs: Set<string>): string {
  switch (node.kind) {
    case 'text':
      return JSON.stringify(node.text);
    case 'plain':
      return plainToJson(node.text, { schema, root }, repairs);
    case 'list': {
      const { items } = schema === undefined ? { items: undefined } : dereference(schema, root);
      const inner = { schema: isSchema(items) ? items : undefined, root };
      return `[${node.items.map((item) => yamlToJson(item, inner, repairs)).join(',')}]`;
    }
    case 'map': {
      const members = [...node.members].map(
        ([key, member]) =>
          `${JSON.stringify(key)}:${yamlToJson(member, { schema: memberSchema(schema, key, root), root }, repairs)}`,
      );
      return `{${members.join(',')}}`;
    }
  }
}

function plainToJson(text: string, { schema, root }: YamlTyping, repairs: Set<string>): string {
  const types = schema === undefined ? undefined : schemaTypes(schema, root);
  if (types === undefined || types.size === 0) return coreToJson(text, repairs);
  const isNull = text === '' || /^(?:~|null|Null|NULL)$/.test(text);
  if (isNull && (types.has('null') || !types.has('string'))) return 'null';
  const { json, repairs: more } = readTyped(text, { schema, root, untyped: 'text' });
  for (const repair of more) repairs.add(repair);
  return json;
}

/** The types of the core schema: null, truth values, numbers, else a text. */
function coreToJson(text: string, repairs: Set<string>): string {
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return 'null';
  if (/^(?:true|True|TRUE)$/.test(text)) return 'true';
  if (/^(?:false|False|FALSE)$/.test(text)) return 'false';
  if (/^0o[0-7]{1,16}$|^0x[0-9a-fA-F]{1,12}$/.test(text)) return String(Number(text));
  if (!/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text)) return JSON.stringify(text);
  const number = readTyped(text.replace(/^([-+]?)\./, '$10.'), {
    schema: { type: 'number' },
    root: {},
    untyped: 'text',
  });
  for (const repair of number.repairs) repairs.add(repair);
  return number.json;
}
