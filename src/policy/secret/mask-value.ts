import { parseJson } from '../../base/json.js';
import type { Mask, Masked } from './mask.js';
import { markOf } from './mask-marks.js';
import { minSecretLength } from './spelling.js';

export interface MaskedValue<T> {
  /** The very value that was given when there is no secret in it. */
  readonly value: T;
  readonly count: number;
}

type Finder = Pick<Mask, 'text' | 'find'>;

/** Masks every text in a JSON value, the names of its members too. Throws for what is nested too deeply to be JSON. */
export function maskValue<T>(value: T, mask: Finder): MaskedValue<T> {
  const walk: Walk = { mask, count: 0 };
  return { value: masked(value, walk, 0) as T, count: walk.count };
}

/**
 * Masks a text that may be JSON, such as the arguments of a call: whoever reads it sees its texts without the escapes of
 * JSON, and a value that is spelled with escapes of its own would stand behind two layers of them here.
 */
export function maskJsonText(text: string, mask: Finder): Masked {
  const plain = text.length < minSecretLength ? { text, count: 0 } : mask.text(text);
  const layered = text.includes('\\\\');
  if ((!layered && plain.count === 0) || !/^\s*[[{"]/.test(text)) return plain;
  const parsed = parseJson(text);
  if (parsed.ok) {
    const { value, count } = maskValue(parsed.value, mask);
    return count === 0 ? plain : { text: mask.text(JSON.stringify(value)).text, count };
  }
  const bare = layered ? mask.text(plain.text.replaceAll('\\\\', '\\')) : noSecret;
  return bare.count === 0 ? plain : { text: bare.text, count: plain.count + bare.count };
}

const noSecret: Masked = { text: '', count: 0 };

interface Walk {
  readonly mask: Finder;
  count: number;
}

/** Shallow enough for the stack; a value that holds itself ends here. */
const maxDepth = 1000;

function masked(value: unknown, walk: Walk, depth: number): unknown {
  if (typeof value === 'string') return maskedText(value, walk);
  if (typeof value === 'number') return maskedNumber(value, walk);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (depth > maxDepth) throw new Error('it is nested too deeply');
  if (Array.isArray(value)) return maskedList(value, walk, depth);
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? maskedJson(value, toJSON, { walk, depth }) : maskedMembers(value, walk, depth);
}

function maskedText(value: string, walk: Walk): string {
  if (value.length < minSecretLength) return value;
  const { text, count } = maskJsonText(value, walk.mask);
  walk.count += count;
  return text;
}

/** A known value may be all digits; no shape of a secret is. */
function maskedNumber(value: number, walk: Walk): unknown {
  const name = Math.abs(value) < 10 ** (minSecretLength - 1) ? undefined : walk.mask.find(String(value));
  if (name === undefined) return value;
  walk.count += 1;
  return markOf(name);
}

function maskedList(list: readonly unknown[], walk: Walk, depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    const one = masked(list[at], walk, depth + 1);
    if (one === list[at] || Number.isNaN(one)) continue;
    copy ??= [...list];
    copy[at] = one;
  }
  return copy ?? list;
}

/** What JSON would make of it counts; it stays what it is when there is no secret in that. */
function maskedJson(value: object, toJSON: object, { walk, depth }: { walk: Walk; depth: number }): unknown {
  const before = walk.count;
  const plain = masked((toJSON as () => unknown).call(value), walk, depth + 1);
  return walk.count === before ? value : plain;
}

function maskedMembers(value: object, walk: Walk, depth: number): object {
  let changed: Map<string, readonly [string, unknown]> | undefined;
  for (const [key, member] of Object.entries(value)) {
    const before = walk.count;
    const entry = [maskedText(key, walk), masked(member, walk, depth + 1)] as const;
    if (walk.count === before) continue;
    changed ??= new Map();
    changed.set(key, entry);
  }
  if (changed === undefined) return value;
  const anew = changed;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => anew.get(key) ?? [key, member]));
}
