import { isSchema } from '../../../schema/is-schema.js';
import type { LooseSchema } from '../../../schema/json-schema.js';
import { dereference, memberSchema, schemaTypes } from '../../../schema/schema-types.js';
import type { ArgumentsRead } from '../../value/named-call.js';
import { typingOf } from '../../value/typing.js';
import { readYaml } from '../../value/yaml.js';
import { yamlToJson } from '../../value/yaml-json.js';

/** The arguments a YAML mapping holds. Bare words are typed by the schema of the tool. */
export function readYamlArguments(text: string, schema: LooseSchema | undefined): ArgumentsRead {
  const read = readYaml(text);
  if (read.ok && read.node.kind === 'map') {
    const repairs = new Set<string>();
    return { ok: true, text: yamlToJson(read.node, typingOf(schema), repairs), repairs: [...repairs] };
  }
  if (read.ok && read.node.kind === 'plain' && read.node.text === '') return { ok: true, text: '{}', repairs: [] };
  if (!read.ok && read.problem.code === 'forbidden-key') return { ok: false, why: read.problem.message };
  const raw = schema === undefined ? undefined : readRawLines(text, schema);
  if (raw !== undefined)
    return { ok: true, text: raw, repairs: ['its YAML is broken, so its lines were read as plain text'] };
  return {
    ok: false,
    why: read.ok ? 'its YAML is no mapping of arguments' : `its YAML cannot be read: ${read.problem.message}`,
  };
}

/**
 * Arguments whose texts were not quoted: a line that begins with the name of one begins it, and what stands up to the
 * next one is its text. Only where all of them are texts, each once.
 */
function readRawLines(text: string, schema: LooseSchema): string | undefined {
  const { properties } = dereference(schema, schema);
  if (!isSchema(properties)) return undefined;
  const values = new Map<string, string>();
  let key: string | undefined;
  for (const line of text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split(/\r?\n/)) {
    const [, name = '', rest = ''] = /^([A-Za-z_][\w.-]*)[ \t]*:[ \t]?(.*)$/.exec(line) ?? [];
    if (Object.hasOwn(properties, name)) {
      const types = schemaTypes(memberSchema(schema, name, schema) ?? {}, schema);
      if (values.has(name) || !types.has('string') || /^[|>]/.test(rest)) return undefined;
      key = name;
      values.set(name, rest);
    } else if (key === undefined) return undefined;
    else values.set(key, values.get(key) === '' ? line : `${values.get(key)}\n${line}`);
  }
  return values.size === 0 ? undefined : JSON.stringify(Object.fromEntries(values));
}
