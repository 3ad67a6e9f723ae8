import type { Json } from '../base/json.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { isObject } from './json-path.js';
import { memberSchema } from './member-schema.js';
import type { ConfigIssue } from './problem.js';
import type { Setting } from './setting/setting.js';
import { findSetting } from './setting/settings.js';

/** What a workspace's config file sets and may not: all that the declaration of a setting does not open to it. */
export function checkWorkspaceRights(value: Json): readonly ConfigIssue[] {
  if (!isObject(value)) return [];
  const given = Object.entries(value).flatMap(([key, member]) => {
    const setting = findSetting(key);
    return setting === undefined ? [] : [{ key, setting, member }];
  });
  const closed = given.filter(({ setting }) => setting.workspace === undefined);
  return [
    ...closed.map(({ key }) => refused([key])),
    ...given.flatMap(({ key, setting, member }) => checkRight(member, setting, [key])),
  ];
}

/** What is wrong with a value that a workspace gives this setting. */
export function checkRight(
  value: Json,
  { schema, workspace }: Setting,
  path: readonly string[],
): readonly ConfigIssue[] {
  if (workspace === undefined || workspace === 'any') return [];
  if ('values' in workspace) {
    const isKnown = schema.enum === undefined ? typeof value === schema.type : schema.enum.includes(value);
    if (!isKnown || workspace.values.includes(value)) return [];
    const message = `${path.join('.')} can be only ${workspace.values.join(' or ')} in a workspace, not ${String(value)}; ${own}`;
    return [{ path, message }];
  }
  if (typeof value !== 'object' || value === null) return [];
  const { members, most, check } = workspace;
  const many = most !== undefined && Object.keys(value).length > most.count;
  return [
    ...(many
      ? [
          {
            path,
            message: `a workspace can ${most.verb ?? 'bring'} at most ${most.count} ${most.of}; put the others into your own config.json`,
          },
        ]
      : []),
    ...entriesOf(value, schema, path).flatMap((entry) => closedMembers(entry, members)),
    ...(check?.(value, path) ?? []),
  ];
}

interface Entry {
  readonly value: Json;
  readonly schema: JsonSchema;
  readonly path: readonly string[];
}

/** The entries of a list or table; of an object with keys of its own, that object. */
function entriesOf(value: Json, schema: JsonSchema, path: readonly string[]): readonly Entry[] {
  if (schema.properties !== undefined) return [{ value, schema, path }];
  return Object.entries(value ?? {}).flatMap(([key, member]: [string, Json]) => {
    const entry = memberSchema(schema, key);
    return entry === undefined ? [] : [{ value: member, schema: entry, path: [...path, key] }];
  });
}

/** Members that no schema knows are told of anyway. */
function closedMembers({ value, schema, path }: Entry, open: readonly string[]): readonly ConfigIssue[] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((key) => !open.includes(key) && memberSchema(schema, key) !== undefined)
    .map((key) => refused([...path, key]));
}

const own = 'set it in your own config.json';

const refused = (path: readonly string[]): ConfigIssue => ({
  path,
  message: `${path.join('.')} cannot be set by a workspace; ${own}`,
});
