import { readTyped } from './typed-value.js';
import { itemOf, memberOf, type Typing, typesOf } from './typing.js';
import type { YamlNode } from './yaml-node.js';

/** The value as JSON. The schema tells what a bare word is; without one it is what YAML 1.2 says. */
export function yamlToJson(node: YamlNode, typing: Typing, repairs: Set<string>): string {
  switch (node.kind) {
    case 'text':
      return JSON.stringify(node.text);
    case 'plain':
      return plainToJson(node.text, typing, repairs);
    case 'list': {
      const inner = itemOf(typing);
      return `[${node.items.map((item) => yamlToJson(item, inner, repairs)).join(',')}]`;
    }
    case 'map': {
      const members = [...node.members].map(
        ([key, member]) => `${JSON.stringify(key)}:${yamlToJson(member, memberOf(typing, key), repairs)}`,
      );
      return `{${members.join(',')}}`;
    }
  }
}

function plainToJson(text: string, typing: Typing, repairs: Set<string>): string {
  const types = typesOf(typing);
  if (types === undefined) return coreToJson(text, repairs);
  const isNull = text === '' || /^(?:~|null|Null|NULL)$/.test(text);
  if (isNull && (types.has('null') || !types.has('string'))) return 'null';
  const { json, repairs: more } = readTyped(text, { ...typing, untyped: 'text' });
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
