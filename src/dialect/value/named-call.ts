import { defined } from '../../base/defined.js';
import type { Json } from '../../base/json.js';
import { rawMember } from '../../base/raw-json.js';
import type { DialectCall } from '../dialect.js';
import { parseShape, readLooseJson } from './loose-json.js';

/** The members of an object that make it a call, the usual ones first. Others than the first are reported. */
export interface CallKeys {
  readonly name: readonly string[];
  readonly arguments: readonly string[];
  readonly id?: readonly string[];
  /** Members that are as usual as the first ones. */
  readonly also?: readonly string[];
  /** The format writes the arguments as a JSON text too. */
  readonly textArguments?: true;
}

export type CallRead =
  | { readonly ok: true; readonly call: DialectCall; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly name?: string; readonly why: string };

/** The text of a member of the object that is read. */
export type RawMember = (key: string) => string | undefined;

export const usualKeys: CallKeys = {
  name: ['name', 'tool_name', 'tool', 'function', 'action'],
  arguments: ['arguments', 'parameters', 'args', 'action_input', 'input'],
  id: ['id', 'tool_call_id', 'call_id'],
};

/**
 * Reads `{"name": …, "arguments": {…}}` out of JSON that was parsed. Nothing is guessed: what is not said plainly is
 * refused. `{"type": "function", "function": {…}}` is read as what it wraps.
 */
export function readNamedCall(json: string, value: Json, keys: CallKeys = usualKeys, rawOf?: RawMember): CallRead {
  if (!isObject(value)) return { ok: false, why: 'it is no JSON object' };
  const wrapped = value['function'];
  if (isObject(wrapped ?? null)) {
    const inner = readNamedCall(rawMember(json, ['function']) ?? '', wrapped ?? null, keys);
    const id = idOf(value, keys);
    return inner.ok && id !== undefined ? { ...inner, call: { id, ...inner.call } } : inner;
  }
  const nameKey = keys.name.find((key) => typeof value[key] === 'string' && String(value[key]).trim() !== '');
  if (nameKey === undefined) return { ok: false, why: `it has no ${JSON.stringify(keys.name[0])} that names a tool` };
  const written = String(value[nameKey]);
  const name = written.trim();
  const members = findMembers(value, nameKey, keys);
  if (!members.ok) return { ...members, name };
  const args = argumentsOf(members.argumentsKey, { json, value, keys, rawOf });
  if (!args.ok) return { ...args, name };
  const repairs = [
    ...(name === written ? [] : ['white space around its name was left out']),
    ...members.repairs,
    ...args.repairs,
  ];
  const id = idOf(value, keys);
  return { ok: true, call: { ...defined({ id }), name, arguments: args.text }, repairs };
}

type JsonMembers = { readonly [key: string]: Json };
type Refused = { readonly ok: false; readonly why: string };

/** Which member holds the arguments, and what was read otherwise than it is written. */
function findMembers(
  value: JsonMembers,
  nameKey: string,
  keys: CallKeys,
): { readonly ok: true; readonly argumentsKey: string | undefined; readonly repairs: readonly string[] } | Refused {
  const [usualName] = keys.name;
  const [usual] = keys.arguments;
  const isUsual = (key: string): boolean => keys.also?.includes(key) === true;
  const found = keys.arguments.filter((key) => key !== nameKey && Object.hasOwn(value, key));
  const rivals = found.filter((key, at) => at === 0 || !isUsual(key));
  if (rivals.length > 1) {
    const both = rivals.slice(0, 2).map((key) => JSON.stringify(key));
    return { ok: false, why: `it has both ${both.join(' and ')}; write ${JSON.stringify(usual)} only` };
  }
  const [argumentsKey] = found;
  if (argumentsKey === 'parameters' && describesTool(value)) {
    return { ok: false, why: 'it is the description of a tool, not a call' };
  }
  const others = Object.keys(value).filter(
    (key) => key !== nameKey && key !== argumentsKey && key !== 'type' && !keys.id?.includes(key),
  );
  const stands = others.slice(0, 3).map(quoted).join(', ');
  if (others.length > 0 && argumentsKey === undefined) {
    return { ok: false, why: `it has no ${JSON.stringify(usual)}, but ${stands} beside its name` };
  }
  const readAs = (key: string | undefined, other: string | undefined): readonly string[] =>
    key === undefined || key === other || isUsual(key)
      ? []
      : [`${JSON.stringify(key)} was read as ${JSON.stringify(other)}`];
  const leftOut = others.length > 0 ? [`${stands} beside its name was left out`] : [];
  return {
    ok: true,
    argumentsKey,
    repairs: [...readAs(nameKey, usualName), ...readAs(argumentsKey, usual), ...leftOut],
  };
}

