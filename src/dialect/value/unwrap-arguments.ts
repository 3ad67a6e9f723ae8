import { rawMember } from '../../base/raw-json.js';
import { isSchema } from '../../schema/is-schema.js';
import type { ToolTable } from '../read/tool-table.js';
import { parseShape } from './loose-json.js';
import { type CallRead, isObject } from './named-call.js';

type Read = CallRead & { readonly ok: true };

/** `{"arguments": {…}}` where the tool has no such argument: the arguments are what it wraps, if the tool has all of those. */
export function unwrapArguments(read: Read, tools: ToolTable): Read {
  const { name, arguments: json } = read.call;
  const key = wrapper.exec(json)?.[1];
  if (key === undefined) return read;
  const { properties } = tools.shapeOf(name) ?? {};
  const parsed = parseShape(json);
  if (!isSchema(properties) || Object.hasOwn(properties, key) || !parsed.ok || !isObject(parsed.value)) return read;
  const inner = parsed.value[key] ?? null;
  if (Object.keys(parsed.value).length > 1 || !isObject(inner)) return read;
  if (!Object.keys(inner).every((one) => Object.hasOwn(properties, one))) return read;
  const text = rawMember(json, [key]);
  if (text === undefined) return read;
  const repair = `its arguments stood in one called ${JSON.stringify(key)}`;
  return { ...read, call: { ...read.call, arguments: text }, repairs: [...read.repairs, repair] };
}

const wrapper = /^\s*\{\s*"(arguments|parameters|args|input|properties)"\s*:\s*\{/;
