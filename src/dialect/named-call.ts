import type { Json } from '../base/json.js';
import { rawMember } from '../base/raw-json.js';
import type { DialectCall } from './dialect.js';
import { escapeControls, parseShape } from './loose-json.js';

export type CallRead =
  | { readonly ok: true; readonly call: DialectCall; readonly repairs: readonly string[] }
  /** `broken`: it cannot be read as JSON, so where it ends was a guess. */
  | { readonly ok: false; readonly why: string; readonly broken: boolean };

/** Reads `{"name": …, "arguments": {…}}`. Nothing is guessed: what is not said plainly is refused. */
export function readNamedCall(text: string): CallRead {
  const repairs: string[] = [];
  let json = text;
  let parsed = parseShape(json);
  if (!parsed.ok && parsed.problem.code === 'syntax') {
    json = escapeControls(text);
    if (json !== text) parsed = parseShape(json);
    if (parsed.ok) repairs.push('line breaks or tabs in its strings were escaped');
  }
  if (!parsed.ok) return { ok: false, why: `its JSON cannot be read: ${parsed.problem.message}`, broken: true };
  const { value } = parsed;
  if (!isObject(value)) return refused('it is no JSON object');
  const { name } = value;
  if (typeof name !== 'string' || name.trim() === '') return refused('it has no "name" that names a tool');

  const keys = ['arguments', 'parameters'].filter((key) => Object.hasOwn(value, key));
  if (keys.length > 1) return refused('it has both "arguments" and "parameters"; write "arguments" only');
  const key = keys[0];
  if (key === 'parameters') repairs.push('"parameters" was read as "arguments"');
  const others = Object.keys(value).filter((other) => other !== 'name' && other !== key);
  if (others.length > 0) repairs.push(`${others.slice(0, 3).map(quoted).join(', ')} beside its name was left out`);

  const given = key === undefined ? null : (value[key] ?? null);
  if (given === null) {
    repairs.push('it had no arguments, so an empty object was taken');
    return { ok: true, call: { name, arguments: '{}' }, repairs };
  }
  if (isObject(given)) {
    return { ok: true, call: { name, arguments: rawMember(json, [key ?? '']) ?? '{}' }, repairs };
  }
  if (typeof given !== 'string') return refused('its "arguments" are no JSON object');
  const args = readArguments(given);
  if (!args.ok) return refused(`its "arguments" are text, and ${args.why}`);
  repairs.push('its arguments, a JSON text, were read as the object they hold');
  return { ok: true, call: { name, arguments: args.text }, repairs };
}

/** The text of arguments without the white space around it, when it is one JSON object that can be read safely. */
export function readArguments(
  text: string,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string } {
  const json = text.trim();
  if (json === '') return { ok: true, text: '{}' };
  const parsed = parseShape(json);
  if (!parsed.ok) return { ok: false, why: `they cannot be read: ${parsed.problem.message}` };
  return isObject(parsed.value) ? { ok: true, text: json } : { ok: false, why: 'that is no JSON object' };
}

/** The text of a JSON string, from what stands between its quotes; undefined when it is none. */
export function readWord(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  const parsed = parseShape(`"${raw}"`);
  return parsed.ok ? String(parsed.value) : undefined;
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const quoted = (key: string): string => JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}…` : key);

const refused = (why: string): CallRead => ({ ok: false, why, broken: false });
