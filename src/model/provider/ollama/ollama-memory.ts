import type { Json } from '../../../base/json.js';
import { isObject, nonEmpty, placeOf, read } from '../wire.js';

/**
 * How many tokens of context a machine has memory for beside the model, about: what `/api/show` tells of its layers says what a
 * token takes, and its parameters what the model itself does. Half of what is left, since others want memory too. Undefined where
 * the server tells too little.
 */
export function contextMemory(shown: Json, { totalBytes, loadedBytes }: MemoryThere): number | undefined {
  const info = read(shown, 'model_info');
  const bytes = tokenBytes(info);
  const weights = loadedBytes ?? weightBytes(info, read(shown, 'details', 'quantization_level'));
  if (bytes === undefined || weights === undefined) return undefined;
  return Math.max(0, Math.floor((totalBytes - weights) / 2 / bytes));
}

export interface MemoryThere {
  readonly totalBytes: number;
  /** What the model takes now, by `/api/ps`. */
  readonly loadedBytes?: number | undefined;
}

/** Keys and values of each layer, two bytes a number. */
function tokenBytes(info: unknown): number | undefined {
  const of = (name: string) =>
    isObject(info) ? placeOf(info[`${nonEmpty(info['general.architecture']) ?? ''}.${name}`]) : undefined;
  const layers = of('block_count');
  const heads = of('attention.head_count');
  const kept = of('attention.head_count_kv') ?? heads;
  const width = heads === undefined ? undefined : (of('embedding_length') ?? 0) / heads;
  const [key, value] = [of('attention.key_length') ?? width, of('attention.value_length') ?? width];
  if (layers === undefined || kept === undefined || key === undefined || value === undefined) return undefined;
  return layers * kept * (key + value) * 2 || undefined;
}

function weightBytes(info: unknown, quantization: unknown): number | undefined {
  const count = isObject(info) ? placeOf(info['general.parameter_count']) : undefined;
  const bits = /^[A-Z]*?(\d{1,2})/.exec(nonEmpty(quantization) ?? '')?.[1] ?? '4';
  // Scales and what is not quantized come on top.
  return count === undefined ? undefined : (count * Number(bits) * 1.2) / 8;
}
