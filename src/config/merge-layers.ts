import type { Json } from '../base/json.js';
import type { Rule } from '../policy/rule/rule.js';
import type { ConfigLayer } from './config-layer.js';
import type { Config } from './config-schema.js';
import { isObject, renderPointer, valueAt } from './json-path.js';
import type { Origin } from './layer.js';
import { findSetting, type JoinedSetting, settings } from './setting/settings.js';

export interface MergedConfig {
  readonly values: Config;
  /** Where each single value comes from, by its JSON pointer. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Those of all layers: none takes another away. */
  readonly rules: readonly Rule[];
}

/**
 * Merges layers, each of which beats those before it: objects key by key, anything else as a whole. Rules, secrets,
 * untrusted files and hooks are put together; of an MCP server one layer says all.
 */
export function mergeLayers(layers: readonly ConfigLayer[]): MergedConfig {
  const rules = layers.flatMap((layer) => layer.rules);
  const lists = joined.flatMap((key) => {
    const list = layers.flatMap(({ values }): readonly unknown[] => values[key] ?? []);
    return list.length > 0 ? [[key, list] as const] : [];
  });
  const merged = layers.reduce<Json>((base, layer) => merge(base, layer.values as Json), {}) as Config;
  const owners = serverOwners(layers);
  const servers = Object.fromEntries(
    [...owners].map(([name, { values: own }]) => [name, own.mcpServers?.[name] ?? {}]),
  );
  const values = {
    ...merged,
    ...(owners.size > 0 && { mcpServers: servers }),
    ...Object.fromEntries(lists),
  };
  const origins = new Map<string, Origin>();
  for (const key of joined) {
    // Of rules those that can be read are left, each with its place.
    const listed =
      key === 'rules' ? rules.map(({ origin }) => origin) : layers.flatMap((layer) => listOrigins(layer, key));
    for (const [at, origin] of listed.entries()) origins.set(renderPointer([key, String(at)]), origin);
  }
  for (const path of leavesOf(values, [])) {
    if (joined.some((key) => key === path[0])) continue;
    const owner = path[0] === 'mcpServers' ? owners.get(path[1] ?? '') : undefined;
    const setter = owner ?? layers.findLast((layer) => valueAt(layer.values, path) !== undefined);
    if (setter === undefined) continue;
    origins.set(renderPointer(path), { layer: setter.layer, file: setter.file, line: setter.lineOf(path) });
  }
  return { values, origins, rules };
}

/**
 * The layer each MCP server is of, as a whole: no layer changes a part of another's, and a workspace, which others may have
 * written, does not take the place of what the user set up.
 */
function serverOwners(layers: readonly ConfigLayer[]): ReadonlyMap<string, ConfigLayer> {
  const owners = new Map<string, ConfigLayer>();
  for (const kind of ['managed', 'user', 'workspace'] as const) {
    for (const layer of layers.filter((one) => one.layer === kind)) {
      for (const name of Object.keys(layer.values.mcpServers ?? {})) if (!owners.has(name)) owners.set(name, layer);
    }
  }
  return owners;
}

/** Lists of which the entries of all layers count. */
const joined = Object.keys(settings).filter((name) => findSetting(name)?.joined === true) as JoinedSetting[];

const listOrigins = ({ layer, file, values, lineOf }: ConfigLayer, key: JoinedSetting): readonly Origin[] =>
  (values[key] ?? []).map((_, at) => ({ layer, file, line: lineOf([key, String(at)]) }));

function merge(base: Json, over: Json): Json {
  if (!isObject(base) || !isObject(over)) return over;
  const merged: Record<string, Json> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(base, key) ? base[key] : undefined;
    merged[key] = below === undefined ? value : merge(below, value);
  }
  return merged;
}

/** The paths of what is not an object, and of empty objects; of a list, those of its entries, each as a whole. */
export function* leavesOf(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (Array.isArray(value) && value.length > 0) {
    yield* value.map((_, at) => [...path, String(at)]);
    return;
  }
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) {
    if (path.length > 0) yield path;
    return;
  }
  for (const [key, member] of members) yield* leavesOf(member, [...path, key]);
}
