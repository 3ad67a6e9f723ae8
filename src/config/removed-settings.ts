import type { Json } from '../base/json.js';
import { isObject, valueAt, withoutPath, withPath } from './json-path.js';
import type { Layer } from './layer.js';
import type { ConfigIssue } from './problem.js';

/** Settings of earlier versions, where * is any name, and what is so in their place. */
const removed: Readonly<Record<string, string>> = {
  'models.*.images': 'what a model understands is asked of its server',
  'providers.*.retries': 'a request that failed for a passing reason is sent again up to four times',
  'exposure.ceiling': 'a profile of your own can say it',
  'exposure.inactiveCalls': 'a profile of your own can say it',
  fsync: 'durable says what survives a power loss, and fsync full counts as that',
};

/** What a config file says without settings of earlier versions. */
export interface KnownPart {
  readonly value: Json;
  /** That they count no more. A file is not wrong for having them. */
  readonly warnings: readonly ConfigIssue[];
  /** Where the file says it. */
  placeOf(path: readonly string[]): readonly string[];
}

export function withoutRemoved(value: Json, layer: Layer): KnownPart {
  const found = Object.keys(removed).flatMap((name) => pathsOf(value, name.split('.')));
  const left = found.reduce<Json>((rest, path) => withoutPath(rest, path), value);
  const warnings = found.map((path) => ({ path, message: `${whyRemoved(path)}; remove it` }));
  // What was to survive a power loss goes on doing so.
  const isDurable = layer !== 'workspace' && valueAt(value, ['fsync']) === 'full';
  return {
    value: isDurable ? withPath(left, ['durable'], true) : left,
    warnings,
    placeOf: (path) => (isDurable && path[0] === 'durable' ? ['fsync'] : path),
  };
}

/** That a setting is none any more, and why; undefined where it never was one, or still is. */
export function whyRemoved(path: readonly string[]): string | undefined {
  const isMeant = (name: string): boolean => {
    const parts = name.split('.');
    return parts.length === path.length && parts.every((part, at) => part === '*' || part === path[at]);
  };
  const [, why] = Object.entries(removed).find(([name]) => isMeant(name)) ?? [];
  return why === undefined ? undefined : `${path.join('.')} is no setting any more: ${why}`;
}

/** The paths in a value that such a name stands for. */
function pathsOf(value: Json | undefined, [first, ...rest]: readonly string[]): readonly (readonly string[])[] {
  if (first === undefined) return [[]];
  if (!isObject(value)) return [];
  const names = Object.keys(value).filter((name) => first === '*' || name === first);
  return names.flatMap((name) => pathsOf(value[name], rest).map((below) => [name, ...below]));
}
