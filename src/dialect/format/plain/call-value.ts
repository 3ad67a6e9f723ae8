import type { Json } from '../../../base/json.js';
import { rawElements, rawMember } from '../../../base/raw-json.js';
import { isSchema } from '../../../schema/is-schema.js';
import type { DialectCall } from '../../dialect.js';
import type { BadCall } from '../../read/calls.js';
import type { ToolTable } from '../../read/tool-table.js';
import { isObject, readNamedCall } from '../../value/named-call.js';
import { fits } from '../../value/typing.js';
import type { PlainRules } from './rules.js';
import { readTextArguments } from './text-arguments.js';

export const nameKeys: readonly string[] = ['name', 'tool_name', 'tool', 'function', 'action', 'function_name'];
export const argumentKeys: readonly string[] = [
  'arguments',
  'parameters',
  'args',
  'action_input',
  'input',
  'tool_input',
];
export const idKeys: readonly string[] = ['id', 'tool_call_id', 'call_id'];
/** What wraps calls. */
export const wrapperKeys: readonly string[] = ['tool_calls', 'tool_call', 'function_call', 'calls'];
/** Names that stand for the answer of the model itself, with the answer behind them. */
export const answerNames: readonly string[] = ['Final Answer', 'final_answer', 'FinalAnswer'];
/** Names that say that no tool is needed. */
export const noCallNames: readonly string[] = ['directly_answer', 'directly-answer'];

/** `none`: it is some other JSON. */
export type PlainRead =
  | {
      readonly kind: 'calls';
      readonly calls: readonly DialectCall[];
      readonly repairs: readonly string[];
      readonly bad: readonly BadCall[];
    }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'none' };

export interface CallContext {
  readonly tools: ToolTable;
  readonly rules: PlainRules;
}

/** Reads the calls in JSON that no marker says to be calls. */
export function readPlainCalls(json: string, value: Json, context: CallContext): PlainRead {
  if (Array.isArray(value)) return readList(rawElements(json), value, context);
  return isObject(value) ? readOne(json, value, context) : none;
}

function readList(raws: readonly string[], values: readonly Json[], context: CallContext): PlainRead {
  const calls: DialectCall[] = [];
  const repairs = new Set<string>();
  const bad: BadCall[] = [];
  let dropped = false;
  for (const [at, value] of values.entries()) {
    const read = isObject(value) ? readOne(raws[at] ?? '', value, context) : none;
    if (read.kind === 'answer') return values.length === 1 ? read : none;
    if (read.kind === 'none') {
      if (!context.rules.named) return none;
      bad.push({ ...nameOf(value), why: 'it is no call of a tool that was offered' });
      continue;
    }
    dropped ||= read.calls.length === 0 && read.bad.length === 0;
    calls.push(...read.calls);
    bad.push(...read.bad);
    for (const repair of read.repairs) repairs.add(repair);
  }
  if (calls.length === 0 && (!dropped || bad.length > 0) && !bad.some(({ name }) => name !== undefined)) return none;
  return { kind: 'calls', calls, repairs: [...repairs], bad };
}

function readOne(json: string, value: JsonObject, context: CallContext): PlainRead {
  const keys = Object.keys(value);
  const wrapper = wrapperKeys.find((key) => typeof value[key] === 'object' && value[key] !== null);
  if (wrapper !== undefined && keys.every((key) => key === wrapper || value[key] === null || value[key] === '')) {
    return readPlainCalls(rawMember(json, [wrapper]) ?? '', value[wrapper] ?? null, context);
  }
  return readNamed(json, value, context) ?? readKeyed(json, value, context) ?? readBare(json, value, context) ?? none;
}

