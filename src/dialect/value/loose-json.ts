import { type Json, type JsonParsed, parseJson } from '../../base/json.js';
import { repairJson } from './repair-json.js';

/**
 * Reads JSON a model wrote, as `parseJson` does, but with numbers of any size: their digits stay in the text, and what
 * they mean is for the check of the arguments. Of the value only the shape may be used, and its strings.
 */
export function parseShape(text: string): JsonParsed {
  let parsed = parseJson(text);
  if (!parsed.ok && (parsed.problem.code === 'number-digits' || parsed.problem.code === 'number-range')) {
    parsed = parseJson(withoutLongNumbers(text));
  }
  return parsed;
}

export type LooseJson =
  | { readonly ok: true; readonly json: string; readonly value: Json; readonly repairs: readonly string[] }
  /** `broken`: it is no JSON; otherwise it is, but must not be used. */
  | { readonly ok: false; readonly why: string; readonly broken: boolean };

/** Reads one JSON value, and mends what leaves no doubt. */
export function readLooseJson(text: string): LooseJson {
  const parsed = parseShape(text);
  if (parsed.ok) return { ok: true, json: text, value: parsed.value, repairs: digitsKept(text) };
  if (parsed.problem.code !== 'syntax') return { ok: false, why: parsed.problem.message, broken: false };
  const repaired = repairJson(text);
  if (!repaired.ok) return { ok: false, why: parsed.problem.message, broken: true };
  const again = parseShape(repaired.json);
  if (!again.ok) return { ok: false, why: again.problem.message, broken: again.problem.code === 'syntax' };
  const repairs = [...repaired.repairs, ...digitsKept(repaired.json)];
  return { ok: true, json: repaired.json, value: again.value, repairs };
}

/** A program that reads the arguments as numbers would change them. */
export function digitsKept(json: string): readonly string[] {
  if (!/\d{16}|[eE][+-]?\d{3}/.test(json)) return [];
  const parsed = parseJson(json);
  return parsed.ok ? [] : ['a number with more digits than a number holds was kept as written'];
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Every number a double might not hold, as a zero of the same length. */
function withoutLongNumbers(text: string): string {
  let out = '';
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = behindString(text, at);
      continue;
    }
    number.lastIndex = at;
    const digits = code === 0x2d || (code >= 0x30 && code <= 0x39) ? number.exec(text)?.[0] : undefined;
    if (digits !== undefined && (digits.length > 15 || /[eE]/.test(digits))) {
      out += text.slice(from, at) + '0'.padEnd(digits.length);
      from = at + digits.length;
    }
    at += digits?.length ?? 1;
  }
  return out + text.slice(from);
}

function behindString(text: string, quote: number): number {
  let at = quote + 1;
  for (let code = text.charCodeAt(at); at < text.length && code !== 0x22; code = text.charCodeAt(at)) {
    at += code === 0x5c ? 2 : 1;
  }
  return at + 1;
}
