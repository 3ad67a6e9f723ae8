import { rawMember } from '../../../base/raw-json.js';
import { parseShape } from '../../value/loose-json.js';
import { isObject, readArguments } from '../../value/named-call.js';

export interface Unwrapped {
  readonly json: string;
  readonly unwrapped: boolean;
  readonly repairs: readonly string[];
}

/** What models put around all arguments at times, though no tool has an argument of that name. */
const wrapperKeys: ReadonlySet<string> = new Set(['arguments', 'input', 'parameters', 'properties']);

const mayWrap = /^\s*\{\s*"(?:arguments|input|parameters|properties)"/;

/** A lone argument that no tool knows and that holds the real ones, as an object or as its JSON text, is left out. */
export function unwrapArguments({
  json,
  known,
}: {
  readonly json: string;
  /** Whether the tool may have an argument of this name. */
  known(key: string): boolean;
}): Unwrapped {
  const whole: Unwrapped = { json, unwrapped: false, repairs: [] };
  if (!mayWrap.test(json)) return whole;
  const parsed = parseShape(json);
  if (!parsed.ok || !isObject(parsed.value)) return whole;
  const [key, ...others] = Object.keys(parsed.value);
  if (key === undefined || others.length > 0 || !wrapperKeys.has(key) || known(key)) return whole;
  const value = parsed.value[key] ?? null;
  const inner = isObject(value)
    ? rawMember(json, [key])
    : typeof value === 'string' && /^\s*\{/.test(value)
      ? value
      : undefined;
  const read = inner === undefined ? undefined : readArguments(inner);
  if (read === undefined || !read.ok) return whole;
  return {
    json: read.text,
    unwrapped: true,
    repairs: [`the argument ${JSON.stringify(key)} was read as the arguments it holds`, ...read.repairs],
  };
}