/** `{"name": …, "arguments": …}` and what is written for it. */
function readNamed(json: string, value: JsonObject, { tools, rules }: CallContext): PlainRead | undefined {
  const wrapped = value['function'] ?? null;
  const inner = isObject(wrapped) ? wrapped : value;
  const nameKey = nameKeys.find((key) => typeof inner[key] === 'string' && inner[key] !== '');
  if (nameKey === undefined) return undefined;
  const name = String(inner[nameKey]);
  const found = argumentKeys.filter((key) => Object.hasOwn(inner, key) && key !== nameKey);
  const [argumentsKey] = found;
  const given = argumentsKey === undefined ? undefined : inner[argumentsKey];
  if (!tools.has(name)) {
    if (answerNames.includes(name) && argumentsKey !== undefined) {
      return { kind: 'answer', text: typeof given === 'string' ? given : (rawMember(json, [argumentsKey]) ?? '') };
    }
    if (noCallNames.includes(name)) return { kind: 'calls', calls: [], repairs: [], bad: [] };
    if (!acceptsUnknown(name, inner, given, { tools, rules })) return none;
  }
  if (!rules.named && (argumentsKey === undefined || !Object.keys(inner).every(isCallKey(nameKey, argumentsKey))))
    return none;
  if (isObject(given ?? null) && isSchemaOf(given ?? null, name, tools)) return none;
  const read = readNamedCall(json, value, {
    name: [nameKey, ...nameKeys.filter((key) => key !== nameKey)],
    arguments: found.length > 0 ? found : argumentKeys,
    id: idKeys,
  });
  if (read.ok) return { kind: 'calls', calls: [read.call], repairs: read.repairs, bad: [] };
  if (typeof given === 'string' && found.length === 1 && !/^\s*[[{]/.test(given)) {
    const text = readTextArguments(name, given, tools);
    if (text.ok) return { kind: 'calls', calls: [{ name, arguments: text.text }], repairs: text.repairs, bad: [] };
  }
  return { kind: 'calls', calls: [], repairs: [], bad: [{ name, why: read.why }] };
}

/** Where the tools are not known, or need not be. */
function acceptsUnknown(
  name: string,
  value: JsonObject,
  given: Json | undefined,
  { tools, rules }: CallContext,
): boolean {
  if (tools.told && rules.anyTool !== true) return false;
  if (!/^[\w.:/-]{1,128}$/.test(name)) return false;
  if (rules.named) return given !== undefined;
  const keys = Object.keys(value).join(' ');
  return (
    isObject(given ?? null) &&
    (keys === 'name arguments' || keys === 'name parameters' || keys === 'tool_name parameters')
  );
}

/** `{"NAME": {…}}`. Where it was not asked for, what stands behind the name has to be the arguments of that tool. */
function readKeyed(json: string, value: JsonObject, { tools, rules }: CallContext): PlainRead | undefined {
  const names = Object.keys(value);
  if (names.length === 0 || (names.length > 1 && !rules.named)) return undefined;
  const calls: DialectCall[] = [];
  for (const name of names) {
    const args = value[name] ?? null;
    if (!tools.has(name) || !isObject(args) || isSchemaOf(args, name, tools)) return undefined;
    if (!rules.named && !fitsTool(args, name, tools)) return undefined;
    calls.push({ name, arguments: rawMember(json, [name]) ?? '{}' });
  }
  return { kind: 'calls', calls, repairs: [], bad: [] };
}

/** Arguments alone, where there is one tool only and they are its own. */
function readBare(json: string, value: JsonObject, { tools, rules }: CallContext): PlainRead | undefined {
  const [name, ...others] = tools.names;
  if (!rules.named || name === undefined || others.length > 0 || tools.schemaOf(name) === undefined) return undefined;
  if (Object.keys(value).length === 0 || !fitsTool(value, name, tools)) return undefined;
  const repairs = ['its name was missing, and only one tool was offered'];
  return { kind: 'calls', calls: [{ name, arguments: json }], repairs, bad: [] };
}

/** Whether these can be the arguments of the tool: no other keys than its own, and all that it needs. */
export function fitsTool(args: JsonObject, name: string, tools: ToolTable): boolean {
  const shape = tools.shapeOf(name);
  return shape === undefined || fits(Object.keys(args), shape);
}

/** The description of a tool has a schema where a call has arguments. */
function isSchemaOf(args: Json, name: string, tools: ToolTable): boolean {
  if (!isObject(args) || args['type'] !== 'object' || !isObject(args['properties'] ?? null)) return false;
  const { properties } = tools.shapeOf(name) ?? {};
  return !isSchema(properties) || !Object.hasOwn(properties, 'properties');
}

const isCallKey =
  (nameKey: string, argumentsKey: string) =>
  (key: string): boolean =>
    key === nameKey || key === argumentsKey || key === 'type' || key === 'index' || idKeys.includes(key);

function nameOf(value: Json): { readonly name?: string } {
  if (!isObject(value) || !argumentKeys.some((one) => Object.hasOwn(value, one))) return {};
  const key = nameKeys.find((one) => typeof value[one] === 'string');
  return key === undefined ? {} : { name: String(value[key]) };
}

export type JsonObject = { readonly [key: string]: Json };

const none: PlainRead = { kind: 'none' };
