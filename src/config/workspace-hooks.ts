import type { Json } from '../base/json.js';
import { isObject } from './json-path.js';
import type { ConfigIssue } from './problem.js';

/** So few that a person who is asked sees each of them. */
const maxHooks = 20;

/** What a workspace sets under `mcpServers` and may not. */
export function checkWorkspaceServers(servers: Json | undefined): readonly ConfigIssue[] {
  if (!isObject(servers)) return [];
  const names = Object.entries(servers as Readonly<Record<string, Json>>);
  const outside = names.flatMap(([name, one]) =>
    isObject(one) ? writesOutside(one['writes'], ['mcpServers', name, 'writes'], 'a server') : [],
  );
  if (names.length <= maxHooks) return outside;
  const message = `a workspace can bring at most ${maxHooks} MCP servers; put the others into your own config.json`;
  return [...outside, { path: ['mcpServers'], message }];
}

/** What a workspace sets under `hooks` and may not. */
export function checkWorkspaceHooks(hooks: Json | undefined): readonly ConfigIssue[] {
  const list = Array.isArray(hooks) ? (hooks as readonly Json[]) : [];
  const outside = list.flatMap((hook, at) =>
    isObject(hook) ? writesOutside(hook['writes'], ['hooks', String(at), 'writes'], 'a hook') : [],
  );
  if (list.length <= maxHooks) return outside;
  const message = `a workspace can bring at most ${maxHooks} hooks; put the others into your own config.json`;
  return [...outside, { path: ['hooks'], message }];
}

function writesOutside(writes: Json | undefined, path: readonly string[], what: string): readonly ConfigIssue[] {
  const places = Array.isArray(writes) ? (writes as readonly Json[]) : [];
  return places.flatMap((place, index) => {
    if (typeof place !== 'string' || !leadsOut(place)) return [];
    const message = `${path.join('.')}.${index} leads out of the workspace, where ${what} of a workspace may not write; put it into your own config.json`;
    return [{ path: [...path, String(index)], message }];
  });
}

const leadsOut = (place: string): boolean => /^[/~]/.test(place) || place.split('/').includes('..');
