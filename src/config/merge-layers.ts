import type { Json } from '../base/json.js';
import type { ConfigLayer } from './config-layer.js';
import type { Config } from './config-schema.js';
import { isObject, renderPointer, valueAt } from './json-path.js';
import type { Origin } from './layer.js';

export interface MergedConfig {
  readonly values: Config;
  /** Where each single value comes from, by its JSON pointer. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** Merges layers, each of which beats those before it: objects key by key, anything else as a whole. */
export function mergeLayers(layers: readonly ConfigLayer[]): MergedConfig {
  const values = layers.reduce<Json>((merged, layer) => merge(merged, layer.values as Json), {});
  const origins = new Map<string, Origin>();
  for (const path of leavesOf(values, [])) {
    const setter = layers.findLast((layer) => valueAt(layer.values, path) !== undefined);
    if (setter === undefined) continue;
    origins.set(renderPointer(path), { layer: setter.layer, file: setter.file, line: setter.lineOf(path) });
  }
  return { values: values as Config, origins };
}

function merge(base: Json, over: Json): Json {
  if (!isObject(base) || !isObject(over)) return over;
  const merged: Record<string, Json> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(base, key) ? base[key] : undefined;
    merged[key] = below === undefined ? value : merge(below, value);
  }
  return merged;
}

/** The paths of what is not an object, and of empty objects. */
export function* leavesOf(value: Json, path: readonly string[]): Generator<readonly string[]> {
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) {
    if (path.length > 0) yield path;
    return;
  }
  for (const [key, member] of members) yield* leavesOf(member, [...path, key]);
}