/** The text of the arguments, which may be written as a JSON text. */
function argumentsOf(
  key: string | undefined,
  {
    json,
    value,
    keys,
    rawOf,
  }: {
    readonly json: string;
    readonly value: JsonMembers;
    readonly keys: CallKeys;
    readonly rawOf: RawMember | undefined;
  },
): ArgumentsRead {
  const given = key === undefined ? null : (value[key] ?? null);
  if (key === undefined || given === null) {
    return { ok: true, text: '{}', repairs: ['it had no arguments, so an empty object was taken'] };
  }
  if (isObject(given)) return { ok: true, text: rawOf?.(key) ?? rawMember(json, [key]) ?? '{}', repairs: [] };
  if (typeof given !== 'string') return { ok: false, why: 'its arguments are no JSON object' };
  const args = readArguments(given);
  if (!args.ok) return { ok: false, why: `its arguments are text, and ${args.why}` };
  if (keys.textArguments === true) return args;
  const asText = 'its arguments, a JSON text, were read as the object they hold';
  return { ...args, repairs: [asText, ...args.repairs] };
}

export type ArgumentsRead =
  | { readonly ok: true; readonly text: string; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** The text of arguments without the white space around it, when it is one JSON object that can be read safely. */
export function readArguments(text: string): ArgumentsRead {
  const json = text.trim();
  if (json === '') return { ok: true, text: '{}', repairs: [] };
  const read = readLooseJson(json);
  if (!read.ok) return { ok: false, why: `they cannot be read: ${read.why}` };
  // Some models encode them twice.
  if (typeof read.value === 'string' && /^\s*\{/.test(read.value)) return readArguments(read.value);
  if (!isObject(read.value)) return { ok: false, why: 'that is no JSON object' };
  return { ok: true, text: read.json, repairs: read.repairs };
}

/** The text of a JSON string, from what stands between its quotes; undefined when it is none. */
export function readWord(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  const parsed = parseShape(`"${raw}"`);
  return parsed.ok ? String(parsed.value) : undefined;
}

/**
 * `{"name", "description", "parameters": {"type": "object", …}}`, or the schemas of the parameters by name: models echo
 * what they were told of a tool.
 */
function describesTool({ description, parameters = null }: { readonly [key: string]: Json }): boolean {
  if (!isObject(parameters)) return false;
  const { type, properties = null } = parameters;
  const members = Object.values(parameters);
  const isSchema = (value: Json): boolean => isObject(value) && typeof value['type'] === 'string';
  if (typeof description === 'string' && members.length > 0 && members.every(isSchema)) return true;
  return (
    type === 'object' &&
    isObject(properties) &&
    (description !== undefined || Object.values(properties).every(isObject))
  );
}

function idOf(value: { readonly [key: string]: Json }, keys: CallKeys): string | undefined {
  const key = keys.id?.find(
    (one) => (typeof value[one] === 'string' && value[one] !== '') || Number.isSafeInteger(value[one]),
  );
  return key === undefined ? undefined : String(value[key]);
}

export const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const quoted = (key: string): string => JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}…` : key);
